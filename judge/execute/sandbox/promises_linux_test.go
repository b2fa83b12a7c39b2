package sandbox_test

import (
	"os"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/attack"
	"dlxjudge/judge/execute/sandbox"
)

// TestPromises tries the attacks of judge doctor --attack at every level of isolation, as the current user and, as
// root, as nobody too: none gets through that the level promises to refuse.
func TestPromises(t *testing.T) {
	judgetest.Long(t, "it takes some seconds")
	if os.Geteuid() == 0 {
		t.Run("nobody", func(t *testing.T) { sandbox.AsNobody(t, "TestPromises") })
	}
	for name, open := range sandbox.Levels {
		t.Run(name, func(t *testing.T) {
			box, err := open(t)
			if err != nil {
				t.Skipf("needs this isolation of the kernel; judge doctor says what it allows: %v", err)
			}
			defer box.Close()
			results, err := attack.Run(t.Context(), box)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				switch {
				case r.Broken():
					t.Errorf("%s: %s", r.Name, r.Through)
				case r.Through != "":
					t.Logf("not promised: %s: %s", r.Name, r.Through)
				case r.Skipped != "":
					t.Logf("skipped: %s: %s", r.Name, r.Skipped)
				}
			}
		})
	}
}
