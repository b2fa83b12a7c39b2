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
				verdicts := w.byRun("run", program)
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
	t.Run("a program in a folder", func(t *testing.T) {
		w := oneWay{T: t, pack: t.TempDir(), right: "right.c"}
		for name, text := range map[string]string{
			"right.c": "puts(\"1\");", "wrong.c": "puts(getchar() == 'a' ? \"1\" : \"2\");",
			"crash.c": "if (getchar() == 'b') abort(); puts(\"1\");",
		} {
			judgetest.Write(t, filepath.Join(w.pack, name),
				"#include <stdio.h>\n#include <stdlib.h>\nint main(void) { "+text+" return 0; }\n")
		}
		for _, test := range []string{"a", "b"} {
			judgetest.Write(t, filepath.Join(w.pack, test+".in"), test+"\n")
			judgetest.Write(t, filepath.Join(w.pack, test+".ans"), "1\n")
		}
		for program, want := range map[string]map[string]string{"right.c": {"a": "AC", "b": "AC"},
			"wrong.c": {"a": "AC", "b": "WA"}, "crash.c": {"a": "AC", "b": "RTE"}} {
			for _, command := range []string{"run", "test"} {
				if diff := cmp.Diff(want, w.byRun(command, program)); diff != "" {
					t.Errorf("judge %s %s (-want +got):\n%s", command, program, diff)
				}
			}
			for test, verdict := range want {
				if got := w.byExec(program, test); got != verdict {
					t.Errorf("%s on %s: exec says %s, want %s", program, test, got, verdict)
				}
				if got := w.byStress(program, test); program != w.right && got != verdict {
					t.Errorf("%s on %s: stress says %s, want %s", program, test, got, verdict)
				}
			}
		}
	})
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

// oneWay asks the commands for verdicts on the programs of a package or, if name is "", of any other folder.
type oneWay struct {
	*testing.T
	pack, name, right string
}

// argument returns the argument that names a program.
func (w oneWay) argument(program string) string {
	if w.name == "" {
		return filepath.Join(w.pack, program)
	}
	return w.name + "/" + program
}

// judge runs a command and returns what it prints.
func (w oneWay) judge(args ...string) (status int, stdout, stderr string) {
	w.Helper()
	var out, err bytes.Buffer
	if w.name != "" {
		args = slices.Insert(args, 1, "--package", w.pack)
	}
	status = run(w.Context(), args, &out, &err)
	return status, out.String(), err.String()
}

// byRun returns the verdicts of judge run or judge test, by test.
func (w oneWay) byRun(command, program string) map[string]string {
	w.Helper()
	_, stdout, stderr := w.judge(command, "--all", "--json", "-", w.argument(program))
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
	status, _, stderr := w.judge("exec", w.argument(program)+":"+test)
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
	named, tests := []string{"stress", w.name, program, w.right}, filepath.Join(w.pack, "data")
	if w.name == "" {
		named, tests = []string{"stress", w.argument(program), w.argument(w.right)}, w.pack
	}
	input := judgetest.Read(w.T, filepath.Join(tests, test+".in"))
	judgetest.Write(w.T, generator, fmt.Sprintf("#include <stdio.h>\nint main(void) { fputs(%q, stdout); }\n", input))
	if w.name == "backwards" { // its checker wants the number in the answer file
		judgetest.Write(w.T, filepath.Join(w.pack, "generators", "answer.c"),
			"#include <stdio.h>\nint main(void) { int n; scanf(\"encode %d\", &n); printf(\"%d\\n\", n); }\n")
		judgetest.Write(w.T, filepath.Join(w.pack, "generators", "tests.yaml"),
			"answer: generators/answer\nagree: generators/other\ngroups: {made: {tests: {\"1\": number 1}}}\n")
	}
	_, stdout, _ := w.judge(append(named, "--gen", generator+" 1")...)
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
var leftOut = regexp.MustCompile(`(?m)^ *tests left out because the program fails them or uses over half the limit: (.*)$`)

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
