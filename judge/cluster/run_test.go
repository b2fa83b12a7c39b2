package main

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/spread/worker"
	"dlxjudge/judge/tell/report"
)

// cluster run refuses what it does not support, and says what to use instead.
func TestRunRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const at = "--at=nats://127.0.0.1:1"
	for _, row := range []struct {
		args []string
		want string
	}{
		{nil, "no cluster is named; give the URL that cluster serve prints, such as --at nats://127.0.0.1:4222"},
		{[]string{at, "--jobs", "4"}, "unknown flag: --jobs"},
		{[]string{at, "--time-limit", "-1"}, "--time-limit -1: give seconds, such as "},
		{[]string{at, "--time-limit", "NaN"}, "--time-limit NaN: give seconds, such as "},
		{[]string{at, "--time-limit", "fast"}, "--time-limit fast: give seconds, such as "},
		{[]string{at, "--junit", "-"}, "name a file"},
		{[]string{at, "--all", "--first"}, "[all first] were all set"},
		{[]string{at}, "change to a checkout, begin one with judge new, or name a package with --package DIR"},
	} {
		status, _, stderr := clusterRun(t, t.Context(), row.args...)
		if status != exit.Usage || !strings.Contains(stderr, row.want) {
			t.Errorf("%q: status %d, %s; want %q", row.args, status, stderr, row.want)
		}
	}
}

// clusterRun calls cluster run.
func clusterRun(t *testing.T, ctx context.Context, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, messages bytes.Buffer
	status = run(ctx, append([]string{"run"}, args...), &out, &messages)
	return status, out.String(), messages.String()
}

// sum is a package with a solution and two wrong programs, one of which is not rejected.
const sum = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 5}
-- data/secret/a.in --
2 2
-- data/secret/a.ans --
4
-- submissions/accepted/add.c --
#include <stdio.h>
int main(void) { int a, b; scanf("%d%d", &a, &b); printf("%d\n", a + b); return 0; }
-- submissions/wrong_answer/three.c --
#include <stdio.h>
int main(void) { puts("3"); return 0; }
-- submissions/wrong_answer/four.c --
#include <stdio.h>
int main(void) { puts("4"); return 0; }
`

// A run shows the rows and exit status of judge run, and names the machine that judged.
func TestRun(t *testing.T) {
	judgetest.Need(t, "gcc", "clang")
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	s := clustertest.Start(t, wire.DefaultPace)
	root := filepath.Join(dir, "sum")
	judgetest.Unpack(t, root, sum)
	document := filepath.Join(dir, "results.json")
	args := []string{"--at", s.URL(), "--keys", s.Keys(wire.Client), "--package", root, "--json", document}

	status, _, stderr := clusterRun(t, t.Context(), append(args, "--wait", "0s")...)
	if status != exit.Unexpected || !strings.Contains(stderr, "3 of 3 submissions could not be judged: no worker") {
		t.Errorf("without a worker: status %d, %s", status, stderr)
	}

	stop := work(t, s.URL(), s.Keys(wire.Worker))
	defer stop()
	status, stdout, stderr := clusterRun(t, t.Context(), args...)
	if status != exit.Unexpected || !strings.Contains(stdout, "✓ sum/accepted/add.c") ||
		!strings.Contains(stdout, "✖ sum/wrong_answer/four.c") ||
		!strings.Contains(stdout, "judged everything\nDONE 3 submissions, 3 tests, 1 unexpected") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	results, err := report.Read(strings.NewReader(judgetest.Read(t, document)))
	judgetest.Check(t, err)
	for _, one := range results.Submissions {
		if !strings.HasPrefix(one.Machine, "m1 (") {
			t.Errorf("%s was judged by %q", one.Name, one.Machine)
		}
	}

	status, stdout, stderr = clusterRun(t, t.Context(), append(args, "--failed")...)
	if status != exit.Unexpected || !strings.Contains(stdout, "DONE 1 submission,") {
		t.Errorf("--failed: status %d\n%s%s", status, stdout, stderr)
	}
	zipped := filepath.Join(dir, "sum.zip")
	judgetest.Zip(t, zipped, root)
	if _, _, stderr = clusterRun(t, t.Context(), append(args, "--package", zipped)...); stderr != "" {
		t.Errorf("a .zip file: %s", stderr)
	}
	if text := judgetest.Read(t, document); !strings.Contains(text, `"source": "`+zipped+
		`/submissions/accepted/add.c"`) {
		t.Errorf("files in a .zip file are not named by it:\n%s", text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status, _, stderr = clusterRun(t, ctx, args...); status != exit.Interrupted {
		t.Errorf("interrupted: status %d, %s", status, stderr)
	}
}

// TestCrashes runs those rows of the table of crashing tools that need a cluster.
func TestCrashes(t *testing.T) {
	s := clustertest.Start(t, wire.DefaultPace)
	defer work(t, s.URL(), s.Keys(wire.Worker))()
	judgetest.Crashes(t, "../testdata/crashes.txtar", true, func(t *testing.T, args ...string) (int, string) {
		at := slices.Index(args, "--at")
		args = slices.Insert(args, at+1, s.URL(), "--keys", s.Keys(wire.Client))
		status, stdout, stderr := clusterRun(t, t.Context(), args[1:]...)
		return status, stdout + stderr
	})
}

// work starts a worker.
func work(t *testing.T, url, keys string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	conn, err := wire.Dial(ctx, url, keys, wire.Worker, "m1", wire.DefaultPace)
	judgetest.Check(t, err)
	box, err := backend.Open(t.Context(), sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	cache, err := compile.OpenCache("", box)
	judgetest.Check(t, err)
	store, err := parcel.Open(t.TempDir())
	judgetest.Check(t, err)
	offer := wire.Offer{
		Machine: wire.Machine{Worker: "m1", CPU: "Abacus", Cores: 1, Backend: box.Name(), Jobs: 1},
		Version: version.Judge(), Languages: []string{"c", "bash"},
	}
	ended := make(chan error, 1)
	go func() {
		ended <- worker.Run(ctx, worker.Options{Conn: conn, Offer: offer, Store: store, Judge: grade.Judge,
			Judging: grade.Options{Jobs: 1, Sandbox: box, Cache: cache}, Say: func(string) {}})
	}()
	return func() {
		cancel()
		select {
		case err := <-ended:
			judgetest.Check(t, err)
		case <-time.After(time.Minute):
			t.Error("the worker does not end")
		}
		conn.Close()
		box.Close()
		store.Close()
	}
}
