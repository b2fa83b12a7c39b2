package solutions_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

// many are inputs whose answers are longer than any buffer, and these answers.
var many = map[string]sample{
	"poj3074":    {strings.Repeat(solutiontest.Solved9+"\n", 2000), strings.Repeat(solutiontest.Solved9+"\n", 2000)},
	"poj3076":    {many16, many16},
	"zoj3122":    {many16, many16},
	"spojnqueen": {strings.Repeat("4 0 4 0 0\n", 20000), strings.Repeat("2 4 1 3\n", 20000)},
	"hdu5046":    {"10000\n" + strings.Repeat("1 1\n0 0\n", 10000), zeros(10000)},
}

var many16 = strings.TrimSuffix(strings.Repeat(solutiontest.Sudoku16.Format(solutiontest.Solved16)+"\n", 500), "\n")

func TestManyCases(t *testing.T) {
	for _, solution := range solutiontest.Own(solutiontest.Problems()...) {
		t.Run(solution, func(t *testing.T) {
			t.Parallel()
			test := many[filepath.Dir(solution)]
			if got := feed(t, solution, test.in); got.output != test.answer || got.status != 0 {
				t.Errorf("exit status %d, %q on stderr, and not these many answers", got.status, got.message)
			}
		})
	}
}

// An input that cannot be read and an output that cannot be written are errors, after few answers or many. A folder can
// be opened, but not read. On Linux, /dev/full is like a full disk.
func TestBrokenStreams(t *testing.T) {
	folder, err := os.Open(t.TempDir())
	judgetest.Check(t, err)
	t.Cleanup(func() { folder.Close() })
	for _, solution := range solutiontest.Own(solutiontest.Problems()...) {
		t.Run(solution, func(t *testing.T) {
			fails := func(input io.Reader, output io.Writer) {
				t.Helper()
				got := connect(t, solution, input, output)
				if got.status != 1 || strings.Count(got.message, "\n") != 1 {
					t.Errorf("exit status %d and %q on stderr, want 1 and a line", got.status, got.message)
				}
			}
			fails(folder, new(bytes.Buffer))
			if runtime.GOOS != "linux" {
				t.Skip("needs Linux, for its file /dev/full")
			}
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			judgetest.Check(t, err)
			defer full.Close()
			for _, sample := range samples(t, solution, "sample/1") {
				fails(strings.NewReader(sample.in), full)
			}
			fails(strings.NewReader(many[filepath.Dir(solution)].in), full)
		})
	}
}
