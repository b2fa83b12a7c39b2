//go:build linux

package contain

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// A copied program can be executed at once, even while this process forks others.
func TestCopyFileWhileForking(t *testing.T) {
	nothing := judgetest.Need(t, "true")
	dir := publicDir(t)
	stop := make(chan struct{})
	var forking sync.WaitGroup
	for range 2 {
		forking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					exec.Command(nothing).Run()
				}
			}
		})
	}
	defer forking.Wait()
	defer close(stop)
	for range 100 {
		copied := filepath.Join(dir, "true")
		judgetest.Check(t, copyFile(copied, nothing))
		judgetest.Check(t, exec.Command(copied).Run())
		os.Remove(copied)
	}
}
