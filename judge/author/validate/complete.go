package validate

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// completeness finds what a package must have by the format and the problem lacks.
func completeness(p *problem.Problem) []Finding {
	switch p.Format {
	case "2025-09":
	case polygon.Format:
		return polygonCompleteness(p)
	default:
		return legacyCompleteness(p)
	}
	metadata := filepath.Join(p.Dir, "problem.yaml")
	var found []Finding
	find := func(file, format string, args ...any) {
		found = append(found, Finding{file, fmt.Sprintf(format, args...)})
	}
	if p.UUID == "" {
		find(metadata, "no uuid; add one, as uuidgen prints it: uuid: …")
	}
	if p.License == "" {
		find(metadata, "no license; add license: unknown if there is none")
	}
	if p.License != "" && p.License != "unknown" && p.License != "public domain" && !p.About.Owned() {
		find(metadata, "the license %q needs an owner of the rights; add rights_owner, credits or source", p.License)
	}
	languages := statements(p)
	if len(languages) == 0 {
		find(filepath.Join(p.Dir, "statement"), "no statement; write problem.en.md there")
	}
	for _, language := range languages {
		if p.Titles[language] == "" {
			find(metadata, "no name in the language of problem.%s; add it: name: {%s: …}", language, language)
		}
	}
	for _, language := range slices.Sorted(maps.Keys(p.Titles)) {
		if len(languages) > 0 && !slices.Contains(languages, language) {
			find(metadata, "a name in the language %s, and no statement/problem.%s.md; write it, or remove the name",
				language, language)
		}
	}
	if !slices.ContainsFunc(p.Tests, func(t problem.Test) bool { return strings.HasPrefix(t.Name, "secret/") }) {
		find(filepath.Join(p.DataDir, "secret"), "no secret tests; put .in and .ans files there")
	}
	return append(found, programs(p)...)
}

// faults are what was wrong with the files of a package from elsewhere, and was read all the same.
func faults(p *problem.Problem) (found []Finding) {
	for _, fault := range p.Faults {
		place, message, _ := strings.Cut(fault.Error(), ": ")
		found = append(found, Finding{place, message})
	}
	return found
}

// programs finds the programs that every package must have.
func programs(p *problem.Problem) (found []Finding) {
	if len(p.InputValidators) == 0 {
		found = append(found, noValidator(p))
	}
	if !slices.ContainsFunc(p.Submissions, func(s problem.Submission) bool { return s.Solution && s.Broken == "" }) {
		found = append(found, Finding{p.Dir, "no solution; the format wants one that is accepted"})
	}
	for _, s := range p.Submissions {
		if place, message, broken := strings.Cut(s.Broken, ": "); broken {
			found = append(found, Finding{place, message})
		}
	}
	return found
}

func noValidator(p *problem.Problem) Finding {
	if p.Format == polygon.Format {
		return Finding{filepath.Join(p.Dir, polygon.File), "no validator that can be run here; add one of testlib on " +
			"Polygon, and download the package again"}
	}
	return Finding{filepath.Join(p.Dir, "input_validators"), "no input validator; write a program there that exits " +
		"with 42 for a valid input"}
}

// statementName is the name of a statement's file, with its language code.
var statementName = regexp.MustCompile(`^problem\.([a-z]{2,3}(?:-[A-Z]{2})?)\.(tex|md|pdf)$`)

// statements are the languages that there is a statement in, sorted.
func statements(p *problem.Problem) []string {
	var languages []string
	for _, file := range visible(filepath.Join(p.Dir, "statement")) {
		if m := statementName.FindStringSubmatch(file.Name()); m != nil {
			languages = append(languages, m[1])
		}
	}
	return slices.Compact(languages)
}

// recipes holds the recipes of a problem against its secret tests, where it has any recipes.
func recipes(p *problem.Problem) []Finding {
	groups, byHand, err := recipe.ReadAll(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return []Finding{{recipe.File(p), fmt.Sprintf("cannot be read:\n%v", err)}}
	}
	tests := make(map[string]bool)
	for _, t := range p.Tests {
		tests[t.Name] = true
	}
	var found []Finding
	made := make(map[string]bool)
	for _, g := range groups {
		for _, t := range g.Tests {
			name := "secret/" + g.Name + "/" + t.Name
			made[name] = true
			if !tests[name] {
				found = append(found, Finding{t.Place, fmt.Sprintf("there is no test %s; make it with: %s",
					name, p.Gen())})
			}
		}
	}
	for _, t := range p.Tests {
		if strings.HasPrefix(t.Name, "secret/") && !made[t.Name] &&
			!slices.Contains(byHand, groupOf(t.Name)) {
			found = append(found, Finding{t.Input, "no recipe makes this test; add one to " + recipe.File(p) +
				", or remove the test, or name its group there: by_hand: [GROUP]"})
		}
	}
	return found
}

// groupOf is the folder in secret that a test is in: "easy" of secret/easy/more/01.
func groupOf(test string) string {
	group, _, _ := strings.Cut(strings.TrimPrefix(test, "secret/"), "/")
	return group
}

// mostBlanks is how many of the blanks at the end of a line are shown.
const mostBlanks = 60

// form finds whitespace in an answer that no program would print on purpose, where the default checker compares.
func (r *Report) form(answer string) error {
	file, err := untrusted.Open(answer)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	blanks := make([]byte, 0, mostBlanks) // that the line so far ends with, their beginning
	ended, said := true, false
	for line := 1; ; {
		b, err := in.ReadByte()
		if err != nil && err != io.EOF {
			return err
		}
		if (err == io.EOF || b == '\n') && len(blanks) > 0 && !said {
			r.find(answer, "line %d ends with %q", line, blanks)
			said = true
		}
		switch {
		case err == io.EOF:
			if !ended {
				r.find(answer, "no newline at the end")
			}
			return nil
		case b == '\n':
			line++
			blanks = blanks[:0]
		case !strings.ContainsRune(" \t\r\v\f", rune(b)):
			blanks = blanks[:0]
		case len(blanks) < mostBlanks:
			blanks = append(blanks, b)
		}
		ended = b == '\n'
	}
}
