//go:build linux

package contain

import (
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// Levels are the levels of isolation, each without a cgroup but for the first.
var Levels = map[string]helper.Isolation{
	"namespaces as root and cgroups": {Namespaces: true},
	"namespaces as root":             {Namespaces: true},
	"namespaces without root":        {Namespaces: true, UserNamespace: true},
	"Landlock":                       {Landlock: true},
	"no isolation":                   {},
}

// OpenAt opens a sandbox at a level for the length of a test, and skips the test where there is none.
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

// WorkerOf is the first worker of a sandbox for the length of a test.
func WorkerOf(t testing.TB, box sandbox.Sandbox) sandbox.Worker {
	t.Helper()
	worker, err := box.Worker(0)
	judgetest.Check(t, err)
	t.Cleanup(func() { worker.Close() })
	return worker
}

// AsNobody runs a test again as user nobody, in whose home folder is what prepare makes there.
func AsNobody(t *testing.T, test string, prepare ...func(home string)) {
	asNobody(t, test, "", func(home string) {
		for _, each := range prepare {
			each(home)
		}
	})
}

// What the tests of this package and those that import it have in common.
var (
	PublicDir     = publicDir
	Slowdown      = slowdown
	ProcessesWith = processesWith
)
