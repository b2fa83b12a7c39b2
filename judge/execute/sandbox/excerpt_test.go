package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// FuzzExcerpt: what is written in two parts, and what is read from a file, is the same: the start
// and the end of all that was printed.
func FuzzExcerpt(f *testing.F) {
	f.Add("  \n error: no\n", " more\n", uint16(1))
	f.Add("a", "b", uint16(TailBytes))
	f.Add("more than the beginning holds", "", uint16(HeadBytes/8))
	f.Add("\xff\x00", "€", uint16(HeadBytes/3))
	f.Fuzz(func(t *testing.T, first, second string, times uint16) {
		all := strings.Repeat(first, int(times)%(1<<20/max(len(first), 1)+1)) + second
		cut := len(all) - len(second)
		var written Excerpt
		written.Write([]byte(all[:cut]))
		written.Write([]byte(all[cut:]))
		path := filepath.Join(t.TempDir(), "said")
		judgetest.Write(t, path, all)
		file, err := os.Open(path)
		judgetest.Check(t, err)
		defer file.Close()
		read, err := ReadExcerpt(file)
		if err != nil || written.Head() != read.Head() || written.Tail() != read.Tail() {
			t.Fatalf("of %d bytes: written %d and %d, read %d and %d, %v", len(all), len(written.Head()),
				len(written.Tail()), len(read.Head()), len(read.Tail()), err)
		}
		tail, shortened := strings.CutPrefix(read.Tail(), "…")
		if len(all) <= TailBytes {
			tail, shortened = read.Tail(), false
		}
		if !strings.HasPrefix(all, read.Head()) || !strings.HasSuffix(all, tail) ||
			shortened != (len(all) > TailBytes) {
			t.Errorf("of %d bytes: the beginning is %d bytes, and the end %d", len(all), len(read.Head()), len(tail))
		}
		if len(read.Head()) != min(len(all), HeadBytes) || len(tail) != min(len(all), TailBytes) {
			t.Errorf("of %d bytes %d and %d are kept", len(all), len(read.Head()), len(tail))
		}
		if lines := read.LastLines(); lines == "" && all != "" || !strings.HasSuffix(tail, lines) || lines != tail &&
			!strings.HasSuffix(strings.TrimSuffix(tail, lines), "\n") {
			t.Errorf("the last lines are %d bytes of %d", len(lines), len(tail))
		}
		if line := read.FirstLine(); strings.ContainsAny(line, "\n") || strings.TrimSpace(line) != line || line == "" &&
			strings.TrimSpace(read.Head()) != "" {
			t.Errorf("the first line %q", line)
		}
	})
}
