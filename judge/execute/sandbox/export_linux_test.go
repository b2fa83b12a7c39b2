package sandbox

import "testing"

// Levels opens a sandbox at each level of isolation.
var Levels = map[string]func(t *testing.T) (Sandbox, error){
	"namespaces as root and cgroups": level(isolation{Namespaces: true}, true),
	"namespaces as root":             level(isolation{Namespaces: true}, false),
	"namespaces without root":        level(isolation{Namespaces: true, UserNamespace: true}, false),
	"Landlock":                       level(isolation{Landlock: true}, false),
	"no isolation":                   level(isolation{}, false),
}

func level(iso isolation, cgroup bool) func(t *testing.T) (Sandbox, error) {
	return func(t *testing.T) (Sandbox, error) {
		box, err := openIsolated(Options{Scratch: publicDir(t)}, iso, cgroup)
		if err != nil {
			return nil, err
		}
		return box, nil
	}
}

// AsNobody runs a test again as user nobody.
func AsNobody(t *testing.T, test string) { asNobody(t, test, "", func(string) {}) }
