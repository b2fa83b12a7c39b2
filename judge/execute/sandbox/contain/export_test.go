//go:build linux

package contain

import (
	"context"
	"errors"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// Levels are the levels of isolation. Only the first has a cgroup.
var Levels = map[string]helper.Isolation{
	"namespaces as root and cgroups": {Namespaces: true},
	"namespaces as root":             {Namespaces: true},
	"namespaces without root":        {Namespaces: true, UserNamespace: true},
	"Landlock":                       {Landlock: true},
	"no isolation":                   {},
}

// OpenAt opens a sandbox at a level until the test ends, and skips the test if the level is not available.
func OpenAt(t testing.TB, level string) *Sandbox {
	t.Helper()
	return openAt(t, Levels[level], strings.HasSuffix(level, "cgroups"))
}

func openAt(t testing.TB, isolation helper.Isolation, cgroup bool) *Sandbox {
	t.Helper()
	box, err := openLevel(sandbox.Options{Scratch: publicDir(t)}, isolation, cgroup)
	if err != nil {
		t.Skipf("needs this isolation of the kernel; judge doctor says what it allows: %v", err)
	}
	t.Cleanup(func() { box.Close() })
	return box
}

// openLevel opens a sandbox with exactly this isolation, with cgroups or without.
func openLevel(options sandbox.Options, isolation helper.Isolation, cgroup bool) (*Sandbox, error) {
	box, err := prepare(context.Background(), options, cgroup)
	if err != nil {
		return nil, err
	}
	if err = box.try(isolation); err == nil && cgroup {
		_, err = box.Cgroups()
	}
	if err != nil {
		return nil, errors.Join(err, box.Close())
	}
	return box, nil
}

// WorkerOf returns the first worker of a sandbox until the test ends.
func WorkerOf(t testing.TB, box sandbox.Sandbox) sandbox.Worker {
	t.Helper()
	worker, err := box.Worker(0)
	judgetest.Check(t, err)
	t.Cleanup(func() { worker.Close() })
	return worker
}

// AsNobody runs a test again as user nobody, in a home folder that prepare fills.
func AsNobody(t *testing.T, test string, prepare ...func(home string)) {
	asNobody(t, test, func(home string) {
		for _, each := range prepare {
			each(home)
		}
	})
}

// Helpers that the tests of this package share with the tests that import it.
var (
	PublicDir     = publicDir
	Slowdown      = slowdown
	ProcessesWith = processesWith
)
