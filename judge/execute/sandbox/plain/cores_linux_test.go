package plain

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// A program dies with the judge that started it. It keeps the judge's output open, so the end of that output shows that
// the program has ended.
func TestAttr(t *testing.T) {
	if os.Getenv("DLXJUDGE_PARENT") != "" {
		waiting := exec.Command("sh", "-c", "echo up; exec sleep 60")
		waiting.Stdout, waiting.SysProcAttr = os.Stdout, attributes(false)
		judgetest.Check(t, waiting.Run())
		return
	}
	judge := exec.Command("/proc/self/exe", "-test.run=^TestAttr$")
	judge.Env = append(os.Environ(), "DLXJUDGE_PARENT=1")
	out, err := judge.StdoutPipe()
	judgetest.Check(t, err)
	judgetest.Check(t, judge.Start())
	said := bufio.NewReader(out)
	if line, err := said.ReadString('\n'); strings.TrimSpace(line) != "up" {
		t.Fatalf("%q, %v", line, err)
	}
	start := time.Now()
	judge.Process.Kill()
	judge.Process.Wait()
	said.ReadString('\n')
	if time.Since(start) > 30*time.Second {
		t.Error("it came to its own end")
	}
}
