//go:build linux

package contain

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// A compiler and its children die with the judge, even if the judge is killed while they are starting others. They hold
// the judge's output open, whose end tells of their own.
func TestCompilerDiesWithJudge(t *testing.T) {
	if level := os.Getenv("DLXJUDGE_KILLED"); level != "" {
		box, err := openLevel(sandbox.Options{}, killedLevels[level], false)
		if err != nil {
			fmt.Println("skip:", err)
			return
		}
		_, err = box.Run(t.Context(), sandbox.Task{
			Profile: sandbox.Compile, Program: "/bin/sh", Args: []string{"-c",
				"(for i in $(seq 100); do setsid sleep 100 & done) & echo up; sleep 100"}, Stdout: os.Stdout,
			Limits: sandbox.Limits{Wall: time.Minute},
		})
		t.Fatal(err)
	}
	for level := range killedLevels {
		t.Run(level, func(t *testing.T) {
			judge := exec.Command("/proc/self/exe", "-test.run=^TestCompilerDiesWithJudge$")
			judge.Env = append(os.Environ(), "DLXJUDGE_KILLED="+level, "TMPDIR="+publicDir(t))
			out, err := judge.StdoutPipe()
			judgetest.Check(t, err)
			judgetest.Check(t, judge.Start())
			said := bufio.NewReader(out)
			if line, err := said.ReadString('\n'); line != "up\n" {
				judge.Process.Kill()
				judge.Wait()
				if reason, skip := strings.CutPrefix(line, "skip: "); skip {
					t.Skip(reason)
				}
				t.Fatalf("%q, %v", line, err)
			}
			start := time.Now()
			judge.Process.Kill()
			io.Copy(io.Discard, said)
			judge.Wait()
			if time.Since(start) > 30*time.Second {
				t.Error("they came to their own end")
			}
		})
	}
}

var killedLevels = map[string]helper.Isolation{
	"namespaces": {Namespaces: true, UserNamespace: os.Geteuid() != 0}, "Landlock": {Landlock: true},
	"no isolation": {},
}
