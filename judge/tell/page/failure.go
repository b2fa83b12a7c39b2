package page

import (
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// failure is a test that was not accepted, or a submission that does not compile.
type failure struct {
	ID         string
	Open       bool   // whether it is expanded at first; true only for the first unexpected failure
	Submission string // problem/submission
	Language   string
	Test       string // "" for a whole submission
	Verdict    string
	Expected   bool
	Figures    string // time, memory and score; "" for a whole submission
	Message    string
	Difference string
	Input      string
	Stderr     string
}

// Limits on the failures that a page shows in full. They keep the page of a hundred submissions with thirty tests each
// below a megabyte.
const (
	mostUnexpected = 20        // tests of one submission
	mostExpected   = 2         // tests of one submission
	mostBytes      = 250 << 10 // of all failures together
	mostText       = 1500      // bytes of each message, each difference, and each end of a standard error
)

// failures returns the failures to show in full, and the number of the others, which are only in the tables. Unexpected
// failures, and all failures of unexpected submissions, come first. The function adds the ids of failures on tests to
// the map shown.
func failures(p Page, shown map[place]string) (all []failure, leftOut int) {
	bytes := 0
	for _, expected := range []bool{false, true} {
		for i, s := range p.Results.Submissions {
			most := mostUnexpected
			if expected {
				most = mostExpected
			}
			for j, t := range failed(s) {
				if t.Verdict == problem.AC && t.Expected || t.Verdict == problem.NotRun ||
					(t.Expected && s.Expected) != expected {
					continue
				}
				if most == 0 || bytes > mostBytes {
					leftOut++
					continue
				}
				most--
				f := newFailure(s, t, p.Input)
				f.ID, f.Open = fmt.Sprintf("f%d", len(all)+1), !expected && len(all) == 0
				// the markup around the texts has about 600 bytes
				bytes += len(template.HTMLEscapeString(f.Message+f.Difference+f.Input+f.Stderr)) + 600
				all = append(all, f)
				if len(s.Tests) > 0 {
					shown[place{i, j}] = f.ID
				}
			}
		}
	}
	return all, leftOut
}

// failed returns all tests of a submission or, if it has none, an entry for the submission itself.
func failed(s grade.Submission) []grade.Test {
	if len(s.Tests) > 0 {
		return s.Tests
	}
	return []grade.Test{{Verdict: s.Verdict, Expected: s.Expected, Message: s.Message}}
}

func newFailure(s grade.Submission, t grade.Test, input func(string) string) failure {
	f := failure{
		Submission: legible.Line(s.Problem + "/" + s.Name), Language: legible.Line(s.Language),
		Test: legible.Line(t.Name), Verdict: legible.Line(string(t.Verdict)), Expected: t.Expected,
		Message: excerpt(t.Message, mostText), Difference: excerpt(t.Difference, mostText),
		Stderr: ending(t.Stderr, mostText),
	}
	if t.Name != "" {
		f.Figures = took(t)
	}
	if stderr := strings.TrimSpace(t.Stderr); stderr != "" && strings.Contains(t.Message, stderr) {
		f.Message = excerpt(strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(t.Message, stderr)), ":"), mostText)
	}
	if t.InputFile != "" && input != nil {
		f.Input = legible.Lines(input(t.InputFile))
	}
	return f
}

// excerpt returns at most the given number of bytes from the beginning of a text, made safe to show.
func excerpt(text string, most int) string {
	text = strings.TrimRight(text, "\n")
	if len(text) <= most {
		return legible.Lines(text)
	}
	return legible.Lines(strings.ToValidUTF8(text[:most], "")) + " …"
}

// ending returns at most the given number of bytes from the end of a text. If it cuts the text, the part that it
// returns begins with a whole line. The last lines that a program writes say why it ended.
func ending(text string, most int) string {
	text = strings.TrimRight(text, "\n")
	if len(text) <= most {
		return legible.Lines(text)
	}
	text = text[len(text)-most:]
	if _, after, ok := strings.Cut(text, "\n"); ok {
		text = after
	}
	return "…\n" + legible.Lines(strings.ToValidUTF8(text, ""))
}

// Limits on how much of an input a page shows.
const (
	mostInput      = 600 // bytes
	mostInputLines = 20
)

// Beginning returns the beginning of an input, for Page.Input.
func Beginning(path string) string {
	file, err := untrusted.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostInput+1))
	if err != nil {
		return ""
	}
	lines := slices.Collect(strings.Lines(excerpt(string(text), mostInput)))
	if len(lines) > mostInputLines {
		return strings.Join(lines[:mostInputLines], "") + "…"
	}
	return strings.Join(lines, "")
}

// Named does the same as Beginning, for paths from a file of results. A stranger may have written the file of results,
// and put the path of a private file in it. So Named opens only files with the extension of inputs.
func Named(path string) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || filepath.Ext(target) != ".in" {
		return ""
	}
	return Beginning(target)
}
