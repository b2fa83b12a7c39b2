//go:build linux

package contain

import (
	"testing"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// Levels opens a sandbox at each level of isolation.
var Levels = map[string]func(t testing.TB) (sandbox.Sandbox, error){
	"namespaces as root and cgroups": level(helper.Isolation{Namespaces: true}, true),
	"namespaces as root":             level(helper.Isolation{Namespaces: true}, false),
	"namespaces without root":        level(helper.Isolation{Namespaces: true, UserNamespace: true}, false),
	"Landlock":                       level(helper.Isolation{Landlock: true}, false),
	"no isolation":                   level(helper.Isolation{}, false),
}

func level(iso helper.Isolation, cgroup bool) func(t testing.TB) (sandbox.Sandbox, error) {
	return func(t testing.TB) (sandbox.Sandbox, error) {
		box, err := openLevel(sandbox.Options{Scratch: publicDir(t)}, iso, cgroup)
		if err != nil {
			return nil, err
		}
		return box, nil
	}
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
	Median        = median
	ProcessesWith = processesWith
)
