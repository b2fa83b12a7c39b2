package compile

import (
	"os"
	"testing"
)

// TestMain hides the user's languages from the tests, unless a test has set a folder for them.
func TestMain(m *testing.M) {
	if os.Getenv(ownBegun) == "" {
		os.Setenv("XDG_CONFIG_HOME", "/none")
	}
	os.Exit(m.Run())
}
