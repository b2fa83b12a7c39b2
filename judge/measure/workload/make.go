package workload

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/author/recipe"
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
	dir     string // folder for the files of the tests
	store   *store.Store
	made    map[string]problem.Test // tests that have been made, by name
}

const schema = "dlxjudge workload 4" // increased when entries of older judges are no longer valid

// NewMaker returns a maker that writes the files of tests to the folder dir, which belongs to the caller. The maker's
// store, in the judge's cache, has separate entries for a generator's output, a validator's acceptance of that output,
// and a solution's answer. So the inputs stay in the store if a commit changes only the solution.
func NewMaker(cache *compile.Cache, p *problem.Problem, set *Set, dir string) (*Maker, error) {
	folder, err := cache.Folder("workloads")
	if err != nil {
		return nil, err
	}
	return &Maker{cache: cache, problem: p, answer: set.Answer, dir: dir, made: make(map[string]problem.Test),
		store: store.Open(folder, store.Bounds{Each: mostBytes, Bytes: 512 << 20, Unused: 30 * 24 * time.Hour})}, nil
}

// mostBytes is the maximum size of an input, and of an answer.
const mostBytes = 64 << 20

// Error says which input could not be made, and where it is defined.
type Error struct {
	Place, Name string
	Cause       error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %v", e.Place, e.Name, e.Cause) }
func (e *Error) Unwrap() error { return e.Cause }

// longestCheck is the CPU time that a validator may take for a generated input. Some validators prove that every case
// has exactly one solution, which takes longer than finding a solution.
const longestCheck = 10 * time.Second

// Test returns a test with the first cases of an input. It makes the test if necessary. The answer is the output of the
// solution that workloads.yaml names. If the input cannot be made, or an input validator of the problem rejects it, the
// error is an *Error.
func (m *Maker) Test(ctx context.Context, in Input, cases int) (problem.Test, error) {
	name := nameOf(in, cases)
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
	if err := m.make(ctx, t, in.Generator, replaced(in.Args, "{cases}", strconv.Itoa(cases))); err != nil {
		return fail(err)
	}
	m.made[name] = t
	return t, nil
}

func nameOf(in Input, cases int) string { return in.Name + "/" + strconv.Itoa(cases) }

// make makes a test's files: the generator's output as the input, and the answer to it. It returns an error if a
// validator rejects the input.
func (m *Maker) make(ctx context.Context, t problem.Test, generator string, args []string) error {
	solution, err := m.problem.Accepted(m.answer)
	if err != nil {
		return err
	}
	makes, err := recipe.NewGenerator(ctx, m.cache, m.problem, generator)
	if err != nil {
		return err
	}
	input, err := m.cached(keyOf("made", makes.Program, nil, args...), t.Input, func() error {
		return makes.Input(ctx, m.cache.Programs, args, t.Input)
	})
	if err != nil {
		return err
	}
	for _, v := range m.problem.InputValidators {
		if err := m.validated(ctx, v, t, input); err != nil {
			return fmt.Errorf("%s %s %w", generator, strings.Join(args, " "), err)
		}
	}
	program, err := m.cache.Build(ctx, compile.Submission, solution.Source)
	if err != nil {
		return err
	}
	_, err = m.cached(keyOf("made", program, input), t.Answer, func() error {
		return sandbox.Transform(ctx, m.cache.Programs, m.answer, program, nil, t.Input, t.Answer)
	})
	return err
}

// cached writes the store's entry for a key to the file at path, and returns the entry. If there is none, cached calls
// make(), which must write the file. Then cached stores and returns the file's content.
func (m *Maker) cached(key, path string, make func() error) ([]byte, error) {
	if written, cached := m.store.Load(key); cached {
		return written, os.WriteFile(path, written, 0o644)
	}
	if err := make(); err != nil {
		return nil, err
	}
	written, err := untrusted.Read(path, mostBytes)
	if err == nil {
		m.store.Save(key, written)
	}
	return written, err
}

// validated returns an error if a validator rejects the input of a test. A timeout is not a rejection.
func (m *Maker) validated(ctx context.Context, v problem.Source, t problem.Test, input []byte) error {
	program, err := m.cache.Build(ctx, compile.Tool, v)
	if err != nil {
		return err
	}
	key := keyOf("valid", program, input, append(slices.Clone(t.Args), t.Group())...)
	if _, cached := m.store.Load(key); cached {
		return nil
	}
	reason, err := validate.Input(ctx, m.cache, m.problem, v, t, longestCheck)
	switch {
	case errors.Is(err, validate.ErrSlow): // perhaps due to load, so the validator runs again next time
		return nil
	case err != nil:
		return err
	case reason != "":
		return fmt.Errorf("makes an input that %s rejects: %s", v.Name, reason)
	}
	m.store.Save(key, nil)
	return nil
}

// keyOf hashes everything that a program's output depends on: the built program, its arguments and its input. It does
// not hash the commit.
func keyOf(what string, program sandbox.Program, text []byte, args ...string) string {
	key := store.NewKey(schema)
	key.Add(what, program.Version, string(text))
	key.Add(args...)
	return key.Name()
}
