//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
)

// submissions is the number of submissions in the package, and tests that of tests for each.
const submissions, tests = 11, 10

// twice is a program that doubles a number and takes a moment, so that something can happen meanwhile.
const twice = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int main(void) {
	struct timespec moment = {0, %d};
	int n;
	nanosleep(&moment, 0);
	if (scanf("%%d", &n) != 1) return 1;
	%s
	%s
	printf("%%d\n", 2 * n);
	return 0;
}
/* %s */
`

// writePackage writes a package of eleven correct and wrong submissions on ten tests. The programs have the tag as an
// argument, sleep for a moment on each test, and execute the given line of C. Three submissions are unexpected, so
// judging does not exit with 0. No verdict depends on the speed of the machine, since the limits are generous.
func writePackage(t testing.TB, dir, tag string, moment time.Duration, besides string) {
	t.Helper()
	judgetest.Write(t, filepath.Join(dir, "problem.yaml"), "problem_format_version: 2025-09\nname: Twice\n"+
		"uuid: 0b1f5b7e-6f0c-4c55-9d26-6f4b3ce3c0a1\nlimits: {time_limit: 60, memory: 256}\n")
	for i := 1; i <= tests; i++ {
		name := filepath.Join(dir, "data/secret", fmt.Sprintf("%02d", i))
		judgetest.Write(t, name+".in", fmt.Sprintf("%d\n", i))
		judgetest.Write(t, name+".ans", fmt.Sprintf("%d\n", 2*i))
		judgetest.Write(t, name+".yaml", fmt.Sprintf("args: [%s]\n", tag))
	}
	programs := map[string]string{
		"accepted/right1": "", "accepted/right2": "", "accepted/right3": "", "accepted/right4": "",
		"accepted/right5":            "",
		"accepted/last":              "if (n == 10) n = 11;", // not as expected
		"accepted/broken":            "this does not compile;",
		"wrong_answer/first":         "n++;",
		"wrong_answer/right":         "", // not as expected
		"run_time_error/aborts":      "if (n == 4) abort();",
		"run_time_error/exits_early": "if (n > 6) return 3;",
	}
	if len(programs) != submissions {
		t.Fatalf("%d submissions", len(programs))
	}
	for name, fault := range programs {
		judgetest.Write(t, filepath.Join(dir, "submissions", name+".c"), fmt.Sprintf(twice, moment, besides, fault,
			name))
	}
}

// alone returns the results of one machine for the package in a folder: the document of --json without times, and the
// exit status.
func alone(t testing.TB, dir string) (document string, status int) {
	t.Helper()
	roots := problem.Package(dir)
	set, err := problem.Load(roots, func(string) bool { return true })
	judgetest.Check(t, err)
	entries, err := pick.Select(set, nil)
	judgetest.Check(t, err)
	box, err := backend.Open(t.Context(), sandbox.Options{})
	judgetest.Check(t, err)
	defer box.Close()
	cache, err := compile.OpenCache("", box)
	judgetest.Check(t, err)
	defer cache.Close()
	results, err := grade.Judge(t.Context(), entries, grade.Options{Jobs: 2, Sandbox: box, Cache: cache})
	judgetest.Check(t, err)
	var text bytes.Buffer
	judgetest.Check(t, report.JSON(&text, results))
	var ends exit.Error
	if err := outcome.Status(results, false); errors.As(err, &ends) {
		status = ends.Status
	}
	return timeless(t, text.Bytes(), dir), status
}

// timeless removes from a document what differs between runs and machines: times, peaks, and the location of the
// package.
func timeless(t testing.TB, document []byte, dir string) string {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatalf("no document: %v\n%s", err, document)
	}
	for _, key := range []string{"backend", "measures", "jobs", "elapsed_seconds", "commit", "dirty"} {
		delete(d, key)
	}
	submissions, _ := d["submissions"].([]any)
	for _, s := range submissions {
		submission := s.(map[string]any)
		delete(submission, "machine")
		for _, t := range submission["tests"].([]any) {
			test := t.(map[string]any)
			for _, key := range []string{"cpu_seconds", "wall_seconds", "peak_bytes", "peak_at_least", "cached"} {
				delete(test, key)
			}
		}
	}
	text, err := json.MarshalIndent(d, "", " ")
	judgetest.Check(t, err)
	return figure.ReplaceAllString(strings.ReplaceAll(string(text), dir, "PACKAGE"), "N $2")
}

// figure matches a time or a size in a message.
var figure = regexp.MustCompile(`([0-9.]+) (s|ms|MiB|KiB)\b`)
