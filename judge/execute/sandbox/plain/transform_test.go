package plain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

func TestTransform(t *testing.T) {
	shell := judgetest.Need(t, "sh")
	program, dir, programs := sandbox.Program{Path: shell}, t.TempDir(), Executor{}
	input, output := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	for path, text := range map[string]string{input: "one\n", output: "of an earlier run, and longer\n"} {
		judgetest.Check(t, os.WriteFile(path, []byte(text), 0o644))
	}
	twice := []string{"-c", "read a; echo $a $a"}
	judgetest.Check(t, sandbox.Transform(t.Context(), programs, "twice", program, twice, input, output))
	if text, err := os.ReadFile(output); err != nil || string(text) != "one one\n" {
		t.Errorf("%q, %v", text, err)
	}
	err := sandbox.Transform(t.Context(), programs, "broken", program, []string{"-c", "echo why >&2; exit 3"},
		input, output)
	if want := "broken -c echo why >&2; exit 3: exit status 3: why"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err = sandbox.Transform(t.Context(), programs, "loud", program, []string{"-c",
		"while echo noise; do :; done | head -c 100000 >&2; exit 1"}, input, output); err == nil || len(err.Error()) > 8<<10 ||
		!strings.Contains(err.Error(), "noise") {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
	if err = sandbox.Transform(t.Context(), programs, "none", program, nil, filepath.Join(dir, "none"),
		output); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err = sandbox.Transform(done, programs, "late", program, nil, input, output); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
