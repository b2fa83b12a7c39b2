package processor

import (
	"strings"
	"testing"
)

// TestName: the name is never empty, has one line, and does not change.
func TestName(t *testing.T) {
	name := Name(t.Context())
	if name == "" || strings.TrimSpace(name) != name || strings.Contains(name, "\n") {
		t.Errorf("%q is not a name", name)
	}
	if again := Name(t.Context()); again != name {
		t.Errorf("%q, and then %q", name, again)
	}
}
