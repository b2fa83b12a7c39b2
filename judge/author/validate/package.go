package validate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// faults returns the violations of the format that did not prevent reading the package.
func faults(_ context.Context, e *env) (found []problem.Finding, err error) {
	return placed(errors.Join(e.Faults...)), nil
}

// placed splits an error into findings. Each line of the error begins with a place.
func placed(err error) (found []problem.Finding) {
	if err == nil {
		return nil
	}
	for line := range strings.Lines(err.Error()) {
		place, message, _ := strings.Cut(strings.TrimSpace(line), ": ")
		found = append(found, findingf("format", place, "%s", message))
	}
	return found
}

// completeness finds what the format demands and the problem lacks.
func completeness(_ context.Context, e *env) (found []problem.Finding, err error) {
	switch e.Format {
	case "2025-09":
		found = missing2025(e.Problem)
	case polygon.Format:
		folder := filepath.Join(e.Dir, "statements")
		files, _ := filepath.Glob(filepath.Join(folder, "*", "problem.tex")) // none if the folder is missing
		sections, _ := filepath.Glob(filepath.Join(e.Dir, "statement-sections", "*", "legend.tex"))
		if len(files)+len(sections) == 0 {
			found = append(found, findingf("statement.missing", folder, "no statement; write one on Polygon, "+
				"and download the package again"))
		}
	default:
		found = unowned(e.Problem, "rights_owner or source")
		folder := filepath.Join(e.Dir, "problem_statement")
		if !slices.ContainsFunc(visible(folder), func(e fs.DirEntry) bool {
			return legacyStatement.MatchString(e.Name())
		}) {
			found = append(found, findingf("statement.missing", folder, "no statement; write problem.en.tex there"))
		}
	}
	switch {
	case len(e.InputValidators) > 0:
	case e.Format == polygon.Format:
		found = append(found, findingf("validators.missing", filepath.Join(e.Dir, polygon.File),
			"no validator that can be run here; add one with testlib on Polygon, and download the package again"))
	default:
		found = append(found, findingf("validators.missing", filepath.Join(e.Dir, "input_validators"),
			"no input validator; write a program there that exits with 42 for a valid input"))
	}
	if !slices.ContainsFunc(e.Submissions, func(s problem.Submission) bool { return s.Solution && s.Broken == "" }) {
		found = append(found, findingf("solutions.missing", e.Dir,
			"no solution; the format demands one that is accepted"))
	}
	for _, s := range e.Submissions {
		if place, message, broken := strings.Cut(s.Broken, ": "); broken {
			found = append(found, findingf("solutions.unusable", place, "%s", message))
		}
	}
	return found, nil
}

// missing2025 finds what the format 2025-09 demands and the problem lacks.
func missing2025(p *problem.Problem) (found []problem.Finding) {
	metadata := filepath.Join(p.Dir, "problem.yaml")
	find := func(id, file, format string, args ...any) { found = append(found, findingf(id, file, format, args...)) }
	if p.UUID == "" {
		find("metadata.uuid", metadata, "no uuid; add one, for example from uuidgen: uuid: …")
	}
	if p.License == "" {
		find("metadata.license", metadata, "no license; add license: unknown if there is none")
	}
	found = append(found, unowned(p, "rights_owner, credits or source")...)
	languages := statements(p)
	for _, language := range languages {
		if file := filepath.Join(p.Dir, "statement", "problem."+language+".md"); scaffold.IsTemplate(file) {
			find("statement.template", file, "still the template; describe your problem")
		}
	}
	if len(languages) == 0 {
		find("statement.missing", filepath.Join(p.Dir, "statement"), "no statement; write problem.en.md there")
	}
	for _, language := range languages {
		if p.Titles[language] == "" {
			find("metadata.name", metadata, "no name in the language of problem.%s; add it: name: {%s: …}", language,
				language)
		}
	}
	for _, language := range slices.Sorted(maps.Keys(p.Titles)) {
		if len(languages) > 0 && !slices.Contains(languages, language) {
			find("metadata.name", metadata, "a name in the language %s, but no statement/problem.%s.md; write it, or "+
				"remove the name", language, language)
		}
	}
	if !slices.ContainsFunc(p.Tests, func(t problem.Test) bool { return strings.HasPrefix(t.Name, "secret/") }) {
		find("tests.secret", filepath.Join(p.DataDir, "secret"), "no secret tests; put .in and .ans files there")
	}
	return found
}

// unowned returns a finding if the license needs an owner of the rights and the problem names none. The argument keys
// lists the keys that can name the owner.
func unowned(p *problem.Problem, keys string) []problem.Finding {
	if p.License == "" || p.License == "unknown" || p.License == "public domain" || p.About.Owned() {
		return nil
	}
	return []problem.Finding{findingf("metadata.owner", filepath.Join(p.Dir, "problem.yaml"),
		"the license %q needs an owner of the rights; add %s", p.License, keys)}
}

// The names of statement files. A name has a language code, which is optional in the legacy formats.
var (
	statementName   = regexp.MustCompile(`^problem\.([a-z]{2,3}(?:-[A-Z]{2})?)\.(tex|md|pdf)$`)
	legacyStatement = regexp.MustCompile(`^problem(\.[a-z]{2,3}(-[A-Z]{2})?)?\.(tex|pdf|md|html)$`)
)

// statements returns the codes of the languages that have a statement, sorted.
func statements(p *problem.Problem) []string {
	var languages []string
	for _, file := range visible(filepath.Join(p.Dir, "statement")) {
		if m := statementName.FindStringSubmatch(file.Name()); m != nil {
			languages = append(languages, m[1])
		}
	}
	return slices.Compact(languages)
}

// visible returns a folder's files, except those whose names the format ignores. The folder may be missing.
func visible(dir string) []fs.DirEntry {
	entries, err := untrusted.ReadDir(dir)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "-")
	})
}

// recipes compares the recipes of a problem, if it has any, with its secret tests.
func recipes(_ context.Context, e *env) (found []problem.Finding, err error) {
	groups, byHand, err := recipe.Read(e.Problem)
	advice := ", or name its group there: by_hand: [GROUP]"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil && recipe.Foreign(e.Problem): // it may be right for BAPCtools
		e.skip("the recipes: %v", err)
		return nil, nil
	case err != nil:
		return []problem.Finding{findingf("recipes.unreadable", recipe.File(e.Problem), "cannot be read:\n%v",
			err)}, nil
	case recipe.Foreign(e.Problem):
		advice = ""
	}
	tests, made := make(map[string]bool), make(map[string]bool)
	for _, t := range e.Tests {
		tests[t.Name] = true
	}
	for _, g := range groups {
		for _, t := range g.Tests {
			name := g.Folder + "/" + t.Name
			made[name] = true
			if !tests[name] {
				found = append(found, findingf("tests.missing", t.Place, "there is no test %s; make it with: %s", name,
					e.Gen()))
			}
		}
	}
	for _, t := range e.Tests {
		below, secret := strings.CutPrefix(t.Name, "secret/")
		group, _, _ := strings.Cut(below, "/")
		if secret && !made[t.Name] && !slices.Contains(byHand, group) {
			found = append(found, findingf("recipes.missing", t.Input, "no recipe makes this test; add one to %s, or "+
				"remove the test%s", recipe.File(e.Problem), advice))
		}
	}
	return found, nil
}

// scores finds maximum scores that do not add up. Scores that break the format were found when the problem was loaded.
func scores(_ context.Context, e *env) (found []problem.Finding, err error) {
	if e.Scoring == nil {
		return nil, nil
	}
	for _, doubt := range e.Scoring.Doubts() {
		found = append(found, findingf("scores.sum", filepath.Join(e.DataDir, filepath.FromSlash(doubt.Group),
			"test_group.yaml"), "%s", doubt.Message))
	}
	return found, nil
}

// textFiles are the extensions of files that must be text, by the format. Source files are among them.
var textFiles = strings.Fields(`.yaml .md .tex .txt .in .ans .out .statement .download .interaction .hint .desc
	.timelimit .ini .c .h .cc .cpp .cxx .hh .hpp .hxx .go .py .java .kt .scala .rs .js .ts .cs .hs .ml .pas .rb .php .pl
	.sh`)

// maxText is the size in bytes of the largest file that is read.
const maxText = 64 << 20

// texts finds text files that are not UTF-8 or that begin with a byte-order mark. It also finds text files with Windows
// line ends, or without a newline at the end. In answers for the default checker, texts also finds blanks at line ends.
// It skips packages of Polygon, which may have Windows line ends.
func texts(_ context.Context, e *env) (found []problem.Finding, err error) {
	if e.Format == polygon.Format {
		return nil, nil
	}
	for _, root := range []string{e.Dir, e.DataDir} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil { // entry may be nil
				return err
			}
			switch hidden := strings.HasPrefix(entry.Name(), ".") && path != root; {
			case entry.IsDir() && (hidden || strings.HasSuffix(path, ".files") || root == e.Dir && path == e.DataDir):
				return fs.SkipDir
			case entry.IsDir() && filepath.Dir(path) == e.DataDir && strings.HasPrefix(entry.Name(), "invalid_"):
				return fs.SkipDir // these files may be wrong on purpose
			case entry.IsDir() || hidden || !entry.Type().IsRegular() ||
				!slices.Contains(textFiles, filepath.Ext(path)):
				return nil
			}
			text, err := untrusted.Read(path, maxText)
			var large *untrusted.SizeError
			if errors.As(err, &large) {
				return nil
			}
			if wrong := textFault(text, e.Checkers == nil && filepath.Ext(path) == ".ans"); err == nil && wrong != "" {
				found = append(found, findingf("files.text", path, "%s", wrong))
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return found, err
		}
	}
	return found, nil
}

// blank matches whitespace at the end of a line, up to 60 characters.
var blank = regexp.MustCompile(`(?m)[ \t\r\v\f]{1,60}$`)

// textFault returns how a text breaks the format, or "" if the text is valid.
func textFault(text []byte, answer bool) string {
	switch {
	case bytes.HasPrefix(text, []byte("\ufeff")):
		return "begins with a byte-order mark; save it as UTF-8 without one"
	case !utf8.Valid(text):
		return "is not UTF-8; save it as UTF-8"
	case answer && blank.Match(text):
		at := blank.FindIndex(text)
		return fmt.Sprintf("line %d ends with %q", 1+bytes.Count(text[:at[0]], []byte("\n")), text[at[0]:at[1]])
	case bytes.Contains(text, []byte("\r\n")):
		return fmt.Sprintf("line %d ends with a carriage return and a newline; the format demands newlines alone",
			1+bytes.Count(text[:bytes.Index(text, []byte("\r\n"))], []byte("\n")))
	case len(text) > 0 && text[len(text)-1] != '\n':
		return "no newline at the end"
	}
	return ""
}
