package grade

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// TestLanguages: each folder of testdata/languages has a program that does what its argument says, and one that does
// not compile. In every installed language, each kind of end gets its verdict.
func TestLanguages(t *testing.T) {
	judgetest.Long(t, "it compiles and runs programs in all languages")
	folders, err := filepath.Glob("testdata/languages/*")
	judgetest.Check(t, err)
	if len(folders) < 24 {
		t.Fatalf("only %v", folders)
	}
	tools := optionsWith(t, "")
	tools.All = true

	dir := t.TempDir()
	for name, text := range map[string]string{
		"none": "", "example": "3 4 35\n", "mebibyte": strings.Repeat("12345 67\n", 1<<20/9),
		"hello.ans": "hello\n", "example.ans": "42\n", "mebibyte.ans": "1446097296\n", "deep.ans": "5000050000\n",
	} {
		judgetest.Check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	test := func(mode, input, answer string) problem.Test {
		return problem.Test{Name: mode + " " + input, Args: []string{mode}, Input: filepath.Join(dir, input),
			Answer: filepath.Join(dir, answer)}
	}
	limits := problem.Limits{Time: 10 * time.Minute, Memory: 256 << 20, Output: 8 << 20,
		Validation: problem.DefaultValidation}
	patient := &problem.Problem{Name: "patient", Limits: limits, Tests: []problem.Test{
		test("hello", "none", "hello.ans"), test("sum", "example", "example.ans"), test("sum", "mebibyte",
			"mebibyte.ans"),
		test("exit", "none", "none"), test("memory", "none", "none"), test("deep", "none", "deep.ans"),
	}}
	limits.Time = time.Second / 2
	impatient := &problem.Problem{Name: "impatient", Limits: limits, Tests: []problem.Test{test("loop", "none",
		"none")}}

	for _, folder := range folders {
		code := filepath.Base(folder)
		t.Run(code, func(t *testing.T) {
			source := func(pattern string) problem.Submission {
				files, err := filepath.Glob(filepath.Join(folder, pattern))
				if err != nil || len(files) != 1 {
					t.Fatal(files, err)
				}
				return problem.Submission{Name: pattern, Source: problem.Source{Name: pattern, Dir: folder,
					Files: []string{filepath.Base(files[0])}, Language: code}}
			}
			main, broken := source("[mM]ain.*"), source("[bB]roken.*")
			_, err := tools.Cache.Build(t.Context(), compile.Submission, main.Source)
			var missing *compile.MissingError
			if errors.As(err, &missing) {
				t.Skip(missing)
			}
			judgetest.Check(t, err)
			results, err := Judge(t.Context(), []Entry{
				{Problem: patient, Submission: main, Tests: patient.Tests},
				{Problem: impatient, Submission: main, Tests: impatient.Tests},
				{Problem: patient, Submission: broken, Tests: patient.Tests},
			}, tools)
			judgetest.Check(t, err)
			got := map[string]Test{}
			for _, s := range results.Submissions[:2] {
				for _, test := range s.Tests {
					got[test.Name] = test
				}
			}
			for name, want := range map[string]problem.Verdict{
				"hello none": problem.AC, "sum example": problem.AC, "sum mebibyte": problem.AC,
				"deep none": problem.AC,
				"exit none": problem.RTE, "memory none": problem.MLE, "loop none": problem.TLE,
			} {
				if got[name].Verdict != want || name == "exit none" && got[name].ExitCode != 3 {
					t.Errorf("%s: got %s (%s), want %s", name, got[name].Verdict, got[name].Message, want)
				}
			}
			if s := results.Submissions[2]; s.Verdict != problem.CE || s.Message == "" {
				t.Errorf("a program that does not compile gets %s (%s), want CE", s.Verdict, s.Message)
			}
		})
	}
}
