//go:build linux

package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestFirst(t *testing.T) {
	for _, w := range []walls{{Namespaces: true}, {Namespaces: true, User: true}, {Landlock: true}, {}} {
		for _, grouped := range []bool{true, false} {
			box, err := openWalls(Options{}, w, grouped)
			if err != nil {
				t.Log(w, grouped, err)
				continue
			}
			wk, err := box.Worker(0)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []string{"id; ls /; echo hi >&2; echo $$; ls /proc; cat /proc/mounts", "kill -ABRT $$", "sleep 10 & kill -9 $$", "while :; do :; done", "sleep 10", "(while :; do :; done) & wait", "yes", "ulimit -a", "head -c 2000000 /dev/zero > x; ls -l x", `i=0; while [ $i -lt 40 ]; do sleep 3 & i=$((i+1)); done; wait`} {
				out := filepath.Join(t.TempDir(), "out")
				start := time.Now()
				r, err := wk.Run(t.Context(), Task{Program: "/bin/sh", Args: []string{"-c", s}, Input: os.DevNull, Output: out, Limits: Limits{CPU: 100 * time.Millisecond, Wall: 300 * time.Millisecond, Output: 1 << 20, Memory: 1 << 26, Processes: 16}})
				text, _ := os.ReadFile(out)
				t.Log(w, grouped, s, time.Since(start), r, err, "\n"+string(text[:min(len(text), 1300)]))
			}
			wk.Close()
			t.Log(box.Close())
		}
	}
}
