package loose

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// every lists all roles.
var every = []Role{Checker, Interactor, Brute, Generator, Validator}

// TestParts: which programs become parts of a.go, by name or by option.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		name, files string
		named       Programs
		eps         float64
		want, notes string
	}{
		{name: "none", files: "b.go main.cpp genius.py checkers.py", want: ""},
		{name: "the first names", files: "checker.cpp brute.py gen.py validator.rs",
			want: "checker: checker.cpp; brute: brute.py; generator: gen.py; validator: validator.rs"},
		{name: "other names", files: "chk.cpp slow.py generator.py val.py",
			want: "checker: chk.cpp; brute: slow.py; generator: generator.py; validator: val.py"},
		{name: "capitals", files: "Check.java Naive.java", want: "checker: Check.java; brute: Naive.java"},
		{name: "no program", files: "check checker.txt brute.out gen.md", want: ""},
		{name: "named", files: "check.cpp chk.cpp mine.cpp gen.py", named: Programs{Checker: "mine.cpp", Brute: ""},
			want: "generator: gen.py"},
		{name: "one of two", files: "check.cpp chk.cpp brute.py slow.py",
			named: Programs{Checker: "check.cpp", Brute: "slow.py"}},
		{name: "named for another role", files: "slow.py", named: Programs{Generator: "slow.py"}},
		{name: "switched off", files: "check.cpp gen.py", named: Programs{Checker: None}, want: "generator: gen.py"},
		{name: "a tolerance", files: "check.cpp", eps: 1e-6,
			notes: "check.cpp is left out: --eps takes its place"},
		{name: "an interactor", files: "check.cpp interactor.py", want: "interactor: interactor.py",
			notes: "check.cpp is left out: the interactor interactor.py takes its place"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lay(t, "a.go "+c.files)
			f, err := Open(t.Context(), "a.go", Options{Roles: every, Programs: c.named, TestsOptional: true,
				Epsilon: c.eps})
			judgetest.Check(t, err)
			if diff := cmp.Diff(c.want, strings.Join(f.PartLines(), "; ")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.notes, strings.Join(f.Notes, "; ")); diff != "" {
				t.Error(diff)
			}
			for role, name := range c.named {
				if source := f.Parts[role]; name != "" && name != None && source.Name != name {
					t.Errorf("the %s is %q", role, source.Name)
				}
			}
			judgetest.Check(t, f.Close())
		})
	}
}

// TestPartsErrors: ambiguous parts are errors.
func TestPartsErrors(t *testing.T) {
	for _, c := range []struct {
		files   string
		options Options
		want    string
	}{
		{"check.cpp chk.cpp", Options{}, ".: the checker may be check.cpp or chk.cpp; name it in judge.yaml: checker: " +
			"FILE, or say checker: none"},
		{"", Options{Programs: Programs{Validator: "v.py"}}, "validator: v.py: no such file"},
		{"c.py", Options{Epsilon: 1, Programs: Programs{Checker: "c.py"}}, "--checker and --eps: only one can decide"},
		{"interactor.py", Options{Epsilon: 1}, "--eps is for comparing outputs, but here the interactor " +
			"interactor.py decides; leave out --eps, or say --interactor none"},
		{"interactor.py c.py", Options{Programs: Programs{Checker: "c.py"}}, "--checker and the interactor interactor.py: only"},
	} {
		lay(t, "a.go "+c.files)
		c.options.Roles, c.options.TestsOptional = every, true
		if _, err := Open(t.Context(), "a.go", c.options); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.files, err, c.want)
		}
	}
}

// TestOpen: the files beside the program become a problem.
func TestOpen(t *testing.T) {
	lay(t, "a.go interactor.cpp check.cpp brute.py slow.py 1.in")
	for _, name := range []string{"interactor.cpp", "check.cpp"} {
		judgetest.Write(t, name, "#include \"testlib.h\"\n")
	}
	judgetest.Write(t, "judge.yaml", "plain: true\n")
	f, err := Open(t.Context(), ".", Options{Roles: every})
	judgetest.Check(t, err)
	defer f.Close()
	p := f.Problem
	if !p.Interactive || p.Final == nil || p.Final.Name != "check.cpp" || len(p.Checkers) != 1 || !p.Checkers[0].Plain {
		t.Errorf("%v, %v, %v", p.Interactive, p.Checkers, p.Final)
	}
	if len(p.Tests) != 1 || p.Tests[0].Answer == "" || p.Tests[0].CheckerArgs != nil {
		t.Errorf("%v", p.Tests) // no answer is missing, so two brute forces are no error
	}
	if got := p.Limits.Time; got != UsualTime {
		t.Errorf("%v", got)
	}
	if got := p.Submissions[0].Main(); got != "a.go" {
		t.Errorf("%v", got)
	}
	lay(t, "a.go brute.py 1.in 1.ans")
	if f, err = Open(t.Context(), "a.go", Options{Roles: every}); err != nil || len(f.Parts) != 0 {
		t.Errorf("%v, %v", f, err)
	}
	lay(t, "brute.py 1.in")
	if f, err = Open(t.Context(), ".", Options{Roles: every}); err != nil ||
		f.Program.Name != "brute.py" || len(f.Parts) != 0 {
		t.Errorf("%v, %v", f, err)
	}
}

// TestSettings: judge.yaml sets the same options as flags, and flags take precedence.
func TestSettings(t *testing.T) {
	lay(t, "a.cpp chk.cpp judge.cpp slow.py 1.in 1.ans")
	judgetest.Write(t, "judge.yaml", "checker: judge.cpp\nbrute: none\nlimits: {time_limit: 2, memory: 64}\n"+
		"defines: [LOCAL]\ninput_file: cow.in\noutput_file: cow.out\n")
	f, err := Open(t.Context(), "a.cpp", Options{Roles: every, TestsOptional: true})
	judgetest.Check(t, err)
	p := f.Problem
	if f.Parts[Checker].Name != "judge.cpp" || f.Parts[Brute].Name != "" || p.Limits.Time != 2*time.Second ||
		p.Limits.Memory != 64<<20 || p.Submissions[0].Defines[0] != "LOCAL" || p.OutputFile != "cow.out" ||
		!p.FileWriting || p.Tests[0].Files[0].Name != "cow.in" {
		t.Errorf("%+v, %+v", f.Parts, p)
	}
	f, err = Open(t.Context(), "a.cpp", Options{Roles: every, Alone: true})
	judgetest.Check(t, err)
	if p := f.Problem; len(f.Parts) > 0 || p.Tests != nil || p.Limits.Time != 2*time.Second ||
		p.InputFile != "cow.in" || p.Submissions[0].Defines[0] != "LOCAL" {
		t.Errorf("alone: %+v, %+v", f.Parts, p)
	}
	f, err = Open(t.Context(), "a.cpp", Options{Roles: every, Time: time.Second,
		Programs: Programs{Checker: "chk.cpp"}})
	judgetest.Check(t, err)
	if f.Parts[Checker].Name != "chk.cpp" || f.Problem.Limits.Time != time.Second {
		t.Errorf("%+v, %+v", f.Parts, f.Problem.Limits)
	}
	f, err = Open(t.Context(), "a.cpp", Options{Roles: every, Epsilon: 1e-3})
	judgetest.Check(t, err)
	if args := f.Problem.Tests[0].CheckerArgs; f.Problem.Checkers != nil || !slices.Contains(args, "0.001") {
		t.Errorf("%+v, %v", f.Parts, args)
	}
}

// TestKeep: a kept input is found as a test and takes the next free number; nothing is overwritten.
func TestKeep(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{"", "fail1.in fail1.ans"},
		{"fail1.in", "fail2.in fail2.ans"},
		{"fail1.out fail3.in", "fail2.in fail2.ans"},
		{"b.go 1.in", "fail1.in fail1.ans"},
		{"b.go a1.in", "a-fail1.in a-fail1.ans"},
	} {
		lay(t, "a.go "+c.files)
		f, err := Open(t.Context(), "a.go", Options{TestsOptional: true})
		judgetest.Check(t, err)
		in, ans, err := f.Keep([]byte("1\n"), []byte("2\n"))
		judgetest.Check(t, err)
		if got := in + " " + ans; got != c.want || judgetest.Read(t, in) != "1\n" || judgetest.Read(t, ans) != "2\n" {
			t.Errorf("beside %q: %s, want %s", c.files, got, c.want)
		}
		again, err := Open(t.Context(), "a.go", Options{})
		judgetest.Check(t, err)
		if !slices.ContainsFunc(again.Problem.Tests, func(t problem.Test) bool {
			return t.Input == in && t.Answer == ans
		}) {
			t.Errorf("beside %q: %v", c.files, again.Problem.Tests)
		}
	}
	lay(t, "a[1]/a.go")
	f, err := Open(t.Context(), "a[1]/a.go", Options{TestsOptional: true})
	judgetest.Check(t, err)
	for _, want := range []string{"a[1]/fail1.in", "a[1]/fail2.in"} {
		if in, _, err := f.Keep(nil, nil); err != nil || in != want {
			t.Errorf("%s, %v, want %s", in, err, want)
		}
	}
}
