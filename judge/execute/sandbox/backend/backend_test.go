package backend

import (
	"strings"
	"testing"

	"dlxjudge/judge/execute/sandbox"
)

// An unknown sandbox is an error that lists those of this system.
func TestUnknown(t *testing.T) {
	_, err := Open(t.Context(), sandbox.Options{Backend: "magic"})
	if err == nil || !strings.Contains(err.Error(), strings.Join(Names(), ", ")) {
		t.Errorf("got %v", err)
	}
}
