package run

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// Take does not write to anything that already exists, such as a link instead of a product.
func TestTakeReplacesNothing(t *testing.T) {
	from, into, target := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "target")
	judgetest.Check(t, errors.Join(os.WriteFile(filepath.Join(from, "a"), []byte("x"), 0o666),
		os.Symlink(target, filepath.Join(into, "a"))))
	err := Take(from, []sandbox.Product{{Pattern: "a", Into: into, Limit: 1}}, nil, 0)
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
	judgetest.Check(t, err)
	judgetest.Check(t, Take(from, []sandbox.Product{{Into: into, Limit: 4}}, nil, 0))
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
	judgetest.Check(t, errors.Join(os.MkdirAll(deep, 0o755), os.RemoveAll(filepath.Join(from, "top"))))
	if err := Take(from, []sandbox.Product{{Into: t.TempDir(), Limit: 4}}, nil, 0); err == nil ||
		!strings.Contains(err.Error(), "more than 8 levels") {
		t.Errorf("got %v", err)
	}
}

// All products of a run are bounded together, not each one alone.
func TestSpace(t *testing.T) {
	from := t.TempDir()
	judgetest.Write(t, filepath.Join(from, "file"), "12345678")
	var products []sandbox.Product
	for i := range 2 {
		products = append(products, sandbox.Product{Pattern: "*", Into: t.TempDir(), Limit: 100})
		err := Take(from, products, nil, 10)
		if tooMuch := new(TooMuchError); errors.As(err, &tooMuch) != (i == 1) {
			t.Errorf("%d products of 8 bytes, where 10 are allowed: %v", i+1, err)
		}
		products[0].Into = t.TempDir()
	}
}

func TestTooManyProducts(t *testing.T) {
	from, into := t.TempDir(), t.TempDir()
	for i := range mostProducts + 1 {
		judgetest.Check(t, os.WriteFile(filepath.Join(from, strings.Repeat("x", i%200+1)+string(rune('a'+i/200))), nil,
			0o666))
	}
	if err := Take(from, []sandbox.Product{{Pattern: "*", Into: into}}, nil, 0); err == nil ||
		!strings.Contains(err.Error(), "more than 256 files") {
		t.Errorf("got %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	got := Environment("/box", "PATH=/opt/bin", "LANG=C.UTF-8", "GOCACHE="+sandbox.Folder+"/cache")
	want := []string{"PATH=/opt/bin", "HOME=/box", "TMPDIR=/box", "LANG=C.UTF-8", "GOCACHE=/box/cache"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Disk that a program reserves beyond the end of its output counts as output.
func TestTooLarge(t *testing.T) {
	const limit = 8 << 20
	for _, test := range []struct {
		name         string
		size, blocks int64
		want         bool
	}{
		{"empty", 0, 0, false},
		{"at the limit", limit, limit / 512, false},
		{"over the limit", limit + 1, limit/512 + 8, true},
		{"sparse and over the limit", limit + 1, 0, true},
		{"reserved ahead by the file system", limit, 2 * limit / 512, false},
		{"reserved by the program", 0, (2*limit + 2<<20) / 512, true},
	} {
		if got := TooLarge(test.size, test.blocks, limit); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
