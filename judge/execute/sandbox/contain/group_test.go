//go:build linux

package contain

import (
	"os"
	"strings"
	"testing"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// Namespaces also work for a user whose group ID differs from the user ID.
func TestGroup(t *testing.T) {
	if os.Getuid() == 0 {
		asUser(t, nobody, nobody-1, t.Name(), func(string) {})
		return
	}
	if os.Getuid() == os.Getgid() {
		t.Skip("needs root: this user's number is also its group's")
	}
	box, err := openLevel(sandbox.Options{Scratch: publicDir(t)}, helper.Isolation{Namespaces: true,
		UserNamespace: true}, false)
	switch {
	case err == nil:
		box.Close()
	case strings.Contains(err.Error(), "in memory"): // which gets that owner and group
		t.Error(err)
	default:
		t.Skip("this user has no namespaces: ", err)
	}
}
