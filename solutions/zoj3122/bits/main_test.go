package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The program is that of poj3076, which is tested there, on tests of its own: this judge wants their answers to the byte,
// without an empty line after the last board.
func TestAnswers(t *testing.T) {
	const data = "../../../testdata/zoj3122/"
	for _, pattern := range []string{"sample/*.in", "secret/*/*.in"} {
		inputs, err := filepath.Glob(data + pattern)
		if err != nil || len(inputs) == 0 {
			t.Fatalf("no tests in %s: %v", data+pattern, err)
		}
		for _, path := range inputs {
			in, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(path, ".in") + ".ans")
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := run(bytes.NewReader(in), &out); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
	}
}
