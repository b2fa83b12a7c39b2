package workload

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Maker makes the inputs of one problem, with their answers, as tests. It is not for concurrent use.
type Maker struct {
	cache   *compile.Cache
	problem *problem.Problem
	answer  string
	dir     string // for the tests' files
	store   *store.Store
	made    map[string]problem.Test // by name
}

// NewMaker returns a maker whose tests have their files in dir, where they stay as long as the caller keeps them.
func NewMaker(cache *compile.Cache, p *problem.Problem, set *Set, dir string) (*Maker, error) {
	store, err := openStore(cache)
	if err != nil {
		return nil, err
	}
	return &Maker{cache: cache, problem: p, answer: set.Answer, dir: dir, store: store,
		made: make(map[string]problem.Test)}, nil
}

// mostBytes bounds an input, and an answer.
const mostBytes = 64 << 20

// Error says which input could not be made, and where it was written.
type Error struct {
	Place, Name string
	Cause       error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %v", e.Place, e.Name, e.Cause) }
func (e *Error) Unwrap() error { return e.Cause }

// longestCheck is how long a validator may take for an input that was made: some prove of every case that it has one
// solution, which takes longer than to find that.
const longestCheck = 10 * time.Second

// Test is the test of the first so many cases of an input. Its answer is what the answer's solution prints. When it is
// made, no input validator of the problem may reject it. The error is an *Error if the input cannot be made.
func (m *Maker) Test(ctx context.Context, in Input, cases int) (problem.Test, error) {
	name := in.Name + "/" + strconv.Itoa(cases)
	if t, made := m.made[name]; made {
		return t, nil
	}
	fail := func(err error) (problem.Test, error) {
		if ctx.Err() != nil {
			return problem.Test{}, ctx.Err()
		}
		return problem.Test{}, &Error{Place: in.Place, Name: name, Cause: err}
	}
	base := filepath.Join(m.dir, m.problem.Name, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(base), 0o755); err != nil {
		return problem.Test{}, err
	}
	t := m.problem.InFile(problem.Test{Name: name, Input: base + ".in", Answer: base + ".ans"})
	if len(m.problem.Tests) > 0 { // outputs are compared as on the problem's own tests
		t.CheckerArgs = m.problem.Tests[0].CheckerArgs
	}
	args := replaced(in.Args, "{cases}", strconv.Itoa(cases))
	key, err := m.key(in.Generator, args)
	if err != nil {
		return fail(err)
	}
	entry, kept := m.store.Load(key)
	if input, answer, ok := split(entry); kept && ok {
		err = write(t, input, answer)
	} else {
		err = m.make(ctx, t, in.Generator, args, key)
	}
	if err != nil {
		return fail(err)
	}
	m.made[name] = t
	return t, nil
}

func write(t problem.Test, input, answer []byte) error {
	if err := os.WriteFile(t.Input, input, 0o644); err != nil {
		return err
	}
	return os.WriteFile(t.Answer, answer, 0o644)
}

// make makes a test's files and keeps them in the cache.
func (m *Maker) make(ctx context.Context, t problem.Test, generator string, args []string, key string) error {
	source, err := m.problem.Generator(generator)
	if err != nil {
		return err
	}
	program, err := m.cache.Build(ctx, compile.Tool, source)
	if err != nil {
		return err
	}
	if err := sandbox.Transform(ctx, m.cache.Programs, generator, program, args, os.DevNull, t.Input); err != nil {
		return err
	}
	for _, v := range m.problem.InputValidators {
		reason, err := validate.Input(ctx, m.cache, m.problem, v, t, longestCheck)
		if errors.Is(err, validate.ErrSlow) {
			continue
		}
		if err == nil && reason != "" {
			err = fmt.Errorf("%s %s makes what %s rejects: %s", generator, strings.Join(args, " "), v.Name, reason)
		}
		if err != nil {
			return err
		}
	}
	solution, err := m.problem.Accepted(m.answer)
	if err != nil {
		return err
	}
	if program, err = m.cache.Build(ctx, compile.Submission, solution.Source); err != nil {
		return err
	}
	if err := sandbox.Transform(ctx, m.cache.Programs, m.answer, program, nil, t.Input, t.Answer); err != nil {
		return err
	}
	input, err := untrusted.Read(t.Input, mostBytes)
	if err != nil {
		return err
	}
	answer, err := untrusted.Read(t.Answer, mostBytes)
	if err != nil {
		return err
	}
	m.store.Save(key, joined(input, answer))
	return nil
}

// key hashes all that decides what a test is: the generator and its arguments, the solution that makes the answer, and
// the validators that have accepted the input.
func (m *Maker) key(generator string, args []string) (string, error) {
	source, err := m.problem.Generator(generator)
	if err != nil {
		return "", err
	}
	solution, err := m.problem.Accepted(m.answer)
	if err != nil {
		return "", err
	}
	key := store.NewKey(schema)
	key.Add(args...)
	for _, s := range append([]problem.Source{source, solution.Source}, m.problem.InputValidators...) {
		contents, err := compile.ReadSource(s)
		if err != nil {
			return "", err
		}
		key.Add(s.Files...)
		for _, text := range contents {
			key.Add(string(text))
		}
	}
	return key.Name(), nil
}
