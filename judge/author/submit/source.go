package submit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/author/submit/oldgo"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// languageTaken checks that the online judge takes the language. If not, it names a solution in one that it takes.
func languageTaken(ctx context.Context, cache *compile.Cache, e grade.Entry, language compile.Language) (Check, error) {
	judge := e.Problem.Judge
	c := Check{Name: "language"}
	switch {
	case len(judge.Languages) == 0:
		c.State, c.Said = Skipped, fmt.Sprintf("%s; which languages %s takes is not known (languages in judges.yaml)",
			language.Display, judge.Name)
	case slices.Contains(judge.Languages, language.Display):
		c.State = Passed
		c.Said = fmt.Sprintf("%s, which %s takes", language.Display, judge.Name) + c.doubt(judge, language.Display)
	default:
		c.State, c.Said = Failed, fmt.Sprintf("%s takes no %s, only %s", judge.Name, language.Display,
			strings.Join(judge.Languages, ", "))
		sibling, err := takenInstead(ctx, cache, e)
		if err != nil {
			return c, err
		}
		if sibling != "" {
			c.Said += "; submit " + sibling
		}
	}
	return c, nil
}

// takenInstead is a solution to the same problem that the online judge takes as far as its source tells, if possible by
// the same approach ("dlx-cpp" for "dlx"); "" if there is none.
func takenInstead(ctx context.Context, cache *compile.Cache, e grade.Entry) (string, error) {
	same := func(s problem.Submission) bool { return strings.HasPrefix(s.Name, e.Submission.Name+"-") }
	candidates := slices.Clone(e.Problem.Submissions)
	slices.SortStableFunc(candidates, func(a, b problem.Submission) int {
		switch {
		case same(a) == same(b):
			return 0
		case same(a):
			return -1
		}
		return 1
	})
	for _, s := range candidates {
		language, err := compile.LanguageOf(s.Source)
		if err != nil || !s.Solution || s.NotJudged() != "" || !slices.Contains(e.Problem.Judge.Languages,
			language.Display) {
			continue
		}
		checks, _, err := ofSource(ctx, cache, e.Problem.Judge, language, s.Source)
		if err != nil {
			return "", err
		}
		if !slices.ContainsFunc(checks, func(c Check) bool { return c.State == Failed }) {
			return e.Problem.Name + "/" + s.Name, nil
		}
	}
	return "", nil
}

// ofSource are the checks of a source in a language that the online judge takes, and its text if it is one file.
func ofSource(ctx context.Context, cache *compile.Cache, judge problem.OnlineJudge, language compile.Language,
	source problem.Source) (checks []Check, text []byte, err error) {
	checks = []Check{oneFile(judge, language, source)}
	if len(source.Files) == 1 {
		contents, err := compile.ReadSource(source)
		if err != nil {
			return nil, nil, err
		}
		text = contents[0]
		checks = append(checks, size(judge, text))
	}
	standard, err := dialect(ctx, cache, language, source, text)
	if note := judge.Notes[language.Display]; note != "" {
		standard.Details = append(standard.Details, strings.Split(strings.TrimSpace(note), "\n")...)
	}
	return append(checks, standard), text, err
}

// oneFile checks that there is one file, with the name that the online judge asks for.
func oneFile(judge problem.OnlineJudge, language compile.Language, source problem.Source) Check {
	if len(source.Files) != 1 {
		return Check{Name: "file", State: Failed, Said: fmt.Sprintf("%s takes one file, here are %d: %s", judge.Name,
			len(source.Files), strings.Join(source.Files, ", "))}
	}
	file := source.Files[0]
	name, asked := judge.FileNames[language.Display]
	switch {
	case !asked:
		return Check{Name: "file", State: Passed, Said: fmt.Sprintf("%s alone; %s asks for no name", file, judge.Name)}
	case strings.TrimSuffix(file, filepath.Ext(file)) != name:
		return Check{Name: "file", State: Failed, Said: fmt.Sprintf("%s: %s wants %s called %s",
			filepath.Join(source.Dir, file), judge.Name, language.Display, name+filepath.Ext(file))}
	}
	return Check{Name: "file", State: Passed, Said: fmt.Sprintf("%s alone, called as %s wants it", file, judge.Name)}
}

// size checks the source's length.
func size(judge problem.OnlineJudge, source []byte) Check {
	n := int64(len(source))
	sizes := Sizes(judge)
	if sizes == "" {
		return Check{Name: "size", State: Skipped, Said: fmt.Sprintf("%d bytes; no limit of %s is known", n,
			judge.Name)}
	}
	c := Check{Name: "size", State: Passed, Said: fmt.Sprintf("%d bytes; %s takes %s", n, judge.Name, sizes)}
	if n < judge.MinSource || judge.MaxSource > 0 && n > judge.MaxSource {
		c.State = Failed
	}
	c.Said += c.doubt(judge, "source")
	return c
}

// Takes says whether the judge takes a source in that language, of that size, as far as this can be said without its
// text: "yes" with what is unverified of it, or why not.
func Takes(judge problem.OnlineJudge, language string, bytes int64) (answer string, ok bool) {
	if len(judge.Languages) > 0 && !slices.Contains(judge.Languages, language) {
		return "no: no " + language, false
	}
	if bytes < judge.MinSource || judge.MaxSource > 0 && bytes > judge.MaxSource {
		return "no: size", false
	}
	var doubts []string
	for _, fact := range []string{language, "source"} {
		if slices.Contains(judge.Unverified, fact) {
			doubts = append(doubts, fact)
		}
	}
	if len(judge.Languages) == 0 || judge.MaxSource == 0 {
		doubts = append(doubts, "not all rules known")
	}
	if doubts == nil {
		return "yes", true
	}
	return "yes; unverified: " + strings.Join(doubts, ", "), true
}

// Sizes says how many bytes the source may have; "" if that is not known.
func Sizes(judge problem.OnlineJudge) string {
	switch {
	case judge.MinSource > 0 && judge.MaxSource > 0:
		return fmt.Sprintf("%d to %d", judge.MinSource, judge.MaxSource)
	case judge.MaxSource > 0:
		return fmt.Sprintf("up to %d", judge.MaxSource)
	case judge.MinSource > 0:
		return fmt.Sprintf("%d or more", judge.MinSource)
	}
	return ""
}

// dialect checks that the online judge's compiler takes the source: Go 1.12 where it has that; C and C++ in its
// standard, and C++ with nothing that is newer.
func dialect(ctx context.Context, cache *compile.Cache, language compile.Language, source problem.Source,
	text []byte) (Check, error) {
	c := Check{Name: "standard", State: Passed}
	if language.Name == "go" && source.Standards["go"] == "go1.12" {
		c.Said = "language, library and imports of Go 1.12"
		library, err := cache.GoLibrary(ctx)
		var reviewer *oldgo.Reviewer
		if err == nil {
			reviewer, err = oldgo.New(library.Root, func(path string) (io.ReadCloser, error) {
				return library.Package(ctx, path)
			})
		}
		switch {
		case ctx.Err() != nil:
			return c, ctx.Err()
		case err != nil:
			c.State, c.Said = Skipped, c.Said+": "+err.Error()
			return c, nil
		case text == nil:
			c.State, c.Said = Skipped, c.Said+": only a single file is looked at"
			return c, nil
		}
		if c.Details = reviewer.Review(filepath.Join(source.Dir, source.Files[0]), text); len(c.Details) > 0 {
			c.State, c.Said = Failed, "not of Go 1.12"
		}
		return c, nil
	}
	as := ""
	tools, err := cache.Toolchain(ctx, language, compile.Strict)
	if standard := tools.StandardOf(language, source); standard != "" {
		as = " as " + standard
	}
	c.Said = "compiles" + as
	if err == nil {
		_, err = cache.Build(ctx, compile.Strict, source)
	}
	var broken *compile.CompileError
	var missing *compile.MissingError
	switch {
	case errors.As(err, &broken):
		c.State, c.Said = Failed, "does not compile"+as
		c.Details = strings.Split(broken.Output, "\n")
	case errors.As(err, &missing):
		c.State, c.Said = Skipped, missing.Error()
	case err != nil:
		return c, err
	}
	return c, nil
}
