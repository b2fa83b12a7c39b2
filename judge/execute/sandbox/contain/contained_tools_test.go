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

	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// checkers runs checkers that are shell scripts.
func (f contained) checkers(t *testing.T) {
	limits := problem.ToolLimits{Time: 20 * time.Second, Memory: 64 << 20, Output: 4 << 20}
	rows := []struct {
		name, script string
		verdict      problem.Verdict
		message      string // a part of it; "" for an empty one, "?" for any
		time         time.Duration
		bare         string // the verdict without a sandbox, see contained.expected
	}{
		{name: "reads its files", script: `[ "$(cat "$1")" = input ] && [ "$(cat "$2")" = answer ] && [ "$(cat)" = output ] && echo read > "$3judgemessage.txt" && exit 42`, verdict: problem.AC, message: "read"},
		{name: "changes the answer", script: `echo changed > "$2"; chmod 666 "$2"; echo changed >> "$2"; rm -f "$2"; exit 42`, verdict: problem.AC, bare: "AC, changes answer"},
		{name: "changes the output", script: `echo changed > /proc/self/fd/0; echo changed > /dev/stdin; exit 42`,
			verdict: problem.AC, bare: "AC, changes output"},
		{name: "reads another answer", script: `cat SECRET && exit 43; exit 42`, verdict: problem.AC, bare: "WA"},
		{name: "writes another answer", script: `echo changed > SECRET && exit 43; exit 42`, verdict: problem.AC,
			bare: "WA, changes other.ans"},
		{name: "removes another answer", script: `rm -f SECRET; mv SECRET /tmp/x; exit 42`, verdict: problem.AC,
			bare: "not run: it would move files to /tmp"},
		{name: "lists the folder of the answers", script: `ls "$(dirname SECRET)" && exit 43; exit 42`,
			verdict: problem.AC, bare: "WA"},
		{name: "reads /etc/shadow", script: `cat /etc/shadow && exit 43; exit 42`, verdict: problem.AC,
			bare: "not run: it would read it, where root runs it"},
		{name: "is root", script: `cat /proc/self/status | grep -q '^CapEff:.*[1-9a-f]' && exit 43; exit 42`,
			verdict: problem.AC, bare: "not run: it is, where root runs it"},
		{name: "leaves a daemon", script: `setsid sh -c 'sleep 1000' MARK & exit 42`, verdict: problem.AC,
			bare: "not run: it is chance whether it has left its group before that is killed"},
		{name: "writes 3 GB of feedback", script: `head -c 3000000000 /dev/full > "$3big"; exit 42`,
			verdict: problem.JE, message: "writes more than 4 MiB (validation_output)",
			bare: "not run: it would fill the disk"},
		{name: "writes many files of feedback",
			script:  `for i in 1 2 3 4 5 6 7 8; do head -c 2000000 /dev/full > "$3$i"; done; exit 42`,
			verdict: problem.JE, message: "writes more than 4 MiB (validation_output)", bare: "AC"},
		{name: "floods standard error", script: `head -c 3000000000 /dev/full >&2; exit 42`, verdict: problem.JE,
			message: "writes more than 4 MiB (validation_output)", bare: "not run: nothing bounds what it prints"},
		{name: "prints too much", script: `head -c 5000000 /dev/full; exit 42`, verdict: problem.JE,
			message: "writes more than 4 MiB (validation_output)", bare: "AC"},
		{name: "writes too much in all",
			script: `head -c 2000000 /dev/full; head -c 2000000 /dev/full >&2; head -c 2000000 /dev/full > "$3x"; exit 42`, verdict: problem.JE, message: "writes more than 4 MiB (validation_output)", bare: "AC"},
		{name: "links its message to a secret", script: `ln -s SECRET "$3judgemessage.txt"; ln -s "$2" "$3b"; exit 42`,
			verdict: problem.AC},
		{name: "links its message to its answer", script: `ln -s ../answer "$3judgemessage.txt"; exit 42`,
			verdict: problem.AC},
		{name: "makes its message a FIFO", script: `mkfifo "$3judgemessage.txt"; exit 42`, verdict: problem.AC},
		{name: "makes its message a folder", script: `mkdir "$3judgemessage.txt"; exit 42`, verdict: problem.AC},
		{name: "puts a link in place of the feedback folder",
			script: `rmdir "$3"; ln -s "$(dirname SECRET)" "${3%/}"; exit 42`, verdict: problem.AC},
		{name: "takes all permissions away",
			script: `echo x > "$3judgemessage.txt"; chmod 0 "$3judgemessage.txt" "$3" .; exit 42`, verdict: problem.AC,
			message: "?", bare: "not run: its folder would be left"},
		{name: "makes its message a link to a device", script: `ln -s /dev/zero "$3judgemessage.txt"; exit 42`,
			verdict: problem.AC},
		{name: "makes its message larger than any disk",
			script: `dd of="$3judgemessage.txt" bs=1 seek=1000000000000 count=0; exit 42`, verdict: problem.AC,
			bare: "not run: a file system without holes would be full"},
		{name: "prints escapes in its message", script: `printf '\033[2J\r\a' > "$3judgemessage.txt"; exit 42`,
			verdict: problem.AC, message: `\x1b[2J`},
		{name: "truncates another answer",
			script:  `python3 -c 'import os, sys; os.truncate(sys.argv[1], 0)' SECRET && exit 43; exit 42`,
			verdict: problem.AC, bare: "not run: it may lack python3"},
		{name: "allocates too much", script: `{ head -c 300000000 /dev/full; sleep 10; } | tail -c 300000000 > /dev/null; exit 42`, verdict: problem.JE, message: "needs more than 64 MiB (validation_memory)", bare: "not run: nothing bounds its memory"},
		{name: "never ends", script: `sleep 1000`, verdict: problem.JE,
			message: "did not end within 1s, 10 times its limit of CPU time (validation_time)",
			time:    time.Second / 10},
		{name: "stops itself", script: `kill -STOP $$`, verdict: problem.JE,
			message: "was stopped by a signal such as SIGSTOP, and nothing continued it within a second"},
		{name: "stops a child", script: `sh -c 'kill -STOP $$'`, verdict: problem.JE,
			message: "was stopped by a signal such as SIGSTOP", bare: "not run: its children are not watched"},
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
		if err := os.WriteFile(*path, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		os.Chmod(*path, 0o666)
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			want, changes := f.expected(t, string(row.verdict), row.bare)
			limits := limits
			if row.time > 0 {
				limits.Time = row.time
			}
			got, err := check.Custom(f.programs, sandbox.Program{Path: f.script(t, row.script)},
				limits).Check(t.Context(), files)
			if err != nil {
				t.Fatal(err)
			}
			message := row.message
			if f.bare && row.bare != "" {
				message = "?"
			}
			if string(got.Verdict) != want || !strings.Contains(got.Message, message) && message != "?" ||
				message == "" && got.Message != "" {
				t.Errorf("%s %q, want %s %q", got.Verdict, got.Message, want, message)
			}
			texts := map[string]string{f.secret: secretText}
			for _, path := range []string{files.Input, files.Answer, files.Output} {
				texts[path] = filepath.Base(path) + "\n"
			}
			checkChanges(t, texts, changes)
		})
	}
}

// generators runs generators that are shell scripts.
func (f contained) generators(t *testing.T) {
	rows := []struct{ name, script, want, bare string }{ // want is what it prints, or in its error
		{"prints its argument and input", `cat; echo "$1"`, "input\nargument\n", ""},
		{"reads an answer", `cat SECRET`, "exit status 1", "Xq7vSecret\n"},
		{"reads /etc/shadow", `cat /etc/shadow`, "exit status 1", "not run: it would read it, where root runs it"},
		{"writes an answer", `echo changed > SECRET; echo done`, "done\n", "done\n, changes other.ans"},
		{"leaves a daemon", `setsid sh -c 'sleep 1000' MARK & echo done`, "done\n",
			"not run: it is chance whether it has left its group before that is killed"},
		{"takes the permissions of its output away", `echo done; chmod 0 /proc/self/fd/1`, "",
			"not run: its output would be closed to the judge"},
		{"fills its folder", `for i in 1 2 3 4; do head -c 100000000 /dev/full > $i; done; echo done`,
			"256 MiB to its own folder", "not run: it would fill the disk"},
	}
	input := filepath.Join(f.dir, "generator.in")
	if err := os.WriteFile(input, []byte("input\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			want, changes := f.expected(t, row.want, row.bare)
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
			if !strings.Contains(string(text), want) || !f.bare && strings.Contains(string(text),
				strings.TrimSpace(secretText)) {
				t.Errorf("%q, want %q", text, want)
			}
			checkChanges(t, map[string]string{f.secret: secretText}, changes)
		})
	}
}

// validators validates an input with validators that are C programs.
func (f contained) validators(t *testing.T) {
	if why := cannotCompile("main.c"); why != "" {
		t.Skip(why)
	}
	rows := []struct{ name, body, want, bare string }{ // want is a part of the finding; "" for none
		{"accepts", `return getchar() == 'i' ? 42 : 43;`, "", ""},
		{"reads an answer", `return fopen("SECRET", "r") ? 43 : 42;`, "", "rejected by"},
		{"writes an answer", `return fopen("SECRET", "a") ? 43 : 42;`, "", "rejected by"},
		{"floods standard output", `for (;;) puts("flood");`, "writes more than 4 MiB (validation_output)",
			"not run: nothing bounds what it prints"},
		{"floods standard error", `for (;;) fputs("flood", stderr);`, "writes more than 4 MiB (validation_output)",
			"not run: nothing bounds what it prints"},
		{"allocates too much", `for (;;) memset(malloc(1 << 20), 1, 1 << 20);`,
			"needs more than 64 MiB (validation_memory)", "not run: nothing bounds its memory"},
		{"leaves a daemon", `if (fork() == 0) { setsid(); execlp("sleep", "MARK", "1000", (char *)0); } return 42;`, "",
			"not run: it is chance whether it has left its group before that is killed"},
	}
	cache, err := compile.OpenCache(filepath.Join(f.dir, "validators"), f.programs)
	if err != nil {
		t.Fatal(err)
	}
	defer cache.Close()
	input := filepath.Join(f.dir, "valid.in")
	if err := os.WriteFile(input, []byte("input\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			want, changes := f.expected(t, row.want, row.bare)
			text := "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\nint " +
				"main(void) { " + row.body + " }\n"
			p := &problem.Problem{
				Name: "p", Dir: f.dir, DataDir: f.dir, Tests: []problem.Test{{Name: "secret/1", Input: input,
					Answer: input}},
				InputValidators: []problem.Source{f.source(t, fmt.Sprint("validator", i), "main.c", text)},
				Limits: problem.Limits{Validation: problem.ToolLimits{Time: 20 * time.Second, Memory: 64 << 20,
					Output: 4 << 20}},
			}
			report, err := validate.Problem(t.Context(), cache, p, 2)
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, finding := range report.Findings {
				if finding.Place == input && strings.HasPrefix(finding.Message, "rejected by") {
					said = finding.Message
				}
			}
			if !strings.Contains(said, want) || want == "" && said != "" {
				t.Errorf("found %q, want %q", said, want)
			}
			checkChanges(t, map[string]string{f.secret: secretText}, changes)
		})
	}
}
