package plain

import (
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Products are regular files that the program made, and never what it links to.
func TestProducts(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	judgetest.Check(t, os.WriteFile(secret, []byte("secret"), 0o666))
	into := t.TempDir()
	script := `cat given > copy.txt; echo long > cut.txt; echo x > other; mkdir folder.txt; mkfifo fifo.txt
		ln -s "$1" link.txt; echo inner > sub/inner.txt; chmod +x copy.txt`
	result, err := Executor{}.Run(t.Context(), sandbox.Task{
		Profile: sandbox.Tool, Program: "/bin/sh", Args: []string{"-c", script, "sh", secret},
		Files: []sandbox.File{{Name: "given", Path: secret}}, Folders: []string{"sub"},
		Products: []sandbox.Product{{Pattern: "*.txt", Into: into, Limit: 3}, {Folder: "sub", Pattern: "inner.txt",
			Into:  into,
			Limit: 10}},
		Limits: sandbox.Limits{Wall: time.Minute},
	})
	if err != nil || result.ExitCode != 0 {
		t.Fatalf("%v, %v: %s", result, err, result.Stderr.Head())
	}
	got := map[string]string{}
	entries, err := os.ReadDir(into)
	judgetest.Check(t, err)
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(into, entry.Name()))
		judgetest.Check(t, err)
		got[entry.Name()] = string(text)
	}
	want := map[string]string{"copy.txt": "sec", "cut.txt": "lon", "inner.txt": "inner\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("taken (-want +got):\n%s", diff)
	}
	for name, executable := range map[string]bool{"copy.txt": true, "cut.txt": false} {
		if info, err := os.Stat(filepath.Join(into, name)); err != nil || (info.Mode()&0o100 != 0) != executable {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// Holes and additional names of a file take no space in the program's folder, but their copies do.
func TestTakeBounded(t *testing.T) {
	for name, command := range map[string]string{
		"files with holes": `for i in 1 2 3 4; do truncate -s 1000 $i; done`,
		"names of a file":  `truncate -s 1000 1; for i in 2 3 4; do ln 1 $i; done`,
	} {
		for pattern, most := range map[string]int64{"": 3000, "*": 3999, "[1-9]": 4000} {
			into := t.TempDir()
			result, err := Executor{}.Run(t.Context(), sandbox.Task{
				Profile: sandbox.Tool, Program: "/bin/sh", Args: []string{"-c", command},
				Products: []sandbox.Product{{Pattern: pattern, Into: into, Limit: 2000}},
				Limits: sandbox.Limits{Wall: time.Minute,
					Output: 2000, Folder: most},
			})
			want := sandbox.Exited
			if most < 4000 {
				want = sandbox.StoppedOutput
			}
			taken := int64(0)
			entries, _ := os.ReadDir(into)
			for _, entry := range entries {
				info, err := entry.Info()
				judgetest.Check(t, err)
				taken += info.Size()
			}
			if err != nil || result.End != want || taken > most {
				t.Errorf("%s of 4000 bytes, %d may be taken: %q and %d bytes, %v; want %q", name, most, result.End,
					taken, err, want)
			}
		}
	}
}
