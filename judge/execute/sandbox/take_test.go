package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Products are regular files that the program made, and never what it links to.
func TestProducts(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	into := t.TempDir()
	script := `cat given > copy.txt; echo long > cut.txt; echo x > other; mkdir folder.txt; mkfifo fifo.txt
		ln -s "$1" link.txt; echo inner > sub/inner.txt; chmod +x copy.txt`
	result, err := Uncontained().Run(t.Context(), Task{
		Profile: Tool, Program: "/bin/sh", Args: []string{"-c", script, "sh", secret},
		Files: []File{{Name: "given", Path: secret}}, Folders: []string{"sub"},
		Products: []Product{{Pattern: "*.txt", Into: into, Limit: 3}, {Folder: "sub", Pattern: "inner.txt", Into: into,
			Limit: 10}},
		Limits: Limits{Wall: time.Minute},
	})
	if err != nil || result.ExitCode != 0 {
		t.Fatalf("%v, %v: %s", result, err, result.Said.Head())
	}
	got := map[string]string{}
	entries, err := os.ReadDir(into)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(into, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
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

// What is there already, such as a link that was put in place of a product, is not written to.
func TestTakeReplacesNothing(t *testing.T) {
	from, into, target := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "target")
	if err := errors.Join(os.WriteFile(filepath.Join(from, "a"), []byte("x"), 0o666),
		os.Symlink(target, filepath.Join(into, "a"))); err != nil {
		t.Fatal(err)
	}
	err := takeInto(from, Product{Pattern: "a", Into: into, Limit: 1}, newSpace(0))
	if !errors.Is(err, syscall.EEXIST) {
		t.Errorf("got %v, want %v", err, syscall.EEXIST)
	}
	if _, err := os.Lstat(target); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it was written through a link: %v", err)
	}
}

// A tree is taken with its folders, and none of its links.
func TestTakeTree(t *testing.T) {
	from, into, secret := t.TempDir(), t.TempDir(), t.TempDir()
	err := errors.Join(os.MkdirAll(filepath.Join(from, "a", "b"), 0o755), os.WriteFile(filepath.Join(from, "a", "b",
		"deep"), []byte("deep"), 0o666),
		os.WriteFile(filepath.Join(from, "top"), []byte("top and more"), 0o666),
		os.WriteFile(filepath.Join(secret, "secret"), nil, 0o666),
		os.Symlink(secret, filepath.Join(from, "a", "folder")), os.Symlink(filepath.Join(secret, "secret"),
			filepath.Join(from, "file")))
	if err != nil {
		t.Fatal(err)
	}
	if err := takeInto(from, Product{Into: into, Limit: 4}, newSpace(0)); err != nil {
		t.Fatal(err)
	}
	var got []string
	err = filepath.WalkDir(into, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			text, _ := os.ReadFile(path)
			got = append(got, strings.TrimPrefix(path, into)+" "+string(text))
		}
		return err
	})
	if diff := cmp.Diff([]string{"/a/b/deep deep", "/top top "}, got); err != nil || diff != "" {
		t.Errorf("%v, taken (-want +got):\n%s", err, diff)
	}
	deep := filepath.Join(from, strings.Repeat("d/", deepestTree+1))
	if err := errors.Join(os.MkdirAll(deep, 0o755), os.RemoveAll(filepath.Join(from, "top"))); err != nil {
		t.Fatal(err)
	}
	if err := takeInto(from, Product{Into: t.TempDir(), Limit: 4}, newSpace(0)); err == nil ||
		!strings.Contains(err.Error(), "more than 8 levels") {
		t.Errorf("got %v", err)
	}
}

func TestTooManyProducts(t *testing.T) {
	from, into := t.TempDir(), t.TempDir()
	for i := range mostProducts + 1 {
		if err := os.WriteFile(filepath.Join(from, strings.Repeat("x", i%200+1)+string(rune('a'+i/200))), nil,
			0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := takeInto(from, Product{Pattern: "*", Into: into}, newSpace(0)); err == nil ||
		!strings.Contains(err.Error(), "more than 256 files") {
		t.Errorf("got %v", err)
	}
}

// Holes and further names of a file take no room in the program's folder, and do where they are taken to.
func TestTakeBounded(t *testing.T) {
	for name, make := range map[string]string{
		"files with holes": `for i in 1 2 3 4; do truncate -s 1000 $i; done`,
		"names of a file":  `truncate -s 1000 1; for i in 2 3 4; do ln 1 $i; done`,
	} {
		for pattern, most := range map[string]int64{"": 3000, "*": 3999, "[1-9]": 4000} {
			into := t.TempDir()
			result, err := Uncontained().Run(t.Context(), Task{
				Profile: Tool, Program: "/bin/sh", Args: []string{"-c", make},
				Products: []Product{{Pattern: pattern, Into: into, Limit: 2000}}, Limits: Limits{Wall: time.Minute,
					Output: 2000, Folder: most},
			})
			want := Exited
			if most < 4000 {
				want = StoppedOutput
			}
			taken := int64(0)
			entries, _ := os.ReadDir(into)
			for _, entry := range entries {
				info, err := entry.Info()
				if err != nil {
					t.Fatal(err)
				}
				taken += info.Size()
			}
			if err != nil || result.End != want || taken > most {
				t.Errorf("%s of 4000 bytes, %d may be taken: %q and %d bytes, %v; want %q", name, most, result.End,
					taken, err, want)
			}
		}
	}
}

func TestEnvironment(t *testing.T) {
	got := environment("/box", "PATH=/opt/bin", "GOCACHE="+Folder+"/cache")
	want := []string{"PATH=/opt/bin", "HOME=/box", "TMPDIR=/box", "LANG=C", "GOCACHE=/box/cache"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
