//go:build linux

package contain

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
)

// A program finds its own files and its run-time system's folders under each kind of isolation. The next program does
// not see them, and cannot change its own.
func TestOwnFiles(t *testing.T) {
	for name := range isolations() {
		t.Run(name, func(t *testing.T) {
			box := openForTest(t, name, publicDir(t))
			worker := WorkerOf(t, box)
			first, second, runtime := publicDir(t), publicDir(t), publicDir(t)
			for path, text := range map[string]string{
				filepath.Join(first, "below", "word"): "first ", filepath.Join(second, "word"): "second ",
				filepath.Join(runtime, "word"): "runtime ",
			} {
				judgetest.Check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text),
					0o644)))
			}
			changed := "first first "
			if name == "none" && os.Geteuid() != 0 { // the programs run as this user, who owns the files
				changed = "first x\n"
			}
			for _, run := range []struct{ dir, script, want string }{
				{first, `cat "$0/below/word"; cat "$1/word"`, "first runtime "},
				{second, `cat "$0/word" "$0/below/word"`, "second "},
				{"", `cat "$0/word"`, ""},
				{first, `cat "$0/below/word"; echo x > "$0/below/word"; cat "$0/below/word"`, changed},
			} {
				program := sandbox.Program{Path: "/bin/sh", Args: []string{"-c", run.script, sandbox.Own},
					Dir: run.dir, Reads: []string{runtime}}
				task := program.Task(sandbox.Submission, sandbox.Limits{CPU: time.Minute, Wall: time.Minute,
					Output:    1 << 20,
					Processes: 16}, runtime)
				task.Input, task.Output = os.DevNull, filepath.Join(t.TempDir(), "out")
				result, err := worker.Run(t.Context(), task)
				judgetest.Check(t, err)
				if text, err := os.ReadFile(task.Output); err != nil || string(text) != run.want {
					t.Errorf("%s: it prints %q, want %q; %v %+v", run.script, text, run.want, err, result)
				}
			}
		})
	}
}

// A worker's next helper, which shows another run-time system, finds the read-only folder of the last run.
func TestNextRuntime(t *testing.T) {
	for name := range isolations() {
		t.Run(name, func(t *testing.T) {
			worker := WorkerOf(t, openForTest(t, name, publicDir(t)))
			given := filepath.Join(t.TempDir(), "given")
			judgetest.Write(t, given, "text")
			var reads []string
			for range 3 {
				task := sandbox.Task{Program: "/bin/cat", Args: []string{"below/given"}, Reads: reads, ReadOnly: true,
					Files:   []sandbox.File{{Name: "below/given", Path: given}},
					Folders: []string{"more"}, Output: filepath.Join(t.TempDir(), "out"),
					Limits: sandbox.Limits{CPU: time.Minute, Wall: time.Minute, Output: 1 << 20, Processes: 16}}
				result, err := worker.Run(t.Context(), task)
				judgetest.Check(t, err)
				if text, err := os.ReadFile(task.Output); string(text) != "text" {
					t.Errorf("with %d folders, it prints %q, %v; %+v", len(reads), text, err, result)
				}
				reads = append(reads, publicDir(t))
			}
		})
	}
}

// No other user can reach what a judge keeps while it runs: sources, inputs, outputs and answers.
func TestScratchIsPrivate(t *testing.T) {
	for name := range isolations() {
		t.Run(name, func(t *testing.T) {
			box := openForTest(t, name, publicDir(t))
			info, err := os.Stat(box.scratch)
			judgetest.Check(t, err)
			group := int(info.Sys().(*syscall.Stat_t).Gid)
			if mode := info.Mode().Perm(); mode != 0o700 && (mode != 0o710 || group != box.group) {
				t.Errorf("its mode is %o and its group %d, but that of its programs %d", mode, group, box.group)
			}
		})
	}
	box, err := plain.Open(sandbox.Options{Scratch: publicDir(t)})
	judgetest.Check(t, err)
	defer box.Close()
	if info, err := os.Stat(box.Scratch()); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("of an uncontained program: %v, %v", info.Mode(), err)
	}
}
