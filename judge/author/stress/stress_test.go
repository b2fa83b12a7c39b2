package stress_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
)

// numbers prints consecutive numbers: the first argument is the first number, the second their count.
const numbers = `package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	from, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	if n == 13 {
		os.Exit(1)
	}
	for i := 0; i < n; i++ {
		fmt.Println(from + i)
	}
}
`

// late doubles numbers as the problem demands, except those from 13 on.
const late = `package main

import "fmt"

func main() {
	for n := 0; ; {
		if _, err := fmt.Scan(&n); err != nil {
			return
		}
		if n >= 13 {
			n++
		}
		fmt.Println(n + n)
	}
}
`

func options(seed uint64, limit time.Duration, jobs int) stress.Options {
	return stress.Options{Options: grade.Options{Jobs: jobs}, Seed: seed, Time: limit}
}

// open opens a search for an input on which a program differs from a solution of the fixture.
func open(t *testing.T, program, command string, o stress.Options, more ...stress.Command) *stress.Session {
	t.Helper()
	set, err := problem.LoadPrograms(problem.Tree("../../testdata/checkout"), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	right := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Name == "plus" })
	a := problem.Submission{Source: source(t, "late.go", program), Name: "late", Path: "late"}
	return search(t, stress.Pair{Problem: p, A: a, B: p.Submissions[right]}, command, o, more...)
}

// search opens a search with a command of the generator numbers, and more commands.
func search(t *testing.T, pair stress.Pair, command string, o stress.Options, more ...stress.Command) *stress.Session {
	t.Helper()
	box, err := backend.Open(t.Context(), sandbox.Options{})
	judgetest.Check(t, err)
	t.Cleanup(func() { box.Close() })
	o.Sandbox = box
	if o.Cache == nil {
		o.Cache, err = compile.OpenCache("", box)
		judgetest.Check(t, err)
		t.Cleanup(func() { o.Cache.Close() })
	}
	c, err := stress.ParseCommand(command)
	judgetest.Check(t, err)
	c.Own, c.Place = source(t, "numbers.go", numbers), "--gen"
	session, err := stress.Open(t.Context(), pair, append([]stress.Command{c}, more...), o)
	judgetest.Check(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

func source(t *testing.T, name, text string) problem.Source {
	t.Helper()
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, name), text)
	judgetest.Check(t, os.Chmod(dir, 0o755))
	return problem.Source{Name: name, Dir: dir, Files: []string{name}}
}

// However many tests run side by side, the first failing test counts, and it shrinks to the same input.
func TestSearch(t *testing.T) {
	type outcome struct {
		Kind                          stress.Kind
		Test                          uint64
		Found, Smaller, Input, Output string
		Answer                        string
		Over, Made                    bool
	}
	want := outcome{
		Kind: "WA", Test: 3, Found: "numbers 8 6", Input: "13\n", Output: "28\n", Answer: "26\n",
	}
	for _, jobs := range []int{1, 5} {
		session := open(t, late, "numbers {seed} 6", options(6, time.Minute, jobs))
		f, err := session.Search(t.Context())
		judgetest.Check(t, err)
		if f == nil {
			t.Fatal("nothing found")
		}
		judgetest.Check(t, session.Shrink(t.Context(), f))
		got := outcome{f.Kind, f.Test, f.Command, f.Shrunk.Command, string(f.Input), string(f.Output), string(f.Answer),
			f.Shrunk.Over, f.Made}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d side by side (-want +got):\n%s", jobs, diff)
		}
		if f.Before != len("8\n9\n10\n11\n12\n13\n") {
			t.Errorf("%d side by side: %d bytes before", jobs, f.Before)
		}
	}
}

// Two generators with the same file name are different programs.
func TestEqualNames(t *testing.T) {
	other, err := stress.ParseCommand("numbers.go")
	judgetest.Check(t, err)
	other.Own = source(t, "numbers.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(20) }\n")
	f, err := open(t, late, "numbers.go 1 1", options(1, time.Minute, 1), other).Search(t.Context())
	if err != nil || f == nil || string(f.Input) != "20\n" {
		t.Errorf("%+v, %v", f, err)
	}
}

// A search that ends without a finding reports how many tests it has judged.
func TestNothing(t *testing.T) {
	session := open(t, strings.Replace(late, "n++", "", 1), "numbers {1..9} {1..5}", options(1, time.Second, 2))
	f, err := session.Search(t.Context())
	stats := session.Stats()
	if f != nil || err != nil || stats.Tests == 0 || stats.Next < 2 || stats.Next > uint64(stats.Tests)+1 ||
		stats.Unknown != 0 {
		t.Errorf("%+v, %v, %+v", f, err, stats)
	}
}

// A generator that fails ends the search with its message.
func TestGeneratorFails(t *testing.T) {
	session := open(t, late, "numbers 1 13", options(1, time.Minute, 2))
	_, err := session.Search(t.Context())
	var fault *stress.GeneratorError
	if !errors.As(err, &fault) || err.Error() != "--gen: numbers 1 13: exit status 1" {
		t.Errorf("got %v", err)
	}
}

// An interrupted search reports the first test that it has not judged.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := options(4, time.Hour, 2)
	o.Observe = func(p grade.Progress) {
		if p.Done == 3 {
			cancel()
		}
	}
	session := open(t, late, "numbers {1..3} 1", o)
	f, err := session.Search(ctx)
	stats := session.Stats()
	if f != nil || err != context.Canceled || stats.Tests < 3 || stats.Next < 4 ||
		stats.Next > uint64(4+stats.Tests) {
		t.Errorf("%v, %v, %+v", f, err, stats)
	}
}

// TestEqualInputs: inputs that do not depend on the seed are reported, and others are not.
func TestEqualInputs(t *testing.T) {
	for command, want := range map[string]string{
		"numbers 7 3 {seed}":    "numbers 7 3 1 and numbers 7 3 2",
		"numbers 7 {3..3} {n}x": "numbers 7 3 1x and numbers 7 3 9x",
		"numbers {seed} 3":      "", "numbers 7 3": "",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		o := options(1, time.Hour, 1)
		o.Observe = func(p grade.Progress) {
			if p.Done == 3 {
				cancel()
			}
		}
		session := open(t, late, command, o)
		session.Search(ctx)
		if got := session.Stats().Equal; got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}

// fussy panics if a number is 13 or more, and also if there are fewer than three numbers.
const fussy = `package main

import "fmt"

func main() {
	var all []int
	for n := 0; ; {
		if _, err := fmt.Scan(&n); err != nil {
			break
		}
		all = append(all, n)
	}
	if len(all) < 3 {
		panic("too short")
	}
	for _, n := range all {
		if n >= 13 {
			panic(fmt.Sprint("too large: ", n))
		}
		fmt.Println(n + n)
	}
}
`

// TestSameFailure: a panic shrinks to an input with the same panic.
func TestSameFailure(t *testing.T) {
	session := open(t, fussy, "numbers {seed} 6", options(8, time.Minute, 2))
	f, err := session.Search(t.Context())
	judgetest.Check(t, err)
	judgetest.Check(t, session.Shrink(t.Context(), f))
	if reason := f.A.Reason(); len(strings.Fields(string(f.Input))) != 3 ||
		!strings.HasPrefix(reason, "exit status 2: panic: too large: ") {
		t.Errorf("%q: %s", f.Input, reason)
	}
}

// sum adds as many numbers as the first number says.
const sum = `package main

import "fmt"

func main() {
	var n, v, sum int
	fmt.Scan(&n)
	for range n {
		fmt.Scan(&v)
		sum += v
	}
	fmt.Println(sum)
}
`

// TestNotCutOff: without a validator, an input does not shrink to one with fewer numbers than the programs read.
func TestNotCutOff(t *testing.T) {
	set, err := problem.LoadPrograms(problem.Tree("../../testdata/checkout"), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	p.InputValidators = nil
	named := func(name, text string) problem.Submission {
		return problem.Submission{Source: source(t, name+".go", text), Name: name, Path: name}
	}
	pair := stress.Pair{Problem: p, B: named("right", sum),
		A: named("wrong", strings.Replace(sum, "fmt.Println(sum)", "fmt.Println(sum + n/2)", 1))}
	session := search(t, pair, "numbers 03 06", options(1, time.Minute, 2))
	f, err := session.Search(t.Context())
	judgetest.Check(t, err)
	judgetest.Check(t, session.Shrink(t.Context(), f))
	if got := strings.Join(strings.Fields(string(f.Input)), " "); got != "2 0 0" {
		t.Errorf("got %q", f.Input)
	}
}

// runs is an executor that counts what it runs.
type runs struct {
	sandbox.Executor
	count atomic.Int32
	run   func(count int32) error
}

func (r *runs) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if err := r.run(r.count.Add(1)); err != nil {
		return sandbox.Result{}, err
	}
	return r.Executor.Run(ctx, task)
}

// TestShrinkEndsEarly: if shrinking is interrupted or fails, the smallest input so far stays, with both outputs for it.
func TestShrinkEndsEarly(t *testing.T) {
	for _, want := range []error{context.Canceled, syscall.ENOSPC} {
		ctx, cancel := context.WithCancel(t.Context())
		box, err := backend.Open(t.Context(), sandbox.Options{})
		judgetest.Check(t, err)
		defer box.Close()
		cache, err := compile.OpenCache("", box)
		judgetest.Check(t, err)
		defer cache.Close()
		o := options(6, time.Minute, 1)
		o.Cache = cache
		session := open(t, late, "numbers {seed} 40", o)
		f, err := session.Search(t.Context())
		judgetest.Check(t, err)
		cache.Programs = &runs{Executor: cache.Programs, run: func(count int32) error {
			switch {
			case count < 6:
			case want == context.Canceled:
				cancel()
			default:
				return want
			}
			return nil
		}}
		if err := session.Shrink(ctx, f); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		first, _, _ := strings.Cut(string(f.Answer), "\n")
		n, err := strconv.Atoi(strings.Fields(string(f.Input))[0])
		if err != nil || first != strconv.Itoa(2*n) || len(f.Input) >= f.Before {
			t.Errorf("%d bytes before, input %q, answer %q", f.Before, f.Input, f.Answer)
		}
	}
}

// The input of a conversation is not changed: the search continues, and the smallest failing input counts.
func TestSearchOn(t *testing.T) {
	judgetest.Need(t, "gcc")
	set, err := problem.LoadPrograms(problem.Package("../../testdata/guess"), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	named := func(path string) problem.Submission {
		return p.Submissions[slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Path == path })]
	}
	pair := stress.Pair{Problem: p, A: named("wrong_answer/linear.c"), B: named("accepted/bisect.c")}
	session := search(t, pair, "numbers {7..999} 1", options(0, time.Minute, 2))
	f, err := session.Search(t.Context())
	judgetest.Check(t, err)
	if f == nil {
		t.Fatal("nothing found")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
	defer cancel()
	if err := session.Shrink(ctx, f); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if command := "numbers " + strings.TrimSpace(string(f.Input)) + " 1"; f.Kind != "WA" || !f.Made ||
		len(f.Input) > f.Before || len(f.Input) < f.Before && f.Shrunk.Command != command {
		t.Errorf("%s on %q by %s", f.Kind, f.Input, f.Shrunk.Command)
	}
}
