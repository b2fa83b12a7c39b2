package processor

import (
	"strings"
	"testing"
)

// TestName: there is always a name, in one line, and it stays.
func TestName(t *testing.T) {
	name := Name(t.Context())
	if name == "" || strings.TrimSpace(name) != name || strings.Contains(name, "\n") {
		t.Errorf("%q is no name", name)
	}
	if again := Name(t.Context()); again != name {
		t.Errorf("%q, and then %q", name, again)
	}
}
