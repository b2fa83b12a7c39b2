package pick

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/problem"
)

// Reading problems ends with the first signal, even if the file system never answers.
func TestLoadingIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan struct{})
	defer close(forever)
	never := func(problem.Roots, func(string) bool) (*problem.Set, error) {
		cancel()
		<-forever
		return nil, nil
	}
	_, err := loadProblems(ctx, never, &Picked{})
	var ended exit.Error
	if !errors.As(err, &ended) || ended.Status != exit.Interrupted {
		t.Errorf("got %v, want exit status %d", err, exit.Interrupted)
	}
}

// TestPick: what arguments may name, in a checkout and outside.
func TestPick(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, `
-- checkout/problems/sum/problem.yaml --
problem_format_version: 2025-09
name: Sum
uuid: 8ee7605a-ab3c-8226-0d7b-8b0a7b0a7b0a
license: public domain
limits: {time_limit: 1}
-- checkout/testdata/sum/secret/1.in --
1
-- checkout/testdata/sum/secret/1.ans --
1
-- checkout/solutions/sum/one.py --
print(1)
-- checkout/own/a.py --
print(1)
-- checkout/own/1.in --
1
-- checkout/own/1.ans --
1
-- checkout/own/2.in --
1
-- checkout/own/2.ans --
1
-- other/one.py --
print(1)
-- packs/p/problem.yaml --
problem_format_version: 2025-09
name: P
uuid: 8ee7605a-ab3c-8226-0d7b-8b0a7b0a7b0b
license: public domain
limits: {time_limit: 1}
-- packs/p/data/secret/1.in --
1
-- packs/p/data/secret/1.ans --
1
-- packs/p/submissions/accepted/b.py --
print(1)
`)
	judgetest.Check(t, os.CopyFS(filepath.Join(dir, "packs/q"), os.DirFS(filepath.Join(dir, "packs/p"))))
	judgetest.Check(t, os.CopyFS(filepath.Join(dir, "packs/p/mine"), os.DirFS(filepath.Join(dir, "checkout/own"))))
	judgetest.Check(t, os.CopyFS(filepath.Join(dir, "mixed/p"), os.DirFS(filepath.Join(dir, "packs/p"))))
	judgetest.Check(t, os.CopyFS(filepath.Join(dir, "mixed"), os.DirFS(filepath.Join(dir, "checkout/own"))))
	for _, row := range []struct{ pack, args, want string }{
		{"", "", "sum/one.py:secret/1"},
		{"", "sum", "sum/one.py:secret/1"},
		{"", "solutions/sum/one.py", "sum/one.py:secret/1"},
		{"", "own/a.py", "own/a.py:1 own/a.py:2"},
		{"", "own", "own/a.py:1 own/a.py:2"},
		{"", "own/a.py:2", "own/a.py:2"},
		{"", "own/a.py:3", `error: a.py has no test "3"; did you mean 1 or 2?`},
		{"", "own/a.py sum", "error: own/a.py is a program beside its tests; name it alone, or after a problem"},
		{"", "../packs/p", "p/accepted/b.py:secret/1"},
		{"../packs/p", "p/accepted", "p/accepted/b.py:secret/1"},
		{"", "../packs", "p/accepted/b.py:secret/1 q/accepted/b.py:secret/1"},
		{"", "../packs q", "q/accepted/b.py:secret/1"},
		{"", "../packs r", `error: no problem "r"; did you mean p or q?`},
		{"", "nothing", `error: no problem "nothing"; there is only sum`},
		{"", "./nothing:1", "error: ./nothing: no such file or folder"},
		{"", "nothing.zip", "error: nothing.zip: no such file or folder"},
		{"", "..", "error: ..: not part of a problem here; a pattern is problem[/approach][:test], and " +
			"\"judge list\" shows all names"},
		{"", ".", "error: .: not part of a problem here; a pattern is problem[/approach][:test], and " +
			"\"judge list\" shows all names"},
		{"", "solutions", "error: solutions: not part of a problem here; a pattern is problem[/approach][:test], and " +
			"\"judge list\" shows all names"},
		// after a problem, a path that is not part of it is one more program
		{"", "sum own/a.py", "sum/a.py:secret/1"},
		{"", "sum own", "sum/a.py:secret/1"},
		{"", "sum own/a.py own/a.py", "sum/a.py:secret/1"},
		{"", "sum:secret own/a.py", "sum/a.py:secret/1"},
		{"", "sum/one.py own/a.py:secret/1", "sum/one.py:secret/1 sum/a.py:secret/1"},
		{"", "sum own/a.py:secret/2", `error: no test "secret/2" of sum/a.py; did you mean secret?`},
		{"", "sum ../other/one.py ../packs/p/submissions/accepted/b.py", "sum/ABS/other/one.py:secret/1 sum/b.py:secret/1"},
		{"", "sum own/1.in", "error: own/1.in: no known language has its extension; list the languages with: " +
			"judge doctor"},
		{"", "sum ../packs/p", "error: ../packs/p: not part of a problem here; a pattern is problem[/approach][:test], " +
			"and \"judge list\" shows all names"},
		{"", "sum solutions", "error: solutions: not part of a problem here; a pattern is problem[/approach][:test], and " +
			"\"judge list\" shows all names"},
		{"", "../packs own/a.py", "error: own/a.py is judged on one problem, but 2 are named; name one before it"},
		{"", "../packs q own/a.py", "q/a.py:secret/1"},
		{"../packs/p", "own/a.py", "p/a.py:secret/1"},
		{"../packs/p", "../packs/p/mine/a.py solutions/sum/one.py", "p/a.py:secret/1 p/one.py:secret/1"},
		{"bench", "sum own/a.py", "sum/a.py:secret/1"},
		{"list", "sum own/a.py", "error: own/a.py: not part of a problem here; a pattern is problem[/approach][:test], " +
			"and \"judge list\" shows all names"},
		{"", "../packs/p/submissions/accepted/b.py", "p/accepted/b.py:secret/1"}, // a path in a package
		{"", "../packs/p/submissions/accepted:secret ../packs/p/data/secret/1.in", "p/accepted/b.py:secret/1"},
		{"", "../packs/p/data/secret/1.in", "p/accepted/b.py:secret/1"},
		{"", "../packs/p/problem.yaml ../packs/q/problem.yaml", "error: ../packs/q/problem.yaml: not part of a problem " +
			"here; a pattern is problem[/approach][:test], and \"judge list\" shows all names"},
		{"", "../mixed", "mixed/a.py:1 mixed/a.py:2"},
		{"run", "../mixed", "error: ../mixed: it holds a program and packages; name the program's file, or the packages " +
			"with: --package ../mixed"},
		{"run", "../mixed/a.py:1", "mixed/a.py:1"},
		{"run", "own", "own/a.py:1 own/a.py:2"},
		{"run", ".", "error: .: not part of a problem here; a pattern is problem[/approach][:test], and " +
			"\"judge list\" shows all names"},
		{"run", "../packs", "p/accepted/b.py:secret/1 q/accepted/b.py:secret/1"},
		{"test", "../mixed", "mixed/a.py:1 mixed/a.py:2"},
		{"test", ".", "error: .: no program in it; write one, such as a.cpp"},
		{"test", "own/1.in", "error: own/1.in: no known language has its extension; list the languages with: " +
			"judge doctor"},
		{"test", "sum/one.py:secret", "error: sum/one.py:secret is a problem or a part of one; judge it with: judge " +
			"run sum/one.py:secret"},
		{"test", "../packs/p", "error: ../packs/p is a problem or a part of one; judge it with: judge run ../packs/p"},
		{"test", "../packs", "error: ../packs is a problem or a part of one; judge it with: judge run ../packs"},
		{"test", "testdata/sum", "error: testdata/sum is a problem or a part of one; judge it with: judge run testdata/sum"},
		{"test", "solutions/sum/one.py", "error: no tests in solutions/sum: put an input and its answer there, such as " +
			"solutions/sum/1.in and solutions/sum/1.ans, or name their folder: judge test --tests DIR; to judge it as " +
			"sum/one.py: judge run solutions/sum/one.py"},
		{"in own", "", "own/a.py:1 own/a.py:2"},
		{"in own", "a.py", "own/a.py:1 own/a.py:2"},
		{"in solutions/sum", "", "sum/one.py:secret/1"},
		{"in testdata/sum/secret", "", "sum/one.py:secret/1"},
		{"in solutions", "", "sum/one.py:secret/1"},
		{"in ../packs/p/submissions", "", "p/accepted/b.py:secret/1"},
		{"in ../packs/p/submissions", "accepted/b.py", "p/accepted/b.py:secret/1"},
		{"in ..", "checkout/solutions/sum", "sum/one.py:secret/1"}, // a path in another checkout
		{"in ..", "checkout/own/a.py", "own/a.py:1 own/a.py:2"},
		{"", "../packs/p/mine/a.py:1", "mine/a.py:1"}, // packages have no such folder
	} {
		here := filepath.Join(dir, "checkout")
		p := Picker{Say: t.Logf, Loose: &loose.Options{}, Here: true, Many: row.pack == "run", Only: row.pack == "test"}
		switch folder, in := strings.CutPrefix(row.pack, "in "); {
		case row.pack == "bench" || row.pack == "list":
			p.Loose, p.Strangers, row.pack = nil, row.pack == "bench", ""
		case in:
			here, row.pack = filepath.Join(here, folder), ""
		case p.Many || p.Only:
			row.pack = ""
		}
		t.Chdir(here)
		got := ""
		picked, err := p.Pick(t.Context(), row.pack, strings.Fields(row.args), problem.Load)
		if err == nil {
			var entries []grade.Entry
			entries, err = picked.Entries()
			for _, e := range entries {
				for _, test := range e.Tests {
					got += " " + e.Problem.Name + "/" + e.Submission.Name + ":" + test.Name
				}
			}
		}
		p.Close()
		if err != nil {
			got = " error: " + err.Error()
		}
		if got = strings.ReplaceAll(got, dir, "ABS"); got[1:] != row.want {
			t.Errorf("%s %q: got %s, want %s", row.pack, row.args, got[1:], row.want)
		}
	}
}

// TestFindings: with Findings set, a finding is not also printed as a warning.
func TestFindings(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, `
-- problem.yaml --
problem_format_version: 2025-09
name: P
uuid: 8ee7605a-ab3c-8226-0d7b-8b0a7b0a7b0b
license: public domain
limits: {time_limit: 1}
-- data/secret/1.in --
1
-- data/secret/1.ans --
1
-- submissions/submissions.yaml --
accepted/b.py:
  language: Python 3
-- submissions/accepted/b.py --
print(1)
`)
	file := filepath.Join(t.TempDir(), "p.zip") // findings name the archive
	judgetest.Zip(t, file, dir)
	for _, pack := range []string{dir, file} {
		for findings, want := range map[bool]int{false: 1, true: 0} {
			warnings := 0
			p := Picker{Findings: findings, Say: func(string, ...any) { warnings++ }}
			picked, err := p.Pick(t.Context(), pack, nil, problem.Load)
			judgetest.Check(t, err)
			faults := picked.Set.Problems[0].Faults
			if warnings != want || len(faults) != 1 || !strings.HasPrefix(p.Display(faults[0].Error()), pack) {
				t.Errorf("findings %v: %d warnings and %v, want %d and a fault", findings, warnings, faults, want)
			}
			p.Close()
		}
	}
}
