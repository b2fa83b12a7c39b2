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
