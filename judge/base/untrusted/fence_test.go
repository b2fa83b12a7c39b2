package untrusted

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// fenced makes a fenced package with a secret beside it.
func fenced(t *testing.T) (dir string) {
	t.Helper()
	parent := t.TempDir()
	judgetest.Unpack(t, parent, `
-- secret --
SECRET
-- other/1.in --
SECRET
-- pack/a/1.in --
inside
-- pack/.git/config --
SECRET
-- pack/.limit --
inside
`)
	dir = filepath.Join(parent, "pack")
	judgetest.Check(t, Fence(dir))
	return dir
}

func TestFence(t *testing.T) {
	for name, row := range map[string]struct {
		links map[string]string
		path  string // "" for "link"
		in    bool
	}{
		"no link":                     {nil, "a/1.in", true},
		"a hidden file, by its name":  {nil, ".limit", true},
		"inside":                      {map[string]string{"link": "a/1.in"}, "", true},
		"inside, up and down":         {map[string]string{"b/link": "../a/./1.in"}, "b/link", true},
		"a folder inside":             {map[string]string{"b": "a"}, "b/1.in", true},
		"inside, absolute":            {map[string]string{"link": "DIR/a/1.in"}, "", true},
		"links of links":              {map[string]string{"link": "l1", "l1": "b/l2", "b/l2": "../a/1.in"}, "", true},
		"outside":                     {map[string]string{"link": "../secret"}, "", false},
		"outside, absolute":           {map[string]string{"link": "PARENT/secret"}, "", false},
		"outside, a longer name":      {map[string]string{"link": "DIR-more"}, "", false},
		"outside, through a folder":   {map[string]string{"b": "../other"}, "b/1.in", false},
		"outside, at the end":         {map[string]string{"link": "l1", "l1": "b/l2", "b/l2": "../../secret"}, "", false},
		"it leaves and comes back":    {map[string]string{"link": "../pack/a/1.in"}, "", false},
		"the middle leaves":           {map[string]string{"out": "../other", "link": "out/../pack/a/1.in"}, "", false},
		"the middle leaves, absolute": {map[string]string{"link": "DIR/../pack/a/1.in"}, "", false},
		"to a hidden file":            {map[string]string{"link": ".git/config"}, "", false},
		"to a hidden folder":          {map[string]string{"b": ".git"}, "b/config", false},
		"the parent":                  {map[string]string{"b": ".."}, "b/secret", false},
		"the root":                    {map[string]string{"b": "/"}, "b/etc/passwd", false},
		"a process's root":            {map[string]string{"b": "/proc/self/root"}, "b/etc/passwd", false},
		"a dot-dot in the path":       {map[string]string{"b": "a"}, "b/../../secret", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := fenced(t)
			for link, to := range row.links {
				path := filepath.Join(dir, link)
				judgetest.Check(t, os.MkdirAll(filepath.Dir(path), 0o755))
				to = strings.NewReplacer("DIR", dir, "PARENT", filepath.Dir(dir)).Replace(to)
				judgetest.Check(t, os.Symlink(to, path))
			}
			if row.path == "" {
				row.path = "link"
			}
			path := dir + "/" + row.path
			text, err := Read(path, 100)
			_, statErr := Stat(path)
			file, openErr := OpenAny(path)
			if openErr == nil {
				defer file.Close()
			}
			switch {
			case row.path == "b/../../secret": // cleaned, this is the path of another folder
			case row.in && (err != nil || statErr != nil || openErr != nil || string(text) != "inside\n"):
				t.Errorf("got %q, %v, %v, %v", text, err, statErr, openErr)
			case !row.in && !(errors.Is(err, ErrOutside) && errors.Is(statErr, ErrOutside) &&
				errors.Is(openErr, ErrOutside)):
				t.Errorf("got %q, %v, %v, %v, want %v", text, err, statErr, openErr, ErrOutside)
			}
			if _, err := ReadDir(filepath.Dir(path)); filepath.Dir(row.path) == "b" && row.in != (err == nil) {
				t.Errorf("listing its folder: %v", err)
			}
		})
	}
}

// A file that is repeatedly replaced by a link, between check and opening, never reveals the secret.
func TestFenceRace(t *testing.T) {
	dir := fenced(t)
	path, other := filepath.Join(dir, "a/1.in"), filepath.Join(dir, "a/2.in")
	judgetest.Check(t, os.Symlink("../../secret", other))
	folder, folders := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	judgetest.Check(t, os.Symlink("../other", folders))
	const spare = ".spare"
	end, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		swap := func(a, b string) {
			os.Rename(a, filepath.Join(dir, spare))
			os.Rename(b, a)
			os.Rename(filepath.Join(dir, spare), b)
		}
		for {
			select {
			case <-end:
				return
			default:
				swap(path, other)
				swap(folder, folders)
			}
		}
	}()
	read := 0
	for range 20_000 {
		file, err := Open(path)
		if err != nil {
			continue
		}
		text, err := io.ReadAll(file)
		file.Close()
		if strings.Contains(string(text), "SECRET") {
			t.Fatalf("the secret was read: %q, %v", text, err)
		}
		read++
	}
	close(end)
	<-ended
	if read == 0 {
		t.Error("the file was never read")
	}
}

// A folder that replaces the package is not read.
func TestFenceReplaced(t *testing.T) {
	dir := fenced(t)
	judgetest.Check(t, os.Rename(dir, dir+"-before"))
	judgetest.Check(t, os.Symlink("other", dir))
	if text, err := Read(filepath.Join(dir, "1.in"), 100); err == nil {
		t.Errorf("got %q", text)
	}
	judgetest.Check(t, Fence(dir)) // as when the package is read again
	if _, err := Read(filepath.Join(dir, "1.in"), 100); err != nil {
		t.Error(err)
	}
}

// Files in a hidden folder of a package are refused by every function. Folders marked with Own are exempt.
func TestFenceHidden(t *testing.T) {
	dir := fenced(t)
	path := filepath.Join(dir, ".git/config")
	text, err := Read(path, 100)
	_, statErr := Stat(path)
	_, openErr := OpenAny(path)
	if !errors.Is(err, ErrHidden) || !errors.Is(statErr, ErrHidden) || !errors.Is(openErr, ErrHidden) {
		t.Errorf("got %q, %v, %v, %v, want %v", text, err, statErr, openErr, ErrHidden)
	}
	judgetest.Write(t, filepath.Join(dir, ".config/dlxjudge/real"), "")
	settings := filepath.Join(dir, ".config/dlxjudge/languages.yaml")
	judgetest.Check(t, os.Symlink("../../../secret", settings))
	if _, err := Read(settings, 100); !errors.Is(err, ErrHidden) {
		t.Errorf("got %v, want %v", err, ErrHidden)
	}
	Own(filepath.Join(dir, ".config/dlxjudge"))
	if _, err := Read(settings, 100); err != nil {
		t.Error(err)
	}
}

// The fences of removed folders are dropped, if the folders are the judge's own.
func TestFencesOfRemoved(t *testing.T) {
	home, own, before := fenced(t), t.TempDir(), len(fences.of)
	Own(own)
	judgetest.Check(t, os.Rename(home, home+"-before"))
	for range 300 {
		dir, err := os.MkdirTemp(own, "")
		judgetest.Check(t, err)
		judgetest.Check(t, Fence(dir))
		Own(dir + "/cache")
		judgetest.Check(t, os.RemoveAll(dir))
	}
	if more := len(fences.of) - before; more > 2*before+200 {
		t.Errorf("%d fences are left", more)
	}
	if _, _, ok := fenceOf(home); !ok {
		t.Error("a package that was moved away has lost its fence")
	}
}
