package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/author/export"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
)

// TestPackages judges packages in all formats, in many languages and in many shapes. Each txtar file in these folders
// of testdata holds a package. Its last file is what judge run must print: the exit status, a row for each submission
// and, in any order, standard error. In a line, … stands for any words; a line … stands for any lines of standard
// error. A row may leave out the score. Two files are not part of the package:
//
//	make.sh    runs first, beside the package's folder, to make links, empty folders, modes and copies of $TESTDATA
//	arguments  holds further arguments of judge run
func TestPackages(t *testing.T) {
	for _, kind := range []string{"legacy", "packages", "polygon", "scoring", "world"} {
		files, err := filepath.Glob("testdata/" + kind + "/*.txtar")
		if err != nil || len(files) == 0 {
			t.Fatalf("no packages in testdata/%s: %v", kind, err)
		}
		for _, file := range files {
			t.Run(kind+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
				testPackage(t, kind, file)
			})
		}
	}
}

// inShort are the packages of the short tier.
var inShort = []string{"halves", "misspelt", "noyaml", "words"}

func testPackage(t *testing.T, kind, file string) {
	name := strings.TrimSuffix(filepath.Base(file), ".txtar")
	if kind != "world" || !slices.Contains(inShort, name) {
		judgetest.Long(t, "it builds and runs many programs")
		judgetest.Need(t, "gcc", "g++")
	}
	story := txtar.Parse([]byte(judgetest.Read(t, file)))
	last := &story.Files[len(story.Files)-1]
	testdata, err := filepath.Abs("testdata")
	judgetest.Check(t, err)
	dir, arguments := t.TempDir(), map[string][]string{"packages": {"--allow-skips"}}[kind]
	script := map[string]string{"polygon": "mkdir -p */files && cp $TESTDATA/testlib/testlib.h */files"}[kind]
	for _, f := range story.Files[:len(story.Files)-1] {
		switch f.Name {
		case "make.sh":
			script = string(f.Data)
		case "arguments":
			arguments = strings.Fields(string(f.Data))
		default:
			judgetest.Write(t, filepath.Join(dir, f.Name), string(f.Data))
		}
	}
	sh := exec.Command("sh", "-euc", script)
	sh.Dir, sh.Env = dir, append(os.Environ(), "TESTDATA="+testdata)
	if out, err := sh.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	pack := filepath.Join(dir, name)
	output, results := compareRun(t, string(last.Data), pack, arguments)
	if *judgetest.Update && output != "" {
		last.Data = []byte(output)
		judgetest.Write(t, file, string(txtar.Format(story)))
	}
	switch {
	case kind == "scoring":
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), []string{"validate", "--package", pack}, &stdout, &stderr); status != 0 {
			t.Errorf("judge validate: exit status %d\n%s%s", status, &stdout, &stderr)
		}
	case kind != "packages":
		compareUpgraded(t, pack, arguments, results)
	}
	if name == "sum" || name == "helpers" { // in each format, the first is also judged as an archive
		packed := filepath.Join(t.TempDir(), name+".kpp")
		judgetest.Zip(t, packed, dir)
		compareRun(t, string(last.Data), packed, arguments)
	}
}

// notUpgraded says why problems are not exported to the format 2025-09.
var notUpgraded = map[string]string{
	"legacy/graders": "grading: custom", "legacy/pograder2": "grading: custom", "legacy/second": "grading: custom",
	"legacy/third": "grading: custom", "legacy/pocustomscore": "gives scores (score.txt)", "legacy/ran": "is in .java",
	"legacy/pounscored": "gives scores (score.txt)", "legacy/both": "no room for several output validators",
	"legacy/helpers": "no room for several output validators", "legacy/pair": "no room for several output validators",
	"polygon/files": "no output files", "polygon/plpoints": "different points", "polygon/points": "different points",
}

// compareUpgraded exports the problems in older formats to 2025-09, and compares verdicts and scores. Tests that are
// left out because of earlier results count as equal, as does PE with WA.
func compareUpgraded(t *testing.T, pack string, arguments []string, results grade.Results) {
	t.Helper()
	set, err := problem.Load(problem.Package(pack), nil)
	if err != nil {
		return
	}
	for _, p := range set.Problems {
		if p.Format == "2025-09" {
			continue
		}
		made, err := export.Plan(t.Context(), p, export.Standard)
		if why := notUpgraded[p.Format+"/"+p.Name]; err != nil || why != "" {
			if why == "" || err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s is exported with %v, want an error with %q", p.Name, err, why)
			}
			continue
		}
		file := filepath.Join(t.TempDir(), p.Name+".zip")
		judgetest.Check(t, whole.Write(file, func(w io.Writer) error { return export.Write(w, made.Files) }))
		output, upgraded, _ := runPackage(t, file, arguments)
		left := upgraded.Submissions
		for _, s := range results.Submissions {
			if s.Problem != p.Name && len(set.Problems) > 1 {
				continue
			}
			i := slices.IndexFunc(left, func(u grade.Submission) bool {
				return strings.TrimPrefix(path.Base(u.Name), "other-") == path.Base(s.Name)
			})
			if i < 0 {
				if !strings.Contains(strings.Join(made.Notes, "\n"), s.Name+" is left out") {
					t.Errorf("%s: %s is gone", p.Name, s.Name)
				}
				continue
			}
			if diff := cmp.Diff(resultOf(s, left[i]), resultOf(left[i], s)); diff != "" {
				t.Errorf("%s: %s (-here +upgraded):\n%s%s", p.Name, s.Name, diff, output)
			}
			left = slices.Delete(left, i, i+1)
		}
	}
}

// partial are submissions that only graders accept, or whose score is the best one only without a range of scores. In
// the format 2025-09, they are not as expected.
var partial = []string{"accepted/js_30.py", "partially_accepted/some.c"}

// resultOf returns what the result of a submission in one format has in common with that in another format.
func resultOf(s, other grade.Submission) (all []string) {
	for _, t := range s.Tests {
		judged := func(o grade.Test) bool { return o.Name == t.Name && o.Verdict != problem.NotRun }
		if v := t.Verdict; judged(t) && slices.ContainsFunc(other.Tests, judged) {
			if v == problem.PE {
				v = problem.WA
			}
			all = append(all, fmt.Sprintf("%s %s", t.Name, v))
		}
	}
	if s.Scores != nil && s.Scores.Whole.Known && other.Scores != nil && other.Scores.Whole.Known {
		all = append(all, "score "+s.Scores.Whole.Score.Exact())
	}
	if slices.Contains(partial, s.Name) {
		return all
	}
	return append(all, fmt.Sprint("expected ", s.Expected))
}

// compareRun compares what judge run prints for a package with want. It returns the results, and the output, in which
// matching lines are those of want; "" if this machine lacks a language.
func compareRun(t *testing.T, want, pack string, arguments []string) (string, grade.Results) {
	t.Helper()
	output, results, missing := runPackage(t, pack, arguments)
	wanted, got := lines(want), lines(output)
	if len(missing) > 0 { // their absence changes the status and the messages
		unjudged := func(line string) bool {
			return !isRow(line) || strings.HasPrefix(line, "    ") || missing[strings.Fields(line)[0]]
		}
		wanted, got = slices.DeleteFunc(wanted, unjudged), slices.DeleteFunc(got, unjudged)
		t.Logf("skipped: %v", missing)
	}
	rest := slices.Clone(got)
	var wrong []string
	for _, line := range wanted {
		at := slices.IndexFunc(rest, func(g string) bool { return matchesLine(line, g) })
		switch {
		case at >= 0:
			got[slices.Index(got, rest[at])] = line
			rest = slices.Delete(rest, at, at+1)
		case line != "…":
			wrong = append(wrong, "-"+line)
		}
	}
	for _, line := range rest {
		if !slices.Contains(wanted, "…") || !strings.HasPrefix(line, "judge: ") {
			wrong = append(wrong, "+"+line)
		}
	}
	if len(wrong) > 0 {
		t.Errorf("(-want +got):\n%s", strings.Join(wrong, "\n"))
	}
	if len(missing) > 0 {
		return "", results
	}
	return strings.Join(got, "\n") + "\n", results
}

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// isRow reports whether a line is a submission's.
func isRow(line string) bool {
	return strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "  PACKAGE")
}

// matchesLine reports whether a line matches a wanted one, in which … stands for any words.
func matchesLine(want, got string) bool {
	if isRow(got) && !strings.Contains(want, " score ") {
		got = scoreOfRow.ReplaceAllString(got, "$1")
	}
	parts := strings.Split(want, "…")
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 {
		return want == got
	}
	got, found := strings.CutPrefix(got, first)
	if want == "…" || !found || !strings.HasSuffix(got, last) {
		return false
	}
	for _, part := range parts[1:] {
		at := strings.Index(got, part)
		if at < 0 {
			return false
		}
		got = got[at+len(part):]
	}
	return true
}

var scoreOfRow = regexp.MustCompile(`( as expected| UNEXPECTED) score [^ :]+`)

// progressLine matches progress, which appears if working out a time limit takes long.
var progressLine = regexp.MustCompile(`(?m)^judge: (preparing: |building |judging ).*\n`)

// runPackage returns what judge run prints for a package or a folder of packages, the results, and the submissions in
// languages that this machine lacks.
func runPackage(t *testing.T, pack string, arguments []string) (output string, results grade.Results,
	missing map[string]bool) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	arguments = append([]string{"run", "--package", pack, "--json", "-"}, arguments...)
	status := run(t.Context(), arguments, &stdout, &stderr)
	results, err := report.Read(&stdout)
	if err != nil && stdout.Len() > 0 { // without JSON, it was refused
		t.Fatalf("%v, after:\n%s", err, &stderr)
	}
	output = fmt.Sprintf("exit status %d\n", status)
	missing = make(map[string]bool)
	all := results.Submissions
	for _, s := range all {
		name := s.Name
		if all[0].Problem != all[len(all)-1].Problem {
			name = s.Problem + "/" + s.Name
		}
		verdict, expected, score := string(s.Verdict), "as expected", ""
		if s.Scores != nil && s.Scores.Whole.Scored {
			points, _ := s.Scores.Whole.Score.Float()
			score = fmt.Sprintf(" score %v", points)
		}
		message, _, _ := strings.Cut(s.Message, "\n")
		switch {
		case s.Verdict == problem.NotRun:
			verdict, expected = "-", s.Message
			if missingTool.MatchString(s.Message) {
				missing[name] = true
			}
		case strings.HasPrefix(s.Message, "undecided: "):
			expected = s.Message
		case s.Verdict == problem.CE: // each compiler has its own messages
			if !s.Expected {
				expected = "UNEXPECTED"
			}
		case s.Expected:
			expected += strings.TrimSuffix(score+": "+message, ": ")
		case message == "":
			expected = "UNEXPECTED" + score
		default:
			expected = "UNEXPECTED" + score + ": " + message
		}
		output += fmt.Sprintf("  %s %s %s\n", name, verdict, expected)
	}
	output += progressLine.ReplaceAllString(stderr.String(), "")
	return strings.ReplaceAll(output, pack, "PACKAGE"), results, missing
}

// missingTool matches the message about a tool that a language needs, but that is missing or fails here.
var missingTool = regexp.MustCompile(`no [^:]+: (\S+) (?:is not on the PATH|is installed but fails)`)

// A refused archive is named, and no file of any archive is left behind.
func TestArchivesLeaveNothing(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	judgetest.Unpack(t, dir, "-- good/problem.yaml --\nname: Good\n-- good/data/secret/1.in --\n-- bad/problem.yaml "+
		"--\nname: [\n")
	for name, want := range map[string]string{
		"good": "PACKAGE/data/secret/1.in: no answer file 1.ans beside it; write it, or remove 1.in",
		"bad":  "PACKAGE/problem.yaml:1:7: ",
		"none": "PACKAGE: no problem.yaml at its top, nor in one folder at its top, and no problem.xml of Polygon; it is " +
			"not a problem package",
	} {
		judgetest.Check(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
		pack := filepath.Join(t.TempDir(), name+".zip")
		judgetest.Zip(t, pack, filepath.Join(dir, name))
		for _, command := range []string{"run", "list", "validate"} {
			var stdout, stderr bytes.Buffer
			status := run(t.Context(), []string{command, "--package", pack}, &stdout, &stderr)
			output := strings.ReplaceAll(stderr.String(), pack, "PACKAGE")
			if status != statusUsage || !strings.Contains(output, want) {
				t.Errorf("%s %s: exit status %d and %s, want %s", command, name, status, output, want)
			}
		}
	}
	left, err := os.ReadDir(temp)
	judgetest.Check(t, err)
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
