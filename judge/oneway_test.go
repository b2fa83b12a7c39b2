package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/tell/report"
)

// TestOneWay judges the same tests with several commands, in problems of each kind. All must give a submission the same
// verdict on a test.
func TestOneWay(t *testing.T) {
	judgetest.Need(t, "gcc")
	t.Setenv("JUDGE_VERDICTS", "off")
	for _, row := range []struct {
		pack, kind string
		long       bool
		programs   []string
		right      string   // the program that the others are compared with by judge stress
		tests      []string // which it makes; its own groups have no settings for their checkers
		want       []string // verdicts that run gives to some test
	}{
		{
			pack: "testdata/guess", kind: "interactive", right: "accepted/bisect.cpp", tests: []string{"sample/1"},
			want:     []string{"AC", "RTE", "WA"},
			programs: []string{"accepted/bisect.c", "run_time_error/status.c", "wrong_answer/zero.c"},
		},
		{
			pack: "testdata/guess", kind: "interactive, to the end", long: true, right: "accepted/bisect.cpp",
			tests: []string{"sample/1", "secret/2"}, want: []string{"AC", "RTE", "TLE", "WA"},
			programs: []string{"accepted/bisect.go", "run_time_error/crash.c", "time_limit_exceeded/no_flush.c",
				"wrong_answer/silent.c", "wrong_answer/linear.c"},
		},
		{
			pack: "testdata/given", kind: "included files and constants", long: true,
			right: "accepted/right.c",
			tests: []string{"secret/1", "secret/2"}, want: []string{"AC", "RTE", "WA"},
			programs: []string{"accepted/by_constant.c", "wrong_answer/more.c",
				"run_time_error/exits.c"},
		},
		{
			pack: "testdata/backwards", kind: "multi-pass", long: true, right: "accepted/binary.go",
			tests: []string{"sample/1"}, want: []string{"AC", "RTE", "WA"},
			programs: []string{"accepted/binary.c", "wrong_answer/forwards.c", "run_time_error/crash.c"},
		},
		{
			pack: "testdata/scoring/divisors.txtar", kind: "scoring", long: true, right: "accepted/all.c",
			tests: []string{"secret/2-many/1"}, want: []string{"AC", "RTE", "WA"},
			programs: []string{"partially_accepted/ends.c", "wrong_answer/zero.c", "run_time_error/abort.c"},
		},
	} {
		t.Run(row.kind, func(t *testing.T) {
			if row.long {
				judgetest.Long(t, "each program is judged by four commands")
			}
			t.Setenv("COLUMNS", "1000") // one line for the tests that mutants leaves out
			w := oneWay{T: t, pack: unpacked(t, row.pack), right: row.right}
			w.name = filepath.Base(w.pack)
			seen := make(map[string]bool)
			for _, program := range row.programs {
				verdicts := w.byRun(program)
				for test, want := range verdicts {
					seen[want] = true
					if got := w.byExec(program, test); got != want {
						t.Errorf("%s on %s: run says %s, and exec %s", program, test, want, got)
					}
					if slices.Contains(row.tests, test) {
						if got := w.byStress(program, test); got != want {
							t.Errorf("%s on %s: run says %s, and stress %s", program, test, want, got)
						}
					}
				}
				if judgetest.Shortened(t, "building a mutant takes longer than all of this") {
					continue
				}
				if left := w.byMutants(program); left != nil {
					want := []string{}
					for test, verdict := range verdicts {
						if verdict != "AC" {
							want = append(want, fmt.Sprintf("%s (%s)", test, verdict))
						}
					}
					slices.Sort(want)
					if diff := cmp.Diff(want, left); diff != "" {
						t.Errorf("%s: run (-) and mutants (+) do not agree:\n%s", program, diff)
					}
				}
			}
			for _, verdict := range row.want {
				if !seen[verdict] {
					t.Errorf("no program gets %s", verdict)
				}
			}
		})
	}
}

// unpacked returns a copy of a package, which may be a txtar file.
func unpacked(t *testing.T, path string) string {
	dir := t.TempDir()
	if name, is := strings.CutSuffix(filepath.Base(path), ".txtar"); is {
		judgetest.Unpack(t, dir, judgetest.Read(t, path))
		return filepath.Join(dir, name)
	}
	pack := filepath.Join(dir, filepath.Base(path))
	judgetest.Check(t, os.CopyFS(pack, os.DirFS(path)))
	return pack
}

// oneWay asks the commands for verdicts on the programs of a package.
type oneWay struct {
	*testing.T
	pack, name, right string
}

// judge runs a command and returns what it prints.
func (w oneWay) judge(args ...string) (status int, stdout, stderr string) {
	w.Helper()
	var out, err bytes.Buffer
	status = run(w.Context(), slices.Insert(args, 1, "--package", w.pack), &out, &err)
	return status, out.String(), err.String()
}

// byRun returns the verdicts of judge run, by test.
func (w oneWay) byRun(program string) map[string]string {
	w.Helper()
	_, stdout, stderr := w.judge("run", "--all", "--json", "-", w.name+"/"+program)
	d, err := report.Read(strings.NewReader(stdout))
	if err != nil || len(d.Submissions) != 1 {
		w.Fatalf("%v, after:\n%s", err, stderr)
	}
	verdicts := make(map[string]string)
	for _, t := range d.Submissions[0].Tests {
		verdicts[t.Name] = string(t.Verdict)
	}
	return verdicts
}

var verdictOfExec = regexp.MustCompile(`(?m)^judge: ([A-Z]{2,3}): `)

// byExec returns the verdict of judge exec, whose exit status must match it.
func (w oneWay) byExec(program, test string) string {
	w.Helper()
	status, _, stderr := w.judge("exec", w.name+"/"+program+":"+test)
	found := verdictOfExec.FindStringSubmatch(stderr)
	if found == nil || (found[1] == "AC") != (status == 0) {
		w.Errorf("exec of %s on %s: exit status %d after:\n%s", program, test, status, stderr)
		return "nothing"
	}
	return found[1]
}

// byStress returns the verdict of judge stress on a program. A generator prints the input of the test.
func (w oneWay) byStress(program, test string) string {
	w.Helper()
	generator := filepath.Join(w.TempDir(), "gen.c")
	input := judgetest.Read(w.T, filepath.Join(w.pack, "data", test+".in"))
	judgetest.Write(w.T, generator, fmt.Sprintf("#include <stdio.h>\nint main(void) { fputs(%q, stdout); }\n", input))
	if w.name == "backwards" { // its checker wants the number in the answer file
		judgetest.Write(w.T, filepath.Join(w.pack, "generators", "answer.c"),
			"#include <stdio.h>\nint main(void) { int n; scanf(\"encode %d\", &n); printf(\"%d\\n\", n); }\n")
		judgetest.Write(w.T, filepath.Join(w.pack, "generators", "tests.yaml"),
			"answer: generators/answer\nagree: generators/other\ngroups: {made: {tests: {\"1\": number 1}}}\n")
	}
	_, stdout, _ := w.judge("stress", w.name, program, w.right, "--gen", generator+" 1")
	found := foundBy.FindStringSubmatch(stdout)
	switch {
	case found != nil && found[1] == "score": // accepted, with another score
		return "AC"
	case found != nil && found[2] == "":
		return found[1]
	case strings.Contains(stdout, " do not differ on 1 test ") && !strings.Contains(stdout, "inconclusive"):
		return "AC"
	}
	return "nothing: " + stdout
}

// foundBy matches the first row of a finding of judge stress: the verdict, and the other program if it has that
// verdict.
var foundBy = regexp.MustCompile(`^\S+: ([A-Z]{2,3}|score)( of \S+)?: `)

// leftOut matches the tests that judge mutants leaves out, with their verdicts.
var leftOut = regexp.MustCompile(`(?m)^ *tests left out, not passed easily by the program itself: (.*)$`)

// byMutants returns the tests that a program does not pass, with their verdicts, as judge mutants prints them. It
// returns nil if the program passes no test, or if no fault can be planted in it.
func (w oneWay) byMutants(program string) []string {
	w.Helper()
	_, stdout, stderr := w.judge("mutants", w.name+"/"+program, "--count", "1")
	if strings.Contains(stderr, "passes no test") || strings.Contains(stderr, "no place for a fault") {
		return nil
	}
	left := leftOut.FindStringSubmatch(stdout)
	if left == nil {
		return nil
	}
	tests := strings.Split(left[1], ", ")
	slices.Sort(tests)
	return tests
}
