package watch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// next returns the next report, with paths relative to the folder.
func next(t *testing.T, dir string, saved <-chan []string) []string {
	t.Helper()
	select {
	case paths := <-saved:
		for i := range paths {
			paths[i], _ = filepath.Rel(dir, paths[i])
		}
		return paths
	case <-time.After(time.Minute):
		t.Fatal("nothing is reported")
		return nil
	}
}

// TestBelow saves files as editors do.
func TestBelow(t *testing.T) {
	dir := t.TempDir()
	main := filepath.Join(dir, "solutions/sum/dlx/main.go")
	judgetest.Write(t, main, "one")
	ctx, cancel := context.WithCancel(t.Context())
	saved, err := Folders(ctx, []string{dir, filepath.Join(dir, "none")}, nil)
	judgetest.Check(t, err)
	for _, save := range []struct {
		as   string
		do   func() error
		want []string
	}{
		{"in place", func() error { return os.WriteFile(main, []byte("two"), 0o644) },
			[]string{"solutions/sum/dlx/main.go"}},
		{"by a file that takes its place, and a swap file", func() error {
			for _, name := range []string{".main.go.swp", "4913", "main.go~"} {
				judgetest.Write(t, filepath.Join(filepath.Dir(main), name), "")
			}
			judgetest.Write(t, main+".new", "three")
			return os.Rename(main+".new", main)
		}, []string{"solutions/sum/dlx/main.go", "solutions/sum/dlx/main.go.new"}},
		{"a new folder", func() error { return os.Mkdir(filepath.Join(dir, "solutions/sum/mine"), 0o755) },
			[]string{"solutions/sum/mine"}},
		{"a file in it", func() error {
			return os.WriteFile(filepath.Join(dir, "solutions/sum/mine/main.go"), nil, 0o644)
		},
			[]string{"solutions/sum/mine/main.go"}},
		{"removed", func() error { return os.Remove(main) }, []string{"solutions/sum/dlx/main.go"}},
	} {
		judgetest.Check(t, save.do())
		if got := next(t, dir, saved); !slices.Equal(got, save.want) {
			t.Errorf("%s: got %q, want %q", save.as, got, save.want)
		}
	}
	cancel()
	if _, open := <-saved; open {
		t.Error("reported after the end")
	}
}

// TestIn: changes in subfolders, old or new, are not reported.
func TestIn(t *testing.T) {
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, "below/b.go"), "one")
	judgetest.Write(t, filepath.Join(dir, "tests/1.in"), "one")
	saved, err := Folders(t.Context(), nil, []string{dir, filepath.Join(dir, "tests")})
	judgetest.Check(t, err)
	judgetest.Check(t, os.Mkdir(filepath.Join(dir, "new"), 0o755))
	if got := next(t, dir, saved); !slices.Equal(got, []string{"new"}) {
		t.Errorf("a new folder: %q", got)
	}
	judgetest.Write(t, filepath.Join(dir, "below/b.go"), "two")
	judgetest.Write(t, filepath.Join(dir, "new/c.go"), "")
	judgetest.Write(t, filepath.Join(dir, "tests/1.in"), "two")
	if got := next(t, dir, saved); !slices.Equal(got, []string{"tests/1.in"}) {
		t.Errorf("got %q", got)
	}
}
