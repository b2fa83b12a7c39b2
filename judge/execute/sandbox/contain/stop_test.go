//go:build linux

package contain

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/cgroup"
)

// A program that is stopped while it starts never runs, and ends like any other program that is stopped. With cgroup
// version 2 and without namespaces, the start takes long, since the program is moved into its cgroup.
func TestStopAtStart(t *testing.T) {
	for name := range isolations() {
		t.Run(name, func(t *testing.T) { stopAtStart(t, openForTest(t, name, publicDir(t))) })
	}
	t.Run("landlock with cgroup v2", func(t *testing.T) {
		box := openForTest(t, "landlock", publicDir(t))
		box.cgroups.Remove()
		box.cgroups = cgroup.Parents{Unified: "/sys/fs/cgroup/unified/" + filepath.Base(publicDir(t))}
		if err := os.Mkdir(box.cgroups.Unified, 0o700); err != nil {
			t.Skip("needs root, and cgroup version 2 beside version 1: ", err)
		}
		judgetest.Check(t, box.spare.Close())
		judgetest.Check(t, box.try(box.isolation))
		stopAtStart(t, box)
	})
}

func stopAtStart(t *testing.T, box *Sandbox) {
	worker := WorkerOf(t, box)
	output := filepath.Join(publicDir(t), "out")
	for i := range 100 {
		stop := make(chan struct{})
		time.AfterFunc(time.Duration(i)*40*time.Microsecond, func() { close(stop) })
		result, err := worker.Run(t.Context(), sandbox.Task{Program: "/bin/sh", Output: output, Stop: stop,
			Args: []string{"-c", "sleep 5; echo over"}, Limits: sandbox.Limits{Wall: time.Hour, Processes: 8}})
		judgetest.Check(t, err)
		if text := judgetest.Read(t, output); result.End != sandbox.StoppedWall || text != "" {
			t.Fatalf("got %+v, and it printed %q", result, text)
		}
	}
}
