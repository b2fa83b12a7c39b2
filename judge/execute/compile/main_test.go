package compile

import (
	"os"
	"testing"
)

// TestMain gives the tests no languages of the user, unless one has set a folder for them.
func TestMain(m *testing.M) {
	if os.Getenv(ownBegun) == "" {
		os.Setenv("XDG_CONFIG_HOME", "/none")
	}
	os.Exit(m.Run())
}
