package submit

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/author/submit/oldgo"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// checkLanguage checks that the online judge takes the language.
func checkLanguage(judge problem.OnlineJudge, language compile.Language) Check {
	c := Check{Name: "language", State: Passed, Result: fmt.Sprintf("%s, which %s takes", language.Display, judge.Name)}
	switch {
	case len(judge.Languages) == 0:
		c.State, c.Result = Skipped, fmt.Sprintf("%s; the languages of %s are unknown", language.Display, judge.Name)
	case !slices.Contains(judge.Languages, language.Display):
		c.State, c.Result = Failed, fmt.Sprintf("%s takes no %s, only %s", judge.Name, language.Display,
			strings.Join(judge.Languages, ", "))
	default:
		c.doubt(judge, language.Display)
	}
	return c
}

// checkFile checks that there is one file, with the name that the online judge requires.
func checkFile(judge problem.OnlineJudge, language compile.Language, source problem.Source, files []string,
	text []byte) Check {
	c := Check{Name: "file", State: Passed}
	file := files[0]
	name, asked := judge.FileNames[language.Display]
	class, hasClass := compile.Pasted(source, text)
	switch {
	case len(files) != 1:
		c.State, c.Result = Failed, fmt.Sprintf("%s takes one file, not %d: %s", judge.Name, len(files),
			strings.Join(files, ", "))
	case judge.Key == "":
		c.State, c.Result = Skipped, fmt.Sprintf("%s alone; whether %s asks for a name is unknown", file, judge.Name)
	case !asked:
		c.Result = fmt.Sprintf("%s alone; %s asks for no name", file, judge.Name)
	case hasClass && class != name:
		c.State, c.Result = Failed, fmt.Sprintf("%s: %s compiles it as %s, so its class must be %s, not %s",
			filepath.Join(source.Dir, file), judge.Name, name+filepath.Ext(file), name, cmp.Or(class, "unknown"))
	case hasClass:
		c.Result = fmt.Sprintf("%s alone, with the main class that %s requires", file, judge.Name)
	case strings.TrimSuffix(file, filepath.Ext(file)) != name:
		c.State, c.Result = Failed, fmt.Sprintf("%s: %s requires %s sources named %s", filepath.Join(source.Dir, file),
			judge.Name, language.Display, name+filepath.Ext(file))
	default:
		c.Result = fmt.Sprintf("%s alone, with the name that %s requires", file, judge.Name)
	}
	return c
}

// Size returns the length of a source as a browser sends it: in a form's text field, lines end with CRLF.
func Size(source []byte) int64 {
	return int64(len(source) + bytes.Count(source, []byte("\n")) - bytes.Count(source, []byte("\r\n")))
}

// checkSize checks the length of the source.
func checkSize(judge problem.OnlineJudge, source []byte) Check {
	n, sizes := Size(source), Sizes(judge)
	if sizes == "" {
		return Check{Name: "size", State: Skipped, Result: fmt.Sprintf("%d bytes with CRLF; no limit of %s is known", n,
			judge.Name)}
	}
	c := Check{Name: "size", State: Passed,
		Result: fmt.Sprintf("%d bytes with CRLF; %s takes %s", n, judge.Name, sizes)}
	if n < judge.Source.Min || judge.Source.Max > 0 && n > judge.Source.Max {
		c.State = Failed
	}
	c.doubt(judge, "source")
	return c
}

// Sizes returns the permitted sizes of a source in bytes, such as "10 to 65536". It returns "" if they are unknown.
func Sizes(judge problem.OnlineJudge) string {
	switch {
	case judge.Source.Min > 0 && judge.Source.Max > 0:
		return fmt.Sprintf("%d to %d", judge.Source.Min, judge.Source.Max)
	case judge.Source.Max > 0:
		return fmt.Sprintf("up to %d", judge.Source.Max)
	case judge.Source.Min > 0:
		return fmt.Sprintf("%d or more", judge.Source.Min)
	}
	return ""
}

// checkStandard checks that the source compiles in the language standard of the online judge. For Go 1.12, it looks for
// features that are newer than Go 1.12 instead.
func checkStandard(ctx context.Context, cache *compile.Cache, language compile.Language, source problem.Source,
	text []byte) (Check, error) {
	if language.Name == "go" && source.Standards["go"] == "go1.12" {
		return checkOldGo(ctx, cache, source, text)
	}
	c := Check{Name: "standard", State: Passed}
	as := ""
	tools, err := cache.Toolchain(ctx, language, compile.Strict)
	if standard := tools.StandardOf(language, source); standard != "" {
		as = " as " + standard
	}
	c.Result = "compiles" + as
	if err == nil {
		_, err = cache.Build(ctx, compile.Strict, source)
	}
	var broken *compile.CompileError
	var missing *compile.MissingError
	switch {
	case errors.As(err, &broken):
		c.State, c.Result = Failed, "does not compile"+as
		c.Details = strings.Split(broken.Output, "\n")
	case errors.As(err, &missing):
		c.State, c.Result = Skipped, missing.Error()
	case err != nil:
		return c, err
	}
	return c, nil
}

// checkOldGo checks that Go 1.12 has everything that a source uses.
func checkOldGo(ctx context.Context, cache *compile.Cache, source problem.Source, text []byte) (Check, error) {
	c := Check{Name: "standard", State: Passed, Result: "language, library and imports of Go 1.12"}
	root, open, err := cache.GoLibrary(ctx)
	var reviewer *oldgo.Reviewer
	if err == nil {
		reviewer, err = oldgo.New(root, open)
	}
	if err == nil && text == nil {
		err = errors.New("only a single file can be checked")
	}
	if err != nil {
		c.State, c.Result = Skipped, c.Result+": "+err.Error()
		return c, ctx.Err()
	}
	if c.Details = reviewer.Review(filepath.Join(source.Dir, source.Files[0]), text); len(c.Details) > 0 {
		c.State, c.Result = Failed, "uses features that Go 1.12 lacks"
	}
	return c, nil
}

// Fact is a known fact about an online judge.
type Fact struct {
	Fact       string `json:"fact"` // the key of the fact in judges.yaml, or "time_limit" or "memory"
	Value      string `json:"value"`
	Unverified bool   `json:"unverified"`
}

// String returns the fact as one line.
func (f Fact) String() string {
	line := f.Fact + ": " + f.Value
	if f.Unverified {
		line += " (unverified)"
	}
	return line
}

// Facts lists the known facts about a problem's online judge: which sources it takes, and its limits.
func Facts(p *problem.Problem) []Fact {
	facts := []Fact{}
	judge := p.Judge
	if judge.Key == "" {
		return facts
	}
	add := func(fact, value string) {
		if value != "" {
			facts = append(facts, Fact{fact, value, slices.Contains(judge.Unverified, fact)})
		}
	}
	if p.Limits.Time > 0 {
		add("time_limit", p.Limits.Time.String())
	}
	add("memory", fmt.Sprintf("%d MiB", p.Limits.Memory>>20))
	add("source", Sizes(judge))
	add("whitespace", string(judge.Whitespace))
	var languages, menu []string
	for _, language := range judge.Languages {
		if slices.Contains(judge.Unverified, language) {
			language += " (unverified)"
		}
		languages = append(languages, language)
	}
	for _, language := range slices.Sorted(maps.Keys(judge.Menu)) {
		menu = append(menu, language+" is "+judge.Menu[language])
	}
	add("languages", strings.Join(languages, ", "))
	add("menu", strings.Join(menu, ", "))
	for _, code := range slices.Sorted(maps.Keys(judge.Standards)) {
		add(code, judge.Standards[code])
	}
	return facts
}
