package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"dlxjudge/judge/read/problem"
)

// BenchmarkDefault measures the default checker on outputs that are accepted: the same bytes, the same tokens in other
// whitespace, numbers within a tolerance, and the many tiny tests of a problem.
func BenchmarkDefault(b *testing.B) {
	var rows, spaced, numbers, nearby bytes.Buffer
	for i := 0; rows.Len() < 16<<20; i++ {
		fmt.Fprintf(&rows, "%d %d %d\n", i, i*i, i*7919)
		fmt.Fprintf(&spaced, "%d %d %d\r\n", i, i*i, i*7919)
	}
	for i := 0; numbers.Len() < 4<<20; i++ {
		fmt.Fprintf(&numbers, "%d.%06d\n", i, i*7919%1e6)
		fmt.Fprintf(&nearby, "%d.%06d1\n", i, i*7919%1e6)
	}
	for _, bench := range []struct {
		name           string
		answer, output []byte
		args           []string
	}{
		{"same", rows.Bytes(), rows.Bytes(), nil},
		{"spaced", rows.Bytes(), spaced.Bytes(), nil},
		{"numbers", numbers.Bytes(), nearby.Bytes(), []string{"float_tolerance", "1e-6"}},
		{"tiny", []byte("Case #1: 2\n"), []byte("Case #1: 2\n"), []string{"case_sensitive"}},
		{"tinySpaced", []byte("Case #1: 2\n"), []byte("Case #1: 2"), []string{"case_sensitive"}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			dir := b.TempDir()
			files := Files{Answer: filepath.Join(dir, "answer"), Output: filepath.Join(dir, "output"), Args: bench.args}
			for path, text := range map[string][]byte{files.Answer: bench.answer, files.Output: bench.output} {
				if err := os.WriteFile(path, text, 0o666); err != nil {
					b.Fatal(err)
				}
			}
			checker := Default(problem.ForgiveTrailing)
			b.SetBytes(int64(len(bench.output)))
			b.ReportAllocs()
			for b.Loop() {
				result, err := checker.Check(b.Context(), files)
				if err != nil || result.Verdict != problem.AC {
					b.Fatal(result, err)
				}
			}
		})
	}
}
