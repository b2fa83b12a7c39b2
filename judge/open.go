package main

import (
	"context"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// open opens what programs are built and run with, the sandbox of that name or the best that works here, and says what
// is wrong with it; close closes both.
func (a *app) open(backend string) (box sandbox.Sandbox, cache *compile.Cache, close func(), err error) {
	if box, err = sandbox.Open(sandbox.Options{Backend: backend}); err != nil {
		return nil, nil, nil, err
	}
	a.warnUncontained(box)
	if cache, err = compile.OpenCache("", box); err != nil {
		box.Close()
		return nil, nil, nil, judgeFailed(err)
	}
	a.warnCache(cache)
	return box, cache, func() { cache.Close(); box.Close() }, nil
}

// warnUncontained says first, not last, that programs will not be contained.
func (a *app) warnUncontained(box sandbox.Sandbox) {
	if warning := sandbox.Warning(box); warning != "" {
		a.say("warning: %s", warning)
	}
}

// warnCache says why built programs are not kept.
func (a *app) warnCache(cache *compile.Cache) {
	if warning := cache.Warning(); warning != "" {
		a.say("warning: %s", warning)
	}
}

// entries picks submissions and tests from the package, or from the checkout for "".
func (a *app) entries(ctx context.Context, pack string, args []string) ([]grade.Entry, error) {
	s, err := a.picker.Pick(ctx, pack, args, problem.Load)
	if err != nil {
		return nil, err
	}
	return s.Entries()
}
