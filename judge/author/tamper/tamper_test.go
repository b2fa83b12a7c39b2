package tamper

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// lax is a package whose checker reads one number: it takes the text after it, crashes on what is no number, and never
// ends on the largest.
const lax = `
-- problem.yaml --
problem_format_version: 2025-09
name: Lax
limits: {time_limit: 1, validation_time: 1}
-- output_validator/main.go --
package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

func main() {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	words := strings.Fields(line)
	if len(words) == 0 {
		os.Exit(43)
	}
	n, err := strconv.ParseFloat(words[0], 64)
	if err != nil && !strings.Contains(err.Error(), "range") {
		panic(err)
	}
	for n > 1e300 {
	}
	if n != 5 {
		os.Exit(43)
	}
	os.Exit(42)
}
-- submissions/accepted/five.py --
print(5)
-- data/secret/1.in --
1
-- data/secret/1.ans --
5
-- data/secret/2.in --
2
-- data/secret/2.ans --
the judges' notes
`

func TestChecker(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, lax)
	set, err := problem.Load(problem.Package(dir), nil)
	judgetest.Check(t, err)
	cache, err := compile.OpenCache("", sandbox.Uncontained())
	judgetest.Check(t, err)
	defer cache.Close()
	report, err := Checker(t.Context(), cache, set.Problems[0], Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	var accepted, faults []string
	for _, a := range report.Accepted {
		accepted = append(accepted, a.Kind)
		if a.Test != "secret/1" || a.Times > a.Tries {
			t.Errorf("got %+v", a)
		}
	}
	for _, f := range report.Faults {
		faults = append(faults, f.Kind)
	}
	for _, kind := range []string{"leading zeros", "plus sign", "decimal point", "text after the end",
		"line ends of Windows", "no line end at the end", "blank at the begin of a line"} {
		if !slices.Contains(accepted, kind) {
			t.Errorf("%q is accepted, and not reported: %q", kind, accepted)
		}
	}
	for _, kind := range []string{"empty", "number larger by one", "number larger by 2^32", "NaN",
		"blank line before"} {
		if slices.Contains(accepted, kind) {
			t.Errorf("%q is not accepted, and reported", kind)
		}
	}
	for _, kind := range []string{"a letter in a token", "infinite"} {
		if !slices.Contains(faults, kind) {
			t.Errorf("the checker fails on %q, and this is not reported: %q", kind, faults)
		}
	}
	kinds := slices.Sorted(slices.Values(faults))
	if len(slices.Compact(slices.Clone(kinds))) != len(kinds) {
		t.Errorf("a kind is reported twice: %q", kinds)
	}
	if report.Tests != 1 || report.Of != 2 || report.Cut { // the other answer is no output
		t.Errorf("%d of %d tests, cut %v", report.Tests, report.Of, report.Cut)
	}
	report, err = Checker(t.Context(), cache, set.Problems[0], Options{Scratch: t.TempDir(), Time: 1})
	if err != nil || !report.Cut || report.Unfit != "" {
		t.Errorf("without time for anything: %+v, %v", report, err)
	}
}

// A kind says what the change is: a number larger by one is that, with a fraction, too.
func TestChangesByOne(t *testing.T) {
	for output, want := range map[string][2]string{
		"3.14\n":  {"number larger by one", "4.14\n"},
		"9.5\n":   {"number larger by one", "10.5\n"},
		"-1.5\n":  {"number smaller by one", "-2.5\n"},
		"+0.25\n": {"number larger by one", "+1.25\n"},
		"7\n":     {"number larger by one", "8\n"},
		"-7\n":    {"number smaller by one", "-8\n"},
	} {
		var got []string
		for _, c := range Changes([]byte(output)) {
			if c.Kind == want[0] {
				got = append(got, string(c.Text))
			}
		}
		if !slices.Equal(got, want[1:]) {
			t.Errorf("%q: got %q, want %q", output, got, want)
		}
	}
}

func TestUnfit(t *testing.T) {
	for _, p := range []*problem.Problem{{}, {Checkers: []problem.Source{{}}, Interactive: true}} {
		report, err := Checker(t.Context(), nil, p, Options{})
		if err != nil || report.Unfit == "" {
			t.Errorf("got %+v, %v", report, err)
		}
	}
}

// FuzzChanges: each change changes something, and there are not too many, nor too large ones.
func FuzzChanges(f *testing.F) {
	for _, s := range []string{"", "5\n", "-0\n", "1 2 3\n4 5 6\n", "0.5 x\n", "\xff\x00", "YES\nno\n",
		strings.Repeat("1 ", 100)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, output []byte) {
		all := Changes(output)
		if len(all) > 40+mostPlaces*25 {
			t.Errorf("%d changes", len(all))
		}
		for _, c := range all {
			if bytes.Equal(c.Text, output) || c.Kind == "" || len(c.Text) > 2*len(output)+1<<20+100 {
				t.Errorf("%q: %q, %d bytes", output, c.Kind, len(c.Text))
			}
		}
	})
}

// A checker that hangs on a kind of change is not asked about that kind again, on no other place and test.
func TestFailsOnce(t *testing.T) {
	asked := make(map[string]int)
	answer := filepath.Join(t.TempDir(), "1.ans")
	judgetest.Check(t, os.WriteFile(answer, []byte("1 2 3\n"), 0o644))
	work := &tampering{problem: &problem.Problem{}, output: filepath.Join(t.TempDir(), "output")}
	work.checker = checkerFunc(func(f check.Files) (check.Result, error) {
		text, err := os.ReadFile(f.Output)
		if strings.Contains(string(text), "nan") {
			asked["nan"]++
			return check.Result{Verdict: problem.JE}, err
		}
		return check.Result{Verdict: problem.AC}, err
	})
	for range 2 {
		judgetest.Check(t, work.test(t.Context(), problem.Test{Answer: answer}))
	}
	if asked["nan"] != 1 || len(work.faults) != 1 {
		t.Errorf("asked %d times, %+v", asked["nan"], work.faults)
	}
}

// checkerFunc is a checker that a test writes.
type checkerFunc func(check.Files) (check.Result, error)

func (f checkerFunc) Check(_ context.Context, files check.Files) (check.Result, error) {
	return f(files)
}

// A checker written with testlib rejects an output of another form with PE, which is no acceptance.
func TestNotePE(t *testing.T) {
	work := new(tampering)
	for _, v := range []problem.Verdict{problem.PE, problem.WA, problem.AC} {
		work.note(problem.Test{Name: "secret/" + string(v)}, Change{Kind: "empty"}, check.Result{Verdict: v})
	}
	if a := work.tried[0]; len(work.tried) != 1 || a.Tries != 3 || a.Times != 1 || a.Test != "secret/AC" {
		t.Errorf("got %+v", work.tried)
	}
}

// trial has a checker that a test writes try the changes of one answer.
func trial(t *testing.T, o Options, checker func(output string) check.Result) *tampering {
	t.Helper()
	answer := filepath.Join(t.TempDir(), "1.ans")
	judgetest.Write(t, answer, "1 2 3\n")
	work := &tampering{output: filepath.Join(t.TempDir(), "output")}
	work.problem = &problem.Problem{Tests: []problem.Test{{Name: "1", Answer: answer}, {Name: "2", Answer: answer}}}
	work.checker = checkerFunc(func(f check.Files) (check.Result, error) {
		text, err := os.ReadFile(f.Output)
		return checker(string(text)), err
	})
	judgetest.Check(t, work.tests(t.Context(), o))
	return work
}

// Nothing more is tried of a checker that hangs again and again, even on answers as they are; one that answers now and
// then is tried to the end.
func TestHangs(t *testing.T) {
	hangs := check.Result{Verdict: problem.JE, Late: true}
	asked := 0
	for says, checker := range map[string]func(string) check.Result{
		"on all but the answer": func(output string) check.Result {
			if output == "1 2 3\n" {
				return check.Result{Verdict: problem.AC}
			}
			return hangs
		},
		"now and then": func(string) check.Result {
			if asked++; asked%3 != 0 {
				return check.Result{Verdict: problem.AC}
			}
			return hangs
		},
	} {
		work := trial(t, Options{}, checker)
		always := says != "now and then"
		if always != (work.hangs == mostHangs) || always != (work.runs == 1+mostHangs) {
			t.Errorf("%s: %d runs, hung %d times in a row", says, work.runs, work.hangs)
		}
	}
	work := trial(t, Options{}, func(string) check.Result { return hangs })
	if work.judged != 0 || len(work.faults) != 1 || work.faults[0].Kind != unchanged {
		t.Errorf("on all: %+v", work)
	}
}

// A checker that the machine's load has stopped is neither at fault, nor does it accept, nor hang.
func TestStarved(t *testing.T) {
	work := trial(t, Options{}, func(output string) check.Result {
		if output == "1 2 3\n" {
			return check.Result{Verdict: problem.AC}
		}
		return check.Result{Verdict: problem.JE, Late: true, Starved: true}
	})
	if len(work.faults) > 0 || len(work.tried) > 0 || work.hangs > 0 || len(work.unknown) != work.runs-2 {
		t.Errorf("got %+v", work)
	}
	if (Report{Unknown: work.unknown}).Whole() || !(Report{}).Whole() {
		t.Error("what is not known makes no difference")
	}
}

// Each kind is in one group at most, and those in groups are kinds that there are.
func TestGroups(t *testing.T) {
	kinds, seen := make(map[string]bool), make(map[string]bool)
	for _, output := range []string{"1 2\n3 4\n", "0\n", "0.5 x\n", "-1.5\n"} {
		for _, c := range Changes([]byte(output)) {
			kinds[c.Kind] = true
		}
	}
	for _, g := range groups {
		for _, kind := range g.kinds {
			if !kinds[kind] || seen[kind] || Group(kind) != g.name {
				t.Errorf("%s: %s", g.name, kind)
			}
			seen[kind] = true
		}
	}
}
