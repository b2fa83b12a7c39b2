package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestWrongKey: an unusable key is refused at once, with the reason and what to name instead.
func TestWrongKey(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir) // without a compiler, which would take seconds to ask
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	s, foreign := clustertest.Start(t, wire.DefaultPace), filepath.Join(dir, "foreign")
	judgetest.Check(t, server.Init(foreign))
	folder := func(name string) string {
		path := filepath.Join(dir, name)
		judgetest.Check(t, os.Mkdir(path, 0o700))
		return path
	}
	pack := filepath.Join(dir, "pack")
	judgetest.Unpack(t, pack, sum)
	run := []string{"run", "--package", pack, "--at", s.URL()}
	worker := []string{"worker", "--backend", "portable", "--at", s.URL()}
	nowhere := []string{"run", "--package", pack, "--at", "nats://127.0.0.1:1"}
	pipe, spoilt := folder("pipe"), folder("spoilt")
	judgetest.Check(t, syscall.Mkfifo(filepath.Join(pipe, wire.KeyFile), 0o600))
	judgetest.Write(t, filepath.Join(spoilt, wire.KeyFile), "no key\n")
	for name, test := range map[string]struct {
		command []string
		keys    string
		want    string
	}{
		"run, a worker's":     {run, s.Keys(wire.Worker), "this is a \"worker\" key, but a client needs its own"},
		"workers, a worker's": {[]string{"workers", "--at", s.URL()}, s.Keys(wire.Worker), "this is a \"worker\" key"},
		"worker, a client's":  {worker, s.Keys(wire.Client), "this is a \"client\" key, but a worker needs its own"},
		"no server":           {nowhere, s.Keys(wire.Client), "no server listens at nats://127.0.0.1:1; start one there"},
		"another server's":    {run, filepath.Join(foreign, wire.Client), "it belongs to another server, or was withdrawn"},
		"an empty folder":     {run, folder("empty"), "empty/key.nk: no such file or directory; give --keys the folder"},
		"no folder":           {worker, filepath.Join(dir, "none"), "none/key.nk: no such file or directory"},
		"a pipe":              {run, pipe, "key.nk: a FIFO, not a regular file"},
		"a spoilt key":        {run, spoilt, "key.nk: not a NATS user key; copy it again"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, stderr bytes.Buffer
			cmd := newRootCommand()
			cmd.SetArgs(append(test.command, "--keys", test.keys))
			cmd.SetOut(&out)
			cmd.SetErr(&stderr)
			status, err := statusOf(t.Context(), cmd.ExecuteContext(t.Context()))
			if status != exit.Usage || err == nil || !strings.Contains(err.Error(), test.want) || out.Len() > 0 {
				t.Errorf("status %d, %v, printed %q; want %s", status, err, out.String(), test.want)
			}
		})
	}
}
