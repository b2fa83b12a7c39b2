//go:build linux

package contain

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// runtimes are the languages whose run-time systems must work in the sandbox. Each program doubles a number. It uses
// threads, 20 MiB of memory, a file of its own and, where the language allows it, other programs.
var runtimes = []struct {
	file    string
	compile []string // with SOURCE and TARGET; nil for an interpreted language
	run     []string
}{
	{"all.c", []string{"gcc", "-O1", "-pthread", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}},
	{"all.cpp", []string{"g++", "-O1", "-pthread", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}},
	{"all.go", []string{"go", "build", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}},
	{"all.rs", []string{"rustc", "-O", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}},
	{"all.py", nil, []string{"/usr/bin/python3", "SOURCE"}},
	{"all.pl", nil, []string{"/usr/bin/perl", "SOURCE"}},
	{"all.js", nil, []string{"/usr/bin/node", "SOURCE"}},
	{"All.java", nil, []string{"/usr/bin/java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "SOURCE"}},
}

// Every installed language works under each kind of isolation, so no system call is missing.
func TestRuntimes(t *testing.T) {
	judgetest.Long(t, "it compiles programs in all languages")
	dir := publicDir(t)
	input := filepath.Join(dir, "in")
	judgetest.Check(t, os.WriteFile(input, []byte("21\n"), 0o644))
	for _, r := range runtimes {
		source, err := filepath.Abs(filepath.Join("../testdata/runtimes", r.file))
		judgetest.Check(t, err)
		target := filepath.Join(dir, r.file+".out")
		fill := func(words []string) (filled []string) {
			for _, word := range words {
				filled = append(filled, strings.NewReplacer("SOURCE", source, "TARGET", target).Replace(word))
			}
			return filled
		}
		t.Run(r.file, func(t *testing.T) {
			if r.compile != nil {
				command := fill(r.compile)
				judgetest.Need(t, command[0])
				if text, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
			} else if _, err := os.Stat(r.run[0]); err != nil {
				t.Skip("needs this runtime, for example with apt-get: ", err)
			}
			for name := range isolations() {
				t.Run(name, func(t *testing.T) {
					box := openForTest(t, name, publicDir(t))
					worker := WorkerOf(t, box)
					run := fill(r.run)
					task := sandbox.Task{Program: run[0], Args: run[1:], Input: input, Output: filepath.Join(dir,
						r.file+name),
						Limits: sandbox.Limits{
							CPU: slowdown() * 20 * time.Second, Wall: slowdown() * time.Minute, Memory: 1 << 30,
							Output: 16 << 20, Processes: 256,
						}}
					if r.compile == nil {
						task = asScript(t, task, source)
					}
					result, err := worker.Run(t.Context(), task)
					judgetest.Check(t, err)
					if output, err := os.ReadFile(task.Output); string(output) != "42\n" {
						t.Errorf("it printed %q (%v); %+v", output, err, result)
					}
				})
			}
		})
	}
}

// asScript passes the source to the program as an argument of the shell, since the sandbox hides the source file.
func asScript(t *testing.T, task sandbox.Task, source string) sandbox.Task {
	text, err := os.ReadFile(source)
	judgetest.Check(t, err)
	name := filepath.Base(source)
	interpreter := append([]string{task.Program}, task.Args...)
	interpreter[len(interpreter)-1] = "./" + name
	task.Program = "/bin/sh"
	task.Args = append([]string{"-c", `printf %s "$0" > ` + name + ` && exec "$@"`, string(text)}, interpreter...)
	return task
}
