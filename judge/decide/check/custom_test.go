package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

var uncontained = plain.Executor{}

var generous = problem.ToolLimits{Time: time.Minute}

// newChecker writes a checker as a shell script.
func newChecker(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "checker")
	judgetest.Check(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o777))
	return path
}

func TestCustomVerdicts(t *testing.T) {
	tests := []struct {
		name, script string
		want         Result // its message must be a part of the result's
	}{
		{"accepts", "exit 42", Result{Verdict: ac}},
		{"accepts with a message", "echo fine > $3/judgemessage.txt; exit 42", Result{Verdict: ac, Message: "fine"}},
		{"rejects", `printf 'line 1: not\n  a queen\n' > "$3judgemessage.txt"; exit 43`,
			Result{Verdict: wa, Message: "line 1: not\n  a queen"}},
		{"rejects in silence", "exit 43", Result{Verdict: wa, Message: "the checker rejects the output without a " +
			"message"}},
		{"rejects on standard error", "echo because >&2; exit 43",
			Result{Verdict: wa, Message: "without a message; its standard error:\nbecause"}},
		{"writes to the terminal", `printf '\033[2Jgone' > "$3judgemessage.txt"; exit 43`,
			Result{Verdict: wa, Message: `\x1b[2Jgone`}},
		{"says 0", "exit 0", Result{Verdict: je, Message: "the checker failed: exit status 0; it must exit " +
			"with 42 or 43"}},
		{"fails", "echo division by zero >&2; exit 1", Result{Verdict: je, Message: "exit status 1; it must exit " +
			"with 42 or 43; its standard error:\ndivision by zero"}},
		{"crashes", "kill -SEGV $$", Result{Verdict: je, Message: "signal: segmentation fault"}},
		{"is killed after a verdict", "echo ok > $3/judgemessage.txt; kill -KILL $$",
			Result{Verdict: je, Message: "signal: killed"}},
		{"writes much", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; exit 42", Result{Verdict: ac}},
		{"says 0 and leaves standard error open", "sleep 1000 & exit 0",
			Result{Verdict: je, Message: "the checker failed: exit status 0"}},
		{"leaves standard input unread", "exec < /dev/null; exit 42", Result{Verdict: ac}},
		{"plain: accepts", "exit 0", Result{Verdict: ac}},
		{"plain: rejects", "exit 1", Result{Verdict: wa, Message: "the checker rejects the output with exit status 1 and no " +
			"message"}},
		{"plain: has no other statuses", "echo because >&2; exit 42",
			Result{Verdict: wa, Message: "its standard error:\nbecause"}},
		{"plain: crashes", "kill -SEGV $$",
			Result{Verdict: je, Message: "the checker failed: signal: segmentation fault"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := writeFiles(t, "1\n", strings.Repeat("2\n", 1<<16))
			program := sandbox.Program{Path: newChecker(t, test.script), Plain: strings.HasPrefix(test.name, "plain")}
			got := mustCheck(t, NewCustom(uncontained, program, generous), files)
			if got.Verdict != test.want.Verdict || !strings.Contains(got.Message, test.want.Message) ||
				got.Difference != nil {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestCustomProtocol checks the files and arguments of a checker, through one that records them.
func TestCustomProtocol(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	files := writeFiles(t, "the answer\n", "the output\n", "tolerance", "1 e")
	script := `{ cat "$1" "$2" -; echo "$#: $4, $5"; ls -A . "$3" "$(dirname "$1")" | grep -v :; cat main.c sub/data; case "$3" in /*/) echo folder;; esac; } > "$3judgemessage.txt"; exit 42`
	files.Submission = []sandbox.File{{Name: "main.c", Path: files.Answer}, {Name: "sub/data", Path: files.Output}}
	got := mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: newChecker(t, script)}, generous), files)
	// The working folder holds only the submission's files, and the feedback folder the message.
	want := "the input\nthe answer\nthe output\n5: tolerance, 1 " +
		"e\nmain.c\nsub\n\nanswer\nfeedback\ninput\nsubmission\n\njudgemessage.txt\nthe answer\nthe output\nfolder"
	if strings.ReplaceAll(got.Message, "\n\n", "\n") != strings.ReplaceAll(want, "\n\n", "\n") {
		t.Errorf("the checker was given\n%s\nwant\n%s", got.Message, want)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestCustomMessagesAreBounded(t *testing.T) {
	files := writeFiles(t, "1\n", "1\n")
	script := `head -c 100000 /dev/zero | tr '\0' x > "$3judgemessage.txt"; exit 43`
	got := mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: newChecker(t, script)}, generous), files)
	if want := strings.Repeat("x", messageBytes) + "…"; got.Message != want {
		t.Errorf("got a message of %d bytes, want %d", len(got.Message), len(want))
	}
	script = `head -c 100000 /dev/zero | tr '\0' x >&2; echo the end >&2; exit 1`
	got = mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: newChecker(t, script)}, generous), files)
	if !strings.HasSuffix(got.Message, "xxxthe end") || strings.Count(got.Message, "x") > sandbox.TailBytes+10 {
		t.Errorf("got a message of %d bytes: %.100s", len(got.Message), got.Message)
	}
}

// TestCustomFinds: a required text is searched for in the whole file, byte for byte, but never in the judge's messages.
func TestCustomFinds(t *testing.T) {
	files := writeFiles(t, "1\n", "1\n")
	files.Wanted = []string{"far away", "a\tb ", "Far", "without a message", "\x1b[2J"}
	script := `{ head -c 100000 /dev/zero | tr '\0' x; printf 'a\tb \nfar away\033[2J'; } > "$3judgemessage.txt"; exit 4$(cat)`
	for exit, verdict := range map[string]problem.Verdict{"2": ac, "3": wa} {
		judgetest.Write(t, files.Output, exit)
		got := mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: newChecker(t, script)}, generous), files)
		if diff := cmp.Diff([]string{"far away", "a\tb ", "\x1b[2J"}, got.Found); diff != "" ||
			got.Verdict != verdict || len(got.Message) > messageBytes+10 {
			t.Errorf("%s (-want +got):\n%s", got.Verdict, diff)
		}
	}
	got := mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: newChecker(t, "exit 43")}, generous), files)
	if got.Found != nil || !strings.Contains(got.Message, "without a message") {
		t.Errorf("got %+v, want the judge's own message, and nothing found in it", got)
	}
}

func TestCustomIsStopped(t *testing.T) {
	files := writeFiles(t, "1\n", "1\n")
	for script, want := range map[string]string{
		"kill -STOP $$":                          "the checker was stopped by a signal such as SIGSTOP",
		"echo thinking >&2; exec sleep 1000":     "the checker did not end within 500ms, 10 times its limit of CPU time",
		"echo thinking >&2; while :; do :; done": "the checker did not end within 50", // 50 ms of CPU time, or 500 by the clock
	} {
		limits := problem.ToolLimits{Time: time.Second / 20}
		if strings.Contains(want, "signal") {
			limits = generous
		}
		got := mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: newChecker(t, script)}, limits), files)
		if got.Verdict != je || !strings.HasPrefix(got.Message, want) {
			t.Errorf("got %s %q, want JE %q", got.Verdict, got.Message, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	checker := NewCustom(uncontained, sandbox.Program{Path: newChecker(t, "exit 42")}, generous)
	if _, err := checker.Check(ctx, files); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestCustomFailsWithoutItsFiles(t *testing.T) {
	good := newChecker(t, "exit 42")
	text := filepath.Join(t.TempDir(), "text")
	judgetest.Check(t, os.WriteFile(text, []byte("no program\n"), 0o777))
	for name, test := range map[string]struct {
		program string
		spoil   func(*Files) string
	}{
		"no input":  {good, func(f *Files) string { f.Input += "x"; return "open " + f.Input }},
		"no answer": {good, func(f *Files) string { f.Answer += "x"; return "open " + f.Answer }},
		"no output": {good, func(f *Files) string { f.Output += "x"; return "open " + f.Output }},
		"no program": {good + "x", func(*Files) string {
			return "the checker cannot be run: fork/exec " + good + "x: no such file"
		}},
		"not a program": {text, func(*Files) string {
			return "the checker cannot be run: fork/exec " + text + ": exec format error"
		}},
	} {
		files := writeFiles(t, "1\n", "1\n")
		want := test.spoil(&files)
		if got := mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: test.program}, generous),
			files); got.Verdict != je || !strings.Contains(got.Message, want) {
			t.Errorf("%s: got %s %q, want JE with %q", name, got.Verdict, got.Message, want)
		}
	}
}

// TestCustomScores: score files are read on request, whatever the verdict, and not further than shows that they are too
// long. A link is not followed; like an empty file, it is not a number.
func TestCustomScores(t *testing.T) {
	const none = "none"
	tests := []struct {
		script            string
		score, multiplier string
	}{
		{"exit 42", none, none},
		{`echo 12.5 > "$3score.txt"; exit 42`, "12.5\n", none},
		{`echo 0.5 > "$3score_multiplier.txt"; exit 43`, none, "0.5\n"},
		{`echo 1 > "$3score.txt"; : > "$3score_multiplier.txt"; exit 42`, "1\n", ""},
		{`head -c 5000 /dev/zero | tr '\0' 1 > "$3score.txt"; exit 42`, strings.Repeat("1", score.MostBytes+1), none},
		{`ln -s "$2" "$3score.txt"; mkdir "$3score_multiplier.txt"; exit 42`, "", ""},
	}
	for _, test := range tests {
		for _, asked := range []bool{true, false} {
			files := writeFiles(t, "1\n", "2\n")
			files.Scores = asked
			got := mustCheck(t, NewCustom(uncontained, sandbox.Program{Path: newChecker(t, test.script)}, generous),
				files)
			want := []string{test.score, test.multiplier}
			if !asked {
				want = []string{none, none}
			}
			for i, name := range scoreFiles {
				text, wrote := got.Scores[name]
				if !wrote {
					text = none
				}
				if text != want[i] {
					t.Errorf("%s, asked for: %v: got %.40q of %s, want %.40q", test.script, asked, text, name, want[i])
				}
			}
		}
	}
}
