package kept

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

func keyOf(part string) *Key {
	key := NewKey("a machine", NewSums(context.Background()))
	key.Add("part", part)
	return key
}

func TestBook(t *testing.T) {
	dir := t.TempDir()
	book := OpenBook[string](Open(dir), keyOf("a program"))
	book.Put(keyOf("one"), "AC\n\xff")
	judgetest.Check(t, book.Write(t.Context()))
	again := OpenBook[string](Open(dir), keyOf("a program"))
	if content, kept := again.Load(keyOf("one")); !kept || content != "AC\n\xff" {
		t.Errorf("got %q, %v", content, kept)
	}
	for _, other := range [][2]string{{"a program", "two"}, {"another", "one"}} {
		if content, kept := OpenBook[string](Open(dir), keyOf(other[0])).Load(keyOf(other[1])); kept {
			t.Errorf("%q has %q", other, content)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 2 { // and the lock
		t.Errorf("one book is in %q", files)
	}
}

// Several judges write one book, each a part of the results, again and again: nothing is lost, and a reader meanwhile
// sees a whole book.
func TestTogether(t *testing.T) {
	const judges, rounds = 4, 8
	dir := t.TempDir()
	var all sync.WaitGroup
	for judge := range judges {
		all.Go(func() {
			book := OpenBook[string](Open(dir), keyOf("a program"))
			for round := range rounds {
				name := fmt.Sprint(judge, " ", round)
				book.Put(keyOf(name), name)
				if err := book.Write(t.Context()); err != nil {
					t.Error(err)
				}
				now := OpenBook[string](Open(dir), keyOf("a program"))
				for before := range round + 1 {
					if name := fmt.Sprint(judge, " ", before); !has(now, name) {
						t.Errorf("%s is lost", name)
					}
				}
			}
		})
	}
	all.Wait()
	last := OpenBook[string](Open(dir), keyOf("a program"))
	for judge := range judges {
		for round := range rounds {
			if name := fmt.Sprint(judge, " ", round); !has(last, name) {
				t.Errorf("%s is lost", name)
			}
		}
	}
}

func has(book *Book[string], name string) bool {
	got, kept := book.Load(keyOf(name))
	return kept && got == name
}

// A judge that waits for another one's lock keeps its results, and writes them later.
func TestLocked(t *testing.T) {
	dir := t.TempDir()
	other := Open(dir)
	unlock, err := other.books.Lock(t.Context())
	judgetest.Check(t, err)
	book := OpenBook[string](Open(dir), keyOf("a program"))
	book.Put(keyOf("one"), "one")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := book.Write(ctx); err == nil {
		t.Error("the book was written while another judge had the lock")
	}
	unlock()
	judgetest.Check(t, book.Write(t.Context()))
	if !has(OpenBook[string](Open(dir), keyOf("a program")), "one") {
		t.Error("the result is lost")
	}
}

// A book that is damaged, cut off, of another user's making or of an earlier judge is empty, and is replaced.
func TestDamagedBook(t *testing.T) {
	for what, damage := range map[string]func(path string, text []byte) error{
		"cut off": func(path string, text []byte) error { return os.WriteFile(path, text[:len(text)-1], 0o600) },
		"changed": func(path string, text []byte) error {
			text[len(text)-1] ^= 1
			return os.WriteFile(path, text, 0o600)
		},
		"empty":            func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o600) },
		"writable for all": func(path string, _ []byte) error { return os.Chmod(path, 0o666) },
		"a link": func(path string, text []byte) error {
			if err := os.Rename(path, path+".old"); err != nil {
				return err
			}
			return os.Symlink(path+".old", path)
		},
	} {
		dir := t.TempDir()
		write := func() {
			book := OpenBook[string](Open(dir), keyOf("a program"))
			book.Put(keyOf("one"), "one")
			judgetest.Check(t, book.Write(t.Context()))
		}
		write()
		path := filepath.Join(dir, keyOf("a program").Name())
		judgetest.Check(t, damage(path, []byte(judgetest.Read(t, path))))
		if has(OpenBook[string](Open(dir), keyOf("a program")), "one") {
			t.Errorf("%s: it is read", what)
		}
		if write(); !has(OpenBook[string](Open(dir), keyOf("a program")), "one") {
			t.Errorf("%s: it is not replaced", what)
		}
	}
}

// What does not fit into a book is what was used longest ago.
func TestBounds(t *testing.T) {
	old, now := newPage[int](), newPage[int]()
	for i := range mostResults {
		old.results.put(fmt.Sprint(i), i)
	}
	now.results.put("new", -1)
	now.results.put("7", 8)
	both := old.under(now)
	if n := len(both.results.names); n != mostResults || len(both.results.of) != n {
		t.Errorf("%d results", n)
	}
	if both.results.names[0] != "new" || both.results.of["7"] != 8 || both.results.of["6"] != 6 {
		t.Errorf("the first are %q", both.results.names[:3])
	}
	large := newPage[string]()
	for i := range 20 {
		large.results.put(fmt.Sprint(i), strings.Repeat("a", 1<<19))
	}
	text, err := encode(large)
	judgetest.Check(t, err)
	got, err := decode[string](text)
	judgetest.Check(t, err)
	if n := len(got.results.names); len(text) > mostBytes || n < 10 || n == 20 || got.results.names[0] != "0" {
		t.Errorf("%d bytes hold %d results", len(text), n)
	}
}

// TestTrusted shows which files are read in a later run: all that have changed, and those that had changed just before
// they were read.
func TestTrusted(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	for _, row := range []struct {
		what   string
		change func(path string) error
		text   string
	}{
		{"nothing", func(string) error { return nil }, "one"},
		{"its content", func(path string) error { return os.WriteFile(path, []byte("two"), 0o600) }, "two"},
		{"its content, and its time set back", func(path string) error {
			err := os.WriteFile(path, []byte("two"), 0o600)
			if err == nil {
				err = os.Chtimes(path, old, old)
			}
			return err
		}, "two"},
		{"another file in its place", func(path string) error {
			err := os.WriteFile(path+"2", []byte("two"), 0o600)
			if err == nil {
				err = os.Chtimes(path+"2", old, old)
			}
			if err == nil {
				err = os.Rename(path+"2", path)
			}
			return err
		}, "two"},
	} {
		for _, settled := range []bool{false, true} {
			dir, path := t.TempDir(), filepath.Join(t.TempDir(), "1.in")
			judgetest.Write(t, path, "one")
			judgetest.Check(t, os.Chtimes(path, old, old))
			keep := func() (book *Book[string], key *Key) {
				sums := NewSums(context.Background())
				book = OpenBook[string](Open(dir), NewKey("a machine", sums))
				key = NewKey("", sums)
				key.File("input", path)
				return book, key
			}
			if settled { // its inode changed long ago, too: that cannot be set, so another sum says which is believed
				sums := NewSums(context.Background())
				known := sums.of(path)
				page := newPage[string]()
				page.sums.put(known.stamp, "the sum of an earlier run")
				text, err := encode(page)
				judgetest.Check(t, err)
				Open(dir).books.Save(NewKey("a machine", sums).Name(), text)
			}
			judgetest.Check(t, row.change(path))
			_, key := keep()
			got, want := key.sums.of(path).text, NewSums(context.Background()).read(path).text
			if believed := settled && row.text == "one"; believed {
				want = "the sum of an earlier run"
			}
			if got != want {
				t.Errorf("%s changed, settled %v: the sum is %s, want %s", row.what, settled, got, want)
			}
		}
	}
}

// The sum of a file that has changed just before it was read is not written: it may change again, and its stamp not.
func TestRacy(t *testing.T) {
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "1.in")
	judgetest.Write(t, path, "one")
	for _, since := range []time.Duration{0, 2 * coarse} {
		<-time.After(since)
		sums := NewSums(context.Background())
		book, key := OpenBook[string](Open(dir), NewKey("a machine", sums)), NewKey("", sums)
		key.File("input", path)
		info, err := os.Stat(path)
		judgetest.Check(t, err)
		racy := time.Since(info.ModTime()) <= coarse
		book.Put(key, "AC")
		judgetest.Check(t, book.Write(t.Context()))
		written := len(OpenBook[string](Open(dir), NewKey("a machine", sums)).rest.sums.names)
		if racy && written > 0 || since > coarse && written != 1 {
			t.Errorf("%v after its change %d sums are written", since, written)
		}
	}
}

// FuzzPage: no content makes the parser fail, what it reads is within bounds, and is written and read the same.
func FuzzPage(f *testing.F) {
	type result struct {
		Verdict string
		Time    int64
		Said    []string
		More    *string
	}
	small, said := newPage[result](), "\xff"
	small.sums.put("1 2 3 4 5", "ab")
	small.results.put("key", result{Verdict: "AC", Time: -1, Said: []string{"\x00"}, More: &said})
	small.results.put("", result{})
	for _, p := range []page[result]{small, newPage[result]()} {
		content, err := encode(p)
		judgetest.Check(f, err)
		f.Add(content)
		f.Add(append(content, 0))
		f.Add(content[:len(content)/2])
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		p, err := decode[result](content)
		if err != nil {
			return
		}
		if len(p.results.names) > mostResults || len(p.sums.names) > mostSums {
			t.Errorf("%d results and %d sums", len(p.results.names), len(p.sums.names))
		}
		text, err := encode(p)
		judgetest.Check(t, err)
		// What encode writes has no empty lists and no pointers to empty texts; in other files there may be some.
		again, err := decode[result](text)
		judgetest.Check(t, err)
		same, err := encode(again)
		judgetest.Check(t, err)
		if !reflect.DeepEqual(p.sums, again.sums) || !slices.Equal(p.results.names, again.results.names) ||
			!bytes.Equal(text, same) {
			t.Errorf("%+v is written and read as %+v", p, again)
		}
	})
}

// Nobody who judges waits while another judge holds the lock.
func TestNobodyWaits(t *testing.T) {
	store := Open(t.TempDir())
	book := OpenBook[string](store, keyOf("a program"))
	unlock, err := store.books.Lock(t.Context())
	judgetest.Check(t, err)
	book.Put(keyOf("one"), "one")
	ctx, give := context.WithCancel(t.Context())
	written := make(chan error)
	go func() { written <- book.Write(ctx) }()
	book.Put(keyOf("two"), "two") // these would wait for ever
	if _, kept := book.Load(keyOf("one")); !kept {
		t.Error("it is not there")
	}
	give()
	if <-written == nil {
		t.Error("written without the lock")
	}
	unlock()
	judgetest.Check(t, book.Write(t.Context()))
	if now := OpenBook[string](store, keyOf("a program")); !has(now, "one") || !has(now, "two") {
		t.Error("lost")
	}
}
