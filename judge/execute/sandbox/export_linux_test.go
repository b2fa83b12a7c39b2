package sandbox

import "testing"

// Levels opens a sandbox at each level of isolation.
var Levels = map[string]func(t testing.TB) (Sandbox, error){
	"namespaces as root and cgroups": level(isolation{Namespaces: true}, true),
	"namespaces as root":             level(isolation{Namespaces: true}, false),
	"namespaces without root":        level(isolation{Namespaces: true, UserNamespace: true}, false),
	"Landlock":                       level(isolation{Landlock: true}, false),
	"no isolation":                   level(isolation{}, false),
}

func level(iso isolation, cgroup bool) func(t testing.TB) (Sandbox, error) {
	return func(t testing.TB) (Sandbox, error) {
		box, err := openIsolated(Options{Scratch: publicDir(t)}, iso, cgroup)
		if err != nil {
			return nil, err
		}
		return box, nil
	}
}

// AsNobody runs a test again as user nobody, in whose home folder is what prepare makes there.
func AsNobody(t *testing.T, test string, prepare ...func(home string)) {
	asNobody(t, test, "", func(home string) {
		for _, make := range prepare {
			make(home)
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
