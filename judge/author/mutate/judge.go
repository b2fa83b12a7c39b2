package mutate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Options are how mutants are judged.
type Options struct {
	Jobs    int // mutants side by side, at least 1
	Sandbox sandbox.Sandbox
	Observe func(done, total int) // may be nil; calls do not overlap
}

// State is what became of a mutant.
type State string

// The states.
const (
	Caught   State = "caught"
	Survived State = "survived"
	Broken   State = "broken" // it does not compile
	Marked   State = "marked" // it survived, as its mark says
)

// Result is a mutant that was judged.
type Result struct {
	Mutant
	State State
	By    string // the test that caught it, and how: "sample/1: WA"
	Mark  *Mark  // that says why it survived
}

// A catcher says which test catches a program that takes the place of the one that was changed, "" for none. It builds
// the program with cache; the error is a *compile.CompileError if it does not compile. Files are made in folder.
type catcher func(ctx context.Context, worker sandbox.Worker, changed problem.Source, cache *compile.Cache,
	folder string) (by string, err error)

// judge judges each mutant by the tests. The results are in the mutants' order.
func judge(ctx context.Context, o Options, source problem.Source, mutants []Mutant, by catcher) ([]Result, error) {
	folder, err := os.MkdirTemp(o.Sandbox.Scratch(), "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	// A mutant is built once, so it does not belong in the cache of programs.
	cache, err := compile.OpenCache(filepath.Join(folder, "cache"), o.Sandbox)
	if err != nil {
		return nil, err
	}
	defer cache.Close()
	results := make([]Result, len(mutants))
	var mutex sync.Mutex // for done
	var next atomic.Int64
	done := 0
	group, inner := errgroup.WithContext(ctx)
	for k := range max(o.Jobs, 1) {
		group.Go(func() error {
			own := filepath.Join(folder, fmt.Sprint(k))
			if err := os.Mkdir(own, 0o777); err != nil {
				return err
			}
			worker, err := o.Sandbox.Worker(k)
			if err != nil {
				return err
			}
			defer worker.Close()
			for i := next.Add(1) - 1; i < int64(len(mutants)) && inner.Err() == nil; i = next.Add(1) - 1 {
				if results[i], err = one(inner, cache, source, mutants[i], by, worker, own); err != nil {
					return err
				}
				mutex.Lock()
				if done++; o.Observe != nil {
					o.Observe(done, len(mutants))
				}
				mutex.Unlock()
			}
			return nil
		})
	}
	err = group.Wait()
	return results, errors.Join(ctx.Err(), err)
}

// one judges one mutant. Its files are gone afterwards.
func one(ctx context.Context, cache *compile.Cache, source problem.Source, m Mutant, by catcher, worker sandbox.Worker,
	folder string) (Result, error) {
	r := Result{Mutant: m}
	work, err := os.MkdirTemp(folder, "")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(work)
	changed, err := m.write(source, filepath.Join(work, "source"))
	if err != nil {
		return r, err
	}
	r.By, err = by(ctx, worker, changed, cache, work)
	var broken *compile.CompileError
	if errors.As(err, &broken) {
		r.State = Broken
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.State = Survived
	if r.By != "" {
		r.State = Caught
	}
	return r, nil
}

// write writes the program with its fault into a new folder.
func (m Mutant) write(source problem.Source, folder string) (problem.Source, error) {
	contents, err := compile.ReadSource(source)
	if err != nil {
		return source, err
	}
	for i, file := range source.Files {
		text := contents[i]
		if file == m.File {
			text = m.contents
		}
		path := filepath.Join(folder, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return source, err
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return source, err
		}
	}
	source.Dir = folder
	return source, nil
}

// Sample chooses so many mutants at random, 0 for all, and keeps their order.
func Sample(size int, seed uint64) func([]Mutant) []Mutant {
	return func(all []Mutant) []Mutant {
		if size == 0 || size >= len(all) {
			return all
		}
		chosen := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:size]
		slices.Sort(chosen)
		var some []Mutant
		for _, i := range chosen {
			some = append(some, all[i])
		}
		return some
	}
}
