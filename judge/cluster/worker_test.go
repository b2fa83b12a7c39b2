package main

import (
	"bufio"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/wire"
)

// TestWorkerCommand: a worker reports what it has, appears in the list, ends on an interrupt, and leaves the list.
func TestWorkerCommand(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir) // without a compiler, which would take seconds to ask
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	s := clustertest.Start(t, wire.DefaultPace)

	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		cmd := newRootCommand()
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetErr(in)
		cmd.SetArgs([]string{"worker", "--at", s.URL(), "--keys", s.Keys(wire.Worker), "--name", "abacus",
			"--backend", "portable", "-j", "1"})
		err := cmd.ExecuteContext(ctx)
		in.Close()
		ended <- err
	}()
	var output []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if output = append(output, lines.Text()); strings.HasSuffix(lines.Text(), " takes work") {
			interrupt()
		}
	}
	err := <-ended
	for _, want := range []string{"cluster: connected to " + s.URL() + "; offering no language; portable; tests " +
		"side by side: 1", "cluster: abacus (", "cluster: abacus has ended"} {
		if all := strings.Join(output, "\n"); err != nil || !strings.Contains(all, want) {
			t.Errorf("%v, and %q is not in\n%s", err, want, all)
		}
	}
	var listed strings.Builder
	cmd := newRootCommand()
	cmd.SetOut(&listed)
	cmd.SetArgs([]string{"workers", "--at", s.URL(), "--keys", s.Keys(wire.Client)})
	judgetest.Check(t, cmd.ExecuteContext(t.Context()))
	if got := listed.String(); !strings.HasPrefix(got, "no live workers") {
		t.Errorf("listed although it has ended:\n%s", got)
	}
}

// TestWorkers shows the rows and the document for workers in every state.
func TestWorkers(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	at := func(name, version string, change func(*wire.Offer)) workerRow {
		o := wire.Offer{
			Machine:   wire.Machine{Worker: name, CPU: "Abacus", Cores: 8, Backend: "linux", Jobs: 4},
			Version:   version,
			Languages: []string{"c", "python3"}, Isolation: "linux, with namespaces",
			Since: now.Add(-time.Hour), Done: 3, Seen: now,
		}
		if change != nil {
			change(&o)
		}
		return rowOf(o, "abc")
	}
	rows := []workerRow{
		at("m1", "abc", func(o *wire.Offer) { o.Work, o.Group = "poj3074/dlx of run k3", "fast" }),
		at("m2", "abc", func(o *wire.Offer) {
			o.LastWords, o.Languages = "poj3074/dlx of run k3: no space left\x1b[2J on device", nil
		}),
		at("m4", "abd", nil),
		at("m5", "abc", func(o *wire.Offer) { o.Paused = "no room for work: no space left\x1b[2J on device" }),
	}
	t.Setenv("COLUMNS", "120")
	var text, document strings.Builder
	judgetest.Check(t, writeWorkers(&text, "", rows, "abc"))
	judgetest.Check(t, writeWorkers(&document, "-", rows, "abc"))
	judgetest.Golden(t, "testdata/workers.txt", text.String())
	judgetest.Golden(t, "testdata/workers.json", document.String())
	text.Reset()
	judgetest.Check(t, writeWorkers(&text, "", []workerRow{at("m\x1b[2J", "a\x1bd", nil)}, "abc"))
	if strings.Contains(text.String(), "\x1b") {
		t.Errorf("escape sequences are not escaped: %q", text.String())
	}
}
