package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/outcome"
)

// failing is a package whose programs fail in several ways, and write escape sequences.
const failing = `
-- problem.yaml --
problem_format_version: 2025-09
name: Failing
limits: {time_limit: 0.5, time_resolution: 0.1}
-- output_validator/check.c --
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
	char path[4096], word[100] = "", *feedback = argv[3];
	scanf("%99s", word);
	snprintf(path, sizeof path, "%s/judgemessage.txt", feedback);
	FILE *out = fopen(path, "w");
	fprintf(out, "the checker says \033[2J%s\n", word);
	fclose(out);
	return strcmp(word, "right") ? 43 : 42;
}
-- data/secret/a.in --
1
-- data/secret/a.ans --
right
-- data/secret/b.in --
2
-- data/secret/b.ans --
right
-- submissions/wrong_answer/says.c --
#include <stdio.h>
int main(void) {
	int n;
	scanf("%d", &n);
	fprintf(stderr, "test %d \033[31mred\n", n);
	puts(n == 1 ? "right" : "wrong \033[2J");
	return 0;
}
-- submissions/time_limit_exceeded/spins.c --
#include <stdio.h>
int main(void) { puts("on and on"); fflush(stdout); for (;;) ; }
-- submissions/run_time_error/ends.c --
#include <stdio.h>
int main(void) { puts("half"); fputs("no more\n", stderr); return 7; }
-- submissions/accepted/right.c --
#include <stdio.h>
int main(void) { puts("right"); return 0; }
`

// here judges as judge run does.
func here(t *testing.T) grade.Options {
	t.Helper()
	box, err := backend.Open(t.Context(), sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	t.Cleanup(func() { box.Close() })
	cache, err := compile.OpenCache("", box)
	judgetest.Check(t, err)
	t.Cleanup(func() { cache.Close() })
	return grade.Options{Jobs: 1, Sandbox: box, Cache: cache}
}

// chosen returns the entries of a package that match a pattern.
func chosen(t *testing.T, root, pattern string) []grade.Entry {
	t.Helper()
	set, err := problem.Load(problem.Package(root), nil)
	judgetest.Check(t, err)
	p, err := pick.ParsePattern(pattern)
	judgetest.Check(t, err)
	entries, err := pick.Select(set, []pick.Pattern{p})
	judgetest.Check(t, err)
	return entries
}

// clock matches what differs between runs: times in conversations, and the details of a stop.
var clock = regexp.MustCompile(`[0-9]+\.[0-9]+|stopped after .*|wall-clock limit: .*`)

// The output of cluster run --show and --transcript equals that of judge run.
func TestLook(t *testing.T) {
	judgetest.Need(t, "gcc", "clang")
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("COLUMNS", "300")
	s := clustertest.Start(t, wire.DefaultPace)
	stop := work(t, s.URL(), s.Keys(wire.Worker))
	defer stop()
	o := here(t)
	packages := map[string]string{}
	for _, name := range []string{"guess", "backwards"} {
		packages[name] = filepath.Join(dir, name)
		judgetest.Check(t, os.CopyFS(packages[name], os.DirFS(filepath.Join("../testdata", name))))
	}
	packages["failing"] = filepath.Join(dir, "failing")
	judgetest.Unpack(t, packages["failing"], failing)
	for _, row := range []struct{ pattern, want string }{
		{"failing/wrong_answer/says.c", `failing/wrong_answer/says.c on secret/b: WA, the checker says \x1b[2Jwrong`},
		{"failing/time_limit_exceeded/spins.c", "failing/time_limit_exceeded/spins.c on secret/a: TLE"},
		{"failing/run_time_error/ends.c", "failing/run_time_error/ends.c on secret/a: RTE, exit status 7"},
		{"failing/accepted/right.c", ""},
		// only conversations that always take the same course
		{"guess/wrong_answer/zero.c:sample", "guess/wrong_answer/zero.c on sample/1: WA, a guess is not from 1 to 1000"},
		{"guess/run_time_error/status.c:sample", "guess/run_time_error/status.c on sample/1: RTE, exit status 1"},
		{"backwards/wrong_answer/decimal.c:sample", "backwards/wrong_answer/decimal.c on sample/1: WA"},
	} {
		if strings.HasSuffix(row.want, "TLE") && judgetest.Shortened(t, "four runs up to the limit") {
			continue
		}
		name, _, _ := strings.Cut(row.pattern, "/")
		root := packages[name]
		folder := func(by string) string { return filepath.Join(dir, by, row.pattern) }
		if name != "failing" {
			o.Transcripts = folder("here")
			judgetest.Check(t, os.MkdirAll(o.Transcripts, 0o700))
		}
		entries := chosen(t, root, row.pattern)
		results, err := grade.Judge(t.Context(), entries, o)
		judgetest.Check(t, err)
		var want bytes.Buffer
		shown, err := o.Cache.Folder("shown")
		judgetest.Check(t, err)
		_, err = outcome.ShowFailed(t.Context(), &want, shown, entries, results,
			func(ctx context.Context, e grade.Entry, test problem.Test, printed string) (grade.Test, error) {
				return grade.JudgeOne(ctx, e, test, printed, o)
			})
		judgetest.Check(t, err)

		args := []string{"--at", s.URL(), "--keys", s.Keys(wire.Client), "--package", root, "--show", row.pattern}
		if name != "failing" {
			args = append(args, "--transcript", folder("cluster"))
		}
		status, stdout, stderr := clusterRun(t, t.Context(), args...)
		_, got, _ := strings.Cut(stdout, "DONE ") // the last of the rows
		_, got, _ = strings.Cut(got, "\n")
		if status != 0 || !strings.Contains(got, row.want) || strings.Contains(got, "\x1b") {
			t.Errorf("%s: status %d\n%s%s", row.pattern, status, stdout, stderr)
		}
		if (want.Len() == 0) != strings.Contains(stderr, "no test failed: there is nothing to show") {
			t.Errorf("%s: %s", row.pattern, stderr)
		}
		if diff := cmp.Diff(clock.ReplaceAllString(want.String(), "T"), clock.ReplaceAllString(got, "T")); diff != "" {
			t.Errorf("%s (-here +cluster):\n%s", row.pattern, diff)
		}
		remote := transcripts(t, folder("cluster"))
		if diff := cmp.Diff(transcripts(t, folder("here")), remote); diff != "" {
			t.Errorf("%s: transcripts (-here +cluster):\n%s", row.pattern, diff)
		}
		if (len(remote) == 1) != (name != "failing") {
			t.Errorf("%s: transcripts %v", row.pattern, remote)
		}
	}
}

// transcripts returns the files below a folder, without times.
func transcripts(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			name, _ := filepath.Rel(dir, path)
			files[name] = clock.ReplaceAllString(judgetest.Read(t, path), "T")
		}
		return nil
	})
	judgetest.Check(t, err)
	return files
}

// Incompatible flags, and problems without a conversation, are refused before anything is sent.
func TestLookRefused(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	root := filepath.Join(dir, "sum")
	judgetest.Unpack(t, root, sum)
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"--show", "--json", "-"}, "--show and --json: standard output is for one of them"},
		{[]string{"--transcript", filepath.Join(dir, "transcripts")}, "none of the problems is interactive or multi-pass"},
	} {
		args := append(row.args, "--at=nats://127.0.0.1:1", "--package", root)
		status, _, stderr := clusterRun(t, t.Context(), args...)
		if status != exit.Usage || !strings.Contains(stderr, row.want) {
			t.Errorf("%q: status %d, %s", row.args, status, stderr)
		}
	}
}
