package parcel

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

const someDigest = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"

// TestDecodeList: what is no list, or would be laid out as something else than files below one folder, is refused.
func TestDecodeList(t *testing.T) {
	const head, d = listHead + "\n" + "package sum\n", someDigest
	empty := func(path string) string { return fmt.Sprintf("file %s 0 - %s\n", d, path) }
	for _, good := range []string{
		head, head + empty("problem.yaml"), head + empty(".timelimit") + empty("problem.yaml"), listHead +
			"\ncheckout a problem\n",
		head + "block " + d + " 7\n" + "file " + d + " 7 x a b\n", head + empty("a") + empty("a.b") + empty("ab/c"),
	} {
		l, err := decodeList([]byte(good))
		if err != nil || string(l.encode()) != good {
			t.Errorf("%q: %v", good, err)
		}
	}
	for name, bad := range map[string]struct{ text, want string }{
		"nothing":            {"", "less than two lines"},
		"a page":             {"<!DOCTYPE html>\n", "line 1"},
		"another version":    {"parcel 2\npackage sum\n", "line 1"},
		"bytes":              {"\x00\xff\n", "line 1"},
		"no end":             {head + strings.TrimSuffix(empty("a"), "\n"), "middle of a line"},
		"no layout":          {listHead + "\nzip sum\n", "line 2"},
		"two layouts":        {head + "package sum\n", "line 3"},
		"name outside":       {listHead + "\npackage ../sum\n", "no name of a file"},
		"name that is up":    {listHead + "\npackage ..\n", "no name of a file"},
		"no name":            {listHead + "\npackage \n", "no name of a file"},
		"long name":          {listHead + "\npackage " + strings.Repeat("a", 256) + "\n", "a name of 256 bytes"},
		"name with escapes":  {listHead + "\npackage a\x1b[31m\n", "cannot be shown"},
		"up":                 {head + empty("../a"), "no path below"},
		"up inside":          {head + empty("a/../../b"), "no path below"},
		"absolute":           {head + empty("/etc/passwd"), "no path below"},
		"device":             {head + empty("/dev/sda"), "no path below"},
		"here":               {head + empty("."), "no name of a file"},
		"backslashes":        {head + empty(`..\a`), "no name of a file"},
		"two slashes":        {head + empty("a//b"), "no path below"},
		"folder":             {head + empty("a/"), "no path below"},
		"no path":            {head + empty(""), "no path below"},
		"hidden":             {head + empty("a/.git/config"), "hidden"},
		"no text":            {head + empty("a\xff"), "no path below"},
		"null byte":          {head + empty("a\x00b"), "cannot be shown"},
		"long path":          {head + empty(strings.Repeat("aaaaaaa/", 256)+"a"), "no path below"},
		"deep path":          {head + empty(strings.Repeat("a/", 40)+"a"), "no path below"},
		"twice":              {head + empty("a") + empty("a"), "in order, each once"},
		"out of order":       {head + empty("b") + empty("a"), "in order, each once"},
		"file and folder":    {head + empty("a") + empty("a/b/c"), "is a file, and the folder of"},
		"file and folder, 2": {head + empty("a") + empty("a-") + empty("a/b"), "is a file, and the folder of"},
		"a link":             {head + "link " + d + " 0 - a\n", "not known here"},
		"another mode":       {head + "file " + d + " 0 s a\n", "no file"},
		"no digest":          {head + "file ../../x 0 - a\n", "no SHA-256"},
		"large digest":       {head + "file " + strings.ToUpper(d) + " 0 - a\n", "no SHA-256"},
		"no size":            {head + "file " + d + " many - a\n", "no size"},
		"negative":           {head + "file " + d + " -1 - a\n", "no size"},
		"signed":             {head + "file " + d + " +0 - a\n", "no size"},
		"size of 80 bits":    {head + "file " + d + " 1000000000000000000000000 - a\n", "no size"},
		"sizes too large": {head + "file " + d + " 9223372036854775807 - a\nfile " + someDigest[1:] +
			"0 9223372036854775807 - b\n", "more bytes than can be counted"},
		"two sizes": {head + "block " + d + " 3\n" + "file " + d + " 1 - a\nfile " + d + " 2 - b\n",
			"has 1 bytes and has 2 bytes"},
		"no blocks":   {head + "file " + d + " 1 - a\n", "blocks of 0 bytes and files of 1 bytes"},
		"no files":    {head + "block " + d + " 1\n", "blocks of 1 bytes and files of 0 bytes"},
		"empty block": {head + "block " + d + " 0\n", "a block of 0 bytes"},
		"large block": {head + "block " + d + " 1048576\n", "a block of 1048576 bytes"},
		"too many blocks": {head + strings.Repeat("block "+d+" 1\n", 2) + "file " + d + " 2 - a\n",
			`a block of 1 bytes ends within "a"`},
		"block after files": {head + empty("a") + "block " + d + " 1\n", "not known here"},
	} {
		if _, err := decodeList([]byte(bad.text)); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: got %v, want %s", name, err, bad.want)
		}
	}
	if _, err := decodeList(make([]byte, mostList+1)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("too large: %v", err)
	}
}

// FuzzDecodeList: whatever is read as a list is written as the same text, and its parts fit.
func FuzzDecodeList(f *testing.F) {
	f.Add([]byte(listHead + "\npackage sum\nblock " + someDigest + " 9\nfile " + someDigest + " 4 - a\nfile " +
		digestOf(nil) + " 0 x b\nfile " + digestOf([]byte("c")) + " 5 - c/d\n"))
	f.Add([]byte(listHead + "\ncheckout sum\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := decodeList(text)
		if err != nil {
			return
		}
		if again := string(l.encode()); again != string(text) {
			t.Fatalf("%q is written as %q", text, again)
		}
		for i, file := range l.files {
			if !filepath.IsLocal(file.path) || path.Clean(file.path) != file.path || i > 0 &&
				file.path <= l.files[i-1].path {
				t.Errorf("the path %q behind %q", file.path, l.files[max(i-1, 0)].path)
			}
		}
		if l.size() > 1<<20 {
			return
		}
		total := int64(0)
		for i, parts := range l.parts() {
			size := int64(0)
			for _, p := range parts {
				size += p.size
			}
			if size != l.blocks[i].size {
				t.Fatalf("block %d has parts of %d bytes", i, size)
			}
			total += size
		}
		if total != l.size() {
			t.Fatalf("parts of %d bytes, and files of %d", total, l.size())
		}
	})
}
