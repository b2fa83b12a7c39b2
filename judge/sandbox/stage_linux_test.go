package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// A copied program can be started at once, whatever this process forks meanwhile.
func TestCopyFileWhileForking(t *testing.T) {
	nothing, err := exec.LookPath("true")
	if err != nil {
		t.Skip("no program that does nothing: ", err)
	}
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
		if err := copyFile(copied, nothing); err != nil {
			t.Fatal(err)
		}
		if err := exec.Command(copied).Run(); err != nil {
			t.Fatal(err)
		}
		os.Remove(copied)
	}
}
