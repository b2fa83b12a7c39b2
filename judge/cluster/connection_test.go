package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/wire"
)

// TestWrongKey: each command refuses the keys of other roles at once.
func TestWrongKey(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir) // without a compiler, which would take seconds to ask
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	s := clustertest.Start(t, wire.DefaultPace)
	pack := filepath.Join(dir, "pack")
	judgetest.Unpack(t, pack, sum)
	run := []string{"run", "--package", pack, "--at", s.URL()}
	worker := []string{"worker", "--backend", "portable", "--at", s.URL()}
	for name, test := range map[string]struct {
		command []string
		keys    string
		want    string
	}{
		"run, a worker's":     {run, s.Keys(wire.Worker), "this is a \"worker\" key, but a client needs its own"},
		"workers, a worker's": {[]string{"workers", "--at", s.URL()}, s.Keys(wire.Worker), "this is a \"worker\" key"},
		"worker, a client's":  {worker, s.Keys(wire.Client), "this is a \"client\" key, but a worker needs its own"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, stderr bytes.Buffer
			cmd := newRootCommand()
			cmd.SetArgs(append(test.command, "--keys", test.keys))
			cmd.SetOut(&out)
			cmd.SetErr(&stderr)
			status, err := exit.StatusOf(t.Context(), cmd.ExecuteContext(t.Context()))
			if status != exit.Usage || err == nil || !strings.Contains(err.Error(), test.want) || out.Len() > 0 {
				t.Errorf("status %d, %v, printed %q; want %s", status, err, out.String(), test.want)
			}
		})
	}
}
