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
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestWorkerCommand: a worker says what it has, is listed, ends when it is interrupted, and is listed as ended.
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
		cmd.SetArgs([]string{"worker", "--at", s.URL(), "--keys", s.Keys(server.Worker), "--name", "abacus",
			"--backend", "portable", "-j", "1"})
		err := cmd.ExecuteContext(ctx)
		in.Close()
		ended <- err
	}()
	var said []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if said = append(said, lines.Text()); strings.HasSuffix(lines.Text(), " takes work") {
			interrupt()
		}
	}
	err := <-ended
	for _, want := range []string{"cluster: connected to " + s.URL() + "; offering no language; portable; tests " +
		"side by side: 1", "cluster: abacus (", "cluster: abacus has ended"} {
		if all := strings.Join(said, "\n"); err != nil || !strings.Contains(all, want) {
			t.Errorf("%v, and %q is not in\n%s", err, want, all)
		}
	}
	var listed strings.Builder
	cmd := newRootCommand()
	cmd.SetOut(&listed)
	cmd.SetArgs([]string{"workers", "--at", s.URL(), "--keys", s.Keys(server.Client)})
	judgetest.Check(t, cmd.ExecuteContext(t.Context()))
	if got := listed.String(); !strings.Contains(got, "\nabacus  shared  ended ") ||
		!strings.Contains(got, "DONE 1 worker: 0 live, 0 paused, 1 ended") {
		t.Errorf("listed:\n%s", got)
	}
}

// TestWorkers: the rows and the document of workers in every state.
func TestWorkers(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	at := func(name, version string, ago time.Duration, change func(*wire.Offer)) heard {
		o := wire.Offer{
			Machine: wire.Machine{Worker: name, CPU: "Abacus", Cores: 8, Backend: "linux"}, Version: version,
			Languages: []string{"c", "python3"},
			Isolation: "linux, with namespaces", Jobs: 4, Since: now.Add(-time.Hour), Done: 3,
		}
		if change != nil {
			change(&o)
		}
		return heard{o, now.Add(-ago)}
	}
	rows := workersOf([]heard{
		at("m5", "abc", 0, func(o *wire.Offer) { o.Paused = "no room for work: no space left\x1b[2J on device" }),
		at("m3", "abc", 3*time.Minute, func(o *wire.Offer) { o.Work = "hdu5046/dlx of run k3" }),
		at("m1", "abc", time.Second, func(o *wire.Offer) {
			o.Work, o.Machine.Own = "poj3074/dlx of run k3", true
		}),
		at("m4", "abd", 0, nil),
		at("m2", "abc", 2*time.Hour, func(o *wire.Offer) {
			o.Gone, o.LastWords, o.Languages = true, "poj3074/dlx of run k3: no space left\x1b[2J on device", nil
		}),
	}, now, "abc", wire.DefaultPace)
	shown := listing{rows, []wire.Failure{
		{Worker: "m2", At: now.Add(-3 * time.Hour), Reason: "poj3074/dlx of run k3: no space left\x1b[2J on device"},
		{Worker: "m9", Own: true, At: now.Add(-time.Hour), Reason: "takes no work: no room"},
	}}
	t.Setenv("COLUMNS", "120")
	var text, document strings.Builder
	judgetest.Check(t, writeWorkers(&text, "", shown, "abc"))
	judgetest.Check(t, writeWorkers(&document, "-", shown, "abc"))
	judgetest.Golden(t, "testdata/workers.txt", text.String())
	judgetest.Golden(t, "testdata/workers.json", document.String())
	text.Reset()
	judgetest.Check(t, writeWorkers(&text, "", listing{}, "abc"))
	if !strings.HasPrefix(text.String(), "no worker was here") {
		t.Errorf("got %q", text.String())
	}
	text.Reset()
	judgetest.Check(t, writeWorkers(&text, "", listing{rows: workersOf([]heard{at("m\x1b[2J", "a\x1bd", 0, nil)}, now,
		"abc", wire.DefaultPace)}, "abc"))
	if strings.Contains(text.String(), "\x1b") {
		t.Errorf("what acts on a terminal is shown as it is: %q", text.String())
	}
}
