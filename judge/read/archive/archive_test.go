package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// entry is one file of an archive that a test makes; a name that ends with / is a folder.
type entry struct {
	name, text string
	mode       fs.FileMode
	extra      []byte
}

func pack(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Extra: e.extra}
		if e.mode != 0 {
			header.SetMode(e.mode)
		}
		w, err := z.CreateHeader(header)
		judgetest.Check(t, err)
		if !strings.HasSuffix(e.name, "/") {
			_, err = w.Write([]byte(e.text))
			judgetest.Check(t, err)
		}
	}
	judgetest.Check(t, z.Close())
	return out.Bytes()
}

// unpacked writes an archive and unpacks it. It returns the files below into, with their content.
func unpacked(t testing.TB, name string, data []byte, b bounds) (
	dir string, files map[string]string, warning, err error) {
	t.Helper()
	here := t.TempDir()
	file, into := filepath.Join(here, name), filepath.Join(here, "into")
	judgetest.Check(t, os.WriteFile(file, data, 0o600))
	judgetest.Check(t, os.Mkdir(into, 0o700))
	dir, warning, err = b.unpack(t.Context(), file, into, packageRoot)
	files = make(map[string]string)
	judgetest.Check(t, filepath.WalkDir(here, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == file {
			return err
		}
		if !d.Type().IsRegular() {
			t.Errorf("%s is not a regular file", path)
		}
		text, err := os.ReadFile(path)
		below, _ := filepath.Rel(into, path)
		files[below] = string(text)
		return err
	}))
	return dir, files, warning, err
}

func TestUnpack(t *testing.T) {
	yaml := entry{name: "problem.yaml", text: "name: Hello\n"}
	for _, c := range []struct {
		name    string
		file    string
		entries []entry
		want    string // the folder
		holds   []string
		warns   string
	}{
		{"at the top", "hello.zip", []entry{yaml, {name: "data/"}, {name: "data/secret/1.in", text: "1\n"},
			{name: "run", mode: 0o755}}, "hello", []string{"hello/problem.yaml", "hello/data/secret/1.in", "hello/run"},
			""},
		{"in a folder", "hello-7.kpp", []entry{{name: "hello/"}, {name: "hello/problem.yaml", text: "x"},
			{name: "hello/.timelimit", text: "2"}}, "hello", []string{"hello/problem.yaml", "hello/.timelimit"}, ""},
		{"with DOMjudge's settings", "a.zip", []entry{{name: "domjudge-problem.ini"}, {name: "x"}}, "a",
			[]string{"a/domjudge-problem.ini", "a/x"}, ""},
		{"with both, in a folder", "a.zip", []entry{{name: "b/domjudge-problem.ini"}, {name: "b/problem.yaml"}}, "b",
			[]string{"b/problem.yaml", "b/domjudge-problem.ini"}, ""},
		{"with what macOS adds", "a.zip", []entry{{name: "b/problem.yaml"}, {name: "__MACOSX/problem.yaml"},
			{name: "b/x"}}, "b", []string{"b/problem.yaml", "b/x"}, ""},
		{"with names that are not UTF-8", "a.zip", []entry{yaml, {name: "\xcc\xe2.txt"}, {name: "\x8f\xe0/x"},
			{name: "é.txt"}, {name: "\xe9.txt", extra: inUnicode("\xe9.txt", "è.txt")},
			{name: "\xe9", extra: inUnicode("another", "u")}, {name: "\xe9", extra: []byte("\x75\x70\x04\x00\x01123")}},
			"a", []string{"a/problem.yaml", "a/é.txt", "a/è.txt"}, `/a.zip: left out: names that are not UTF-8 ` +
				`(4), such as "\xcc\xe2.txt"; rename these files, and pack them again`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, files, warning, err := unpacked(t, c.file, pack(t, c.entries...), usual)
			if got := fmt.Sprint(warning); warning != nil && c.warns == "" || !strings.HasSuffix(got, c.warns) {
				t.Errorf("the warning is %s, want %s", got, c.warns)
			}
			if err != nil || filepath.Base(dir) != c.want || len(files) != len(c.holds) {
				t.Fatalf("got %s, %v and %v", dir, files, err)
			}
			for _, name := range c.holds {
				if _, ok := files[name]; !ok {
					t.Errorf("no %s", name)
				}
			}
			if info, err := os.Stat(filepath.Join(dir, "run")); err == nil && info.Mode().Perm()&0o100 == 0 {
				t.Errorf("run has mode %v", info.Mode())
			}
		})
	}
}

// inUnicode returns the extra field that says what a name is in UTF-8.
func inUnicode(raw, name string) []byte {
	field := binary.LittleEndian.AppendUint16([]byte("\x75\x70"), uint16(5+len(name)))
	return append(binary.LittleEndian.AppendUint32(append(field, 1), crc32.ChecksumIEEE([]byte(raw))), name...)
}

// link returns an entry that is a symbolic link.
func link(name, to string) entry { return entry{name: name, text: to, mode: fs.ModeSymlink | 0o777} }

// An interrupt ends the unpacking. Archives of other formats are refused.
func TestUnpackEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := filepath.Join(t.TempDir(), "a.zip")
	judgetest.Check(t, os.WriteFile(file, pack(t, entry{name: "problem.yaml", text: "x"}), 0o600))
	for name, want := range map[string]string{"a.tar.gz": "; unpack it, and name its folder: tar -xf a.tar.gz",
		"a.RAR": "; unpack it, and name its folder"} {
		_, _, err := Unpack(ctx, name, t.TempDir())
		if err == nil || err.Error() != name+": only ZIP files (.zip, .kpp) can be read"+want {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, _, err := Unpack(ctx, file, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A hostile archive is refused before anything outside of its folder is touched, and says why.
func TestHostile(t *testing.T) {
	yaml := entry{name: "problem.yaml"}
	small := bounds{entries: 4, depth: 3, bytes: 1000, directory: 1000}
	zeros := strings.Repeat("\x00", 1001)
	for want, data := range map[string][]byte{
		`"/etc/evil" is not a path in the archive`:       pack(t, yaml, entry{name: "/etc/evil"}),
		`"../evil" is not a path in the archive`:         pack(t, yaml, entry{name: "../evil"}),
		`"data/../../evil" is not a path in the archive`: pack(t, yaml, entry{name: "data/../../evil"}),
		`"data\\evil" is not a path in the archive`:      pack(t, yaml, entry{name: `data\evil`}),
		`"./evil" is not a path in the archive`:          pack(t, yaml, entry{name: "./evil"}),
		`"a//evil" is not a path in the archive`:         pack(t, yaml, entry{name: "a//evil"}),
		`"link" is a symbolic link`:                      pack(t, yaml, link("link", "..")),
		`"fifo" is neither a file nor a folder`: pack(t, yaml,
			entry{name: "fifo", mode: fs.ModeNamedPipe | 0o666}),
		`"device" is neither a file nor a folder`: pack(t, yaml, entry{name: "device",
			mode: fs.ModeDevice | fs.ModeCharDevice | 0o666}),
		`"a/b/c/d" has more than 3 names in its path`: pack(t, yaml, entry{name: "a/b/c/d"}),
		`it has more than 4 files and folders`: pack(t, yaml, entry{name: "a"}, entry{name: "b"},
			entry{name: "c"}, entry{name: "d"}),
		`it has more than 4 files and folders, the`: pack(t, yaml, entry{name: "a/b/c"}, entry{name: "d"}),
		`"a" appears twice`:                         pack(t, yaml, entry{name: "a"}, entry{name: "a"}),
		`"a" appears twice `:                        pack(t, yaml, entry{name: "a"}, entry{name: "a/"}),
		`it unpacks to more than 0 MiB`: pack(t, yaml, entry{name: "a", text: zeros[:600]},
			entry{name: "zeros", text: zeros[:600]}),
		`its list of entries is longer than 0 MiB`:      pack(t, entry{name: strings.Repeat("x", 2000)}),
		`no problem.yaml at its top, nor in one folder`: pack(t, entry{name: "a/b/problem.yaml"}),
		`no problem.yaml at its top, nor in one folder at it`: pack(t, entry{name: "a/problem.yaml"},
			entry{name: "b/problem.yaml"}),
		`not a ZIP file that can be read`:        []byte("PK\x03\x04 nothing"),
		`left out: names that are not UTF-8 (1)`: pack(t, entry{name: "\xe9/problem.yaml"}),
		`"../è" is not a path in the archive`:    pack(t, yaml, entry{name: "\xe9", extra: inUnicode("\xe9", "../è")}),
		`zeros: `: lying(t,
			pack(t, yaml, entry{name: "zeros", text: zeros})),
	} {
		_, files, _, err := unpacked(t, "evil.zip", data, small)
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) || !strings.Contains(err.Error(),
			"evil.zip: ") {
			t.Errorf("got %v, want %q", err, want)
		}
		for name, text := range files {
			if !strings.HasPrefix(name, "evil/") || len(text) > 1001 {
				t.Errorf("%s: %s was written, %d bytes", want, name, len(text))
			}
		}
	}
}

// An archive with one program has small bounds, before and after it is unpacked.
func TestUnpackProgram(t *testing.T) {
	random := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(random)
	for _, row := range []struct {
		text string
		want string
	}{
		{"print(1)", ""},
		{string(random), "it is larger than 1 MiB, the maximum"},
		{strings.Repeat("x", 16<<20), ""},
		{strings.Repeat("x", 16<<20+1), "it unpacks to more than 16 MiB, the maximum"},
	} {
		file := filepath.Join(t.TempDir(), "ada.zip")
		judgetest.Check(t, os.WriteFile(file, pack(t, entry{name: "a.py", text: row.text}), 0o600))
		dir, _, err := UnpackProgram(t.Context(), file, t.TempDir())
		if row.want == "" && (err != nil || filepath.Base(dir) != "ada") ||
			row.want != "" && (err == nil || err.Error() != file+": "+row.want) {
			t.Errorf("%d bytes: got %s and %v, want %s", len(row.text), dir, err, row.want)
		}
	}
}

// lying returns an archive whose last file says that it is of one byte.
func lying(t *testing.T, data []byte) []byte {
	t.Helper()
	const header, size = "PK\x01\x02", 24 // of an entry in the list at the end, and where its size stands
	at := bytes.LastIndex(data, []byte(header))
	if at < 0 {
		t.Fatal("no list of entries")
	}
	binary.LittleEndian.PutUint32(data[at+size:], 1)
	return data
}

// Whatever an archive holds, nothing is written outside of its folder, and not too much.
func FuzzUnpack(f *testing.F) {
	f.Add(pack(f, entry{name: "problem.yaml", text: "name: x"}, entry{name: "data/1.in", text: "1"}))
	f.Add(pack(f, entry{name: "a/problem.yaml"}, entry{name: "a/../b"}))
	f.Add(pack(f, entry{name: "problem.yaml"}, entry{name: "link", text: "..", mode: fs.ModeSymlink | 0o777}))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir, files, _, err := unpacked(t, "a.zip", data, bounds{entries: 20, depth: 4, bytes: 4096, directory: 8192})
		total := 0
		for name, text := range files {
			total += len(text)
			if strings.HasPrefix(name, "..") {
				t.Errorf("%s was written", name)
			}
		}
		if total > 4097 {
			t.Errorf("%d bytes were written", total)
		}
		if err == nil && !strings.HasPrefix(dir, os.TempDir()) {
			t.Errorf("unpacked into %s", dir)
		}
	})
}

// A problem.yaml in an archive is found, whatever the archive is called.
func ExampleIs() {
	fmt.Println(Is("hello.zip"), Is("hello.KPP"), Is("hello.tar.gz"), Is("hello"), Is("hello.gz"))
	// Output: true true true false false
}
