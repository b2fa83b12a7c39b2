//go:build linux

package contain_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/contain"
	"dlxjudge/judge/read/problem"
)

// checkers runs checkers that are shell scripts.
func (f contained) checkers(t *testing.T) {
	limits := problem.ToolLimits{Time: contain.Slowdown() * 20 * time.Second, Memory: 64 << 20, Output: 4 << 20}
	short := contain.Slowdown() * time.Second / 10
	rows := []struct {
		name, script string
		verdict      problem.Verdict
		message      string // a part of it; "" for an empty one, "?" for any
		time         time.Duration
	}{
		{name: "reads its files", script: `[ "$(cat "$1")" = input ] && [ "$(cat "$2")" = answer ] && [ "$(cat)" = output ] && echo read > "$3judgemessage.txt" && exit 42`, verdict: problem.AC, message: "read"},
		{name: "changes the answer", script: `echo changed > "$2"; chmod 666 "$2"; echo changed >> "$2"; rm -f "$2"; exit 42`, verdict: problem.AC},
		{name: "changes the output", script: `echo changed > /proc/self/fd/0; echo changed > /dev/stdin; exit 42`,
			verdict: problem.AC},
		{name: "reads another answer", script: `cat SECRET && exit 43; exit 42`, verdict: problem.AC},
		{name: "writes another answer", script: `echo changed > SECRET && exit 43; exit 42`, verdict: problem.AC},
		{name: "removes another answer", script: `rm -f SECRET; mv SECRET /tmp/x; exit 42`, verdict: problem.AC},
		{name: "lists the folder of the answers", script: `ls "$(dirname SECRET)" && exit 43; exit 42`,
			verdict: problem.AC},
		{name: "reads /etc/shadow", script: `cat /etc/shadow && exit 43; exit 42`, verdict: problem.AC},
		{name: "is root", script: `cat /proc/self/status | grep -q '^CapEff:.*[1-9a-f]' && exit 43; exit 42`,
			verdict: problem.AC},
		{name: "leaves a daemon", script: `setsid sh -c 'sleep 1000' MARK & exit 42`, verdict: problem.AC},
		{name: "writes 3 GB of feedback", script: `head -c 3000000000 /dev/full > "$3big"; exit 42`,
			verdict: problem.JE, message: "writes more than 4 MiB (validation_output)"},
		{name: "writes too much in all",
			script: `head -c 2000000 /dev/full; head -c 2000000 /dev/full >&2; head -c 2000000 /dev/full > "$3x"; exit 42`, verdict: problem.JE, message: "writes more than 4 MiB (validation_output)"},
		{name: "links its message to a secret", script: `ln -s SECRET "$3judgemessage.txt"; ln -s "$2" "$3b"; exit 42`,
			verdict: problem.AC},
		{name: "links its message to its answer", script: `ln -s ../answer "$3judgemessage.txt"; exit 42`,
			verdict: problem.AC},
		{name: "makes its message a FIFO", script: `mkfifo "$3judgemessage.txt"; exit 42`, verdict: problem.AC},
		{name: "makes its message a folder", script: `mkdir "$3judgemessage.txt"; exit 42`, verdict: problem.AC},
		{name: "puts a link instead of the feedback folder",
			script: `rmdir "$3"; ln -s "$(dirname SECRET)" "${3%/}"; exit 42`, verdict: problem.AC},
		{name: "takes all permissions away",
			script: `echo x > "$3judgemessage.txt"; chmod 0 "$3judgemessage.txt" "$3" .; exit 42`, verdict: problem.AC,
			message: "?"},
		{name: "makes its message a link to a device", script: `ln -s /dev/zero "$3judgemessage.txt"; exit 42`,
			verdict: problem.AC},
		{name: "makes its message larger than any disk",
			script: `dd of="$3judgemessage.txt" bs=1 seek=1000000000000 count=0; exit 42`, verdict: problem.AC},
		{name: "prints escapes in its message", script: `printf '\033[2J\r\a' > "$3judgemessage.txt"; exit 42`,
			verdict: problem.AC, message: `\x1b[2J`},
		{name: "truncates another answer",
			script:  `python3 -c 'import os, sys; os.truncate(sys.argv[1], 0)' SECRET && exit 43; exit 42`,
			verdict: problem.AC},
		{name: "allocates too much", script: `{ head -c 300000000 /dev/full; sleep 10; } | tail -c 300000000 > /dev/null; exit 42`, verdict: problem.JE, message: "needs more than 64 MiB (validation_memory)"},
		{name: "never ends", script: `sleep 1000`, verdict: problem.JE,
			message: fmt.Sprintf("did not end within %v, 10 times its limit of CPU time (validation_time)", 10*short),
			time:    short},
		{name: "stops itself", script: `kill -STOP $$`, verdict: problem.JE,
			message: "was stopped by a signal such as SIGSTOP, and nothing continued it within a second"},
		{name: "stops a child", script: `sh -c 'kill -STOP $$'`, verdict: problem.JE,
			message: "was stopped by a signal such as SIGSTOP"},
		{name: "computes for ever", script: `while :; do :; done`, verdict: problem.JE,
			message: "did not end within 300ms of CPU time (validation_time)", time: 300 * time.Millisecond},
		{name: "leaves a file for the next",
			script: `echo left > left; echo left > "$3left"; echo left > "$TMPDIR/left"; exit 42`, verdict: problem.AC},
		{name: "finds what the last one left", script: `ls left "$3left" "$TMPDIR/left" && exit 43; exit 42`,
			verdict: problem.AC},
		{name: "sees the judge's environment", script: `[ -n "$DLXJUDGE_TEST" ] && exit 43; exit 42`,
			verdict: problem.AC},
	}
	files := check.Files{}
	for path, text := range map[*string]string{&files.Input: "input", &files.Answer: "answer",
		&files.Output: "output"} {
		*path = filepath.Join(f.dir, text)
		judgetest.Check(t, os.WriteFile(*path, []byte(text+"\n"), 0o666))
		os.Chmod(*path, 0o666)
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			limits := limits
			if row.time > 0 {
				limits.Time = row.time
			}
			got, err := check.NewCustom(f.programs, sandbox.Program{Path: f.script(t, row.script)},
				limits).Check(t.Context(), files)
			judgetest.Check(t, err)
			message := row.message
			if got.Verdict != row.verdict || !strings.Contains(got.Message, message) && message != "?" ||
				message == "" && got.Message != "" {
				t.Errorf("%s %q, want %s %q", got.Verdict, got.Message, row.verdict, message)
			}
			texts := map[string]string{f.secret: secretText}
			for _, path := range []string{files.Input, files.Answer, files.Output} {
				texts[path] = filepath.Base(path) + "\n"
			}
			checkUnchanged(t, texts)
		})
	}
}

// generators runs generators that are shell scripts.
func (f contained) generators(t *testing.T) {
	rows := []struct{ name, script, want string }{ // want is its output, or part of its error
		{"prints its argument and input", `cat; echo "$1"`, "input\nargument\n"},
		{"reads an answer", `cat SECRET`, "exit status 1"},
		{"reads /etc/shadow", `cat /etc/shadow`, "exit status 1"},
		{"writes an answer", `echo changed > SECRET; echo done`, "done\n"},
		{"leaves a daemon", `setsid sh -c 'sleep 1000' MARK & echo done`, "done\n"},
		{"takes the permissions of its output away", `echo done; chmod 0 /proc/self/fd/1`, ""},
		{"fills its folder", `for i in 1 2 3 4; do head -c 100000000 /dev/full > $i; done; echo done`,
			"256 MiB to its own folder"},
	}
	input := filepath.Join(f.dir, "generator.in")
	judgetest.Check(t, os.WriteFile(input, []byte("input\n"), 0o644))
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			output := filepath.Join(f.dir, fmt.Sprint("generated", i))
			err := sandbox.Transform(t.Context(), f.programs, "generator",
				sandbox.Program{Path: f.script(t, row.script)}, []string{"argument"}, input, output)
			text, _ := os.ReadFile(output)
			if err != nil {
				text = []byte(err.Error())
			}
			if info, err := os.Stat(output); err != nil || info.Mode().Perm()&0o600 != 0o600 ||
				int(info.Sys().(*syscall.Stat_t).Uid) != os.Geteuid() {
				t.Errorf("its output is %v now: %v", info, err)
			}
			if !strings.Contains(string(text), row.want) || strings.Contains(string(text),
				strings.TrimSpace(secretText)) {
				t.Errorf("%q, want %q", text, row.want)
			}
			checkUnchanged(t, map[string]string{f.secret: secretText})
		})
	}
}
