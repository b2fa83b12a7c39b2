package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"
)

const forgets = "DLXJUDGE_FORGETS_HELPER"

// TestMain lets this program be a helper of the sandbox, but for TestForgottenHelper.
func TestMain(m *testing.M) {
	if os.Getenv(forgets) == "" {
		BeHelper()
	}
	m.Run()
}

// A program that never calls BeHelper is told so, and starts no copy of itself.
func TestForgottenHelper(t *testing.T) {
	if os.Getenv(forgets) != "" {
		if _, err := Open(Options{}); !errors.Is(err, errNoHelper) {
			t.Errorf("Open gives %v, want %v", err, errNoHelper)
		}
		if _, err := openIsolated(Options{}, isolation{}, false); !errors.Is(err, errNoHelper) {
			t.Errorf("a worker gives %v, want %v", err, errNoHelper)
		}
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	again := exec.CommandContext(ctx, "/proc/self/exe", "-test.run=^TestForgottenHelper$")
	again.Env = append(os.Environ(), forgets+"=1")
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
