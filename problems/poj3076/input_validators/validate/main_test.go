package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

func sample(t *testing.T) string {
	text, err := os.ReadFile("../../../../testdata/poj3076/sample/1.in")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestUniqueGivesUp(t *testing.T) {
	var puzzle grid
	copy(puzzle[:], strings.ReplaceAll(sample(t), "\n", ""))
	if err := unique(puzzle, maxNodes); err != nil {
		t.Errorf("the sample: %v", err)
	}
	const want = "too hard to tell whether there is exactly one solution: gave up after 10 search nodes"
	if err := unique(puzzle, 10); err == nil || err.Error() != want {
		t.Errorf("the sample in 10 nodes: %v, want %s", err, want)
	}
}

// A valid input is canonical: it is its words, 16 lines to a puzzle with an empty line between two. A lenient one has
// the same words with any empty lines.
func FuzzValidate(f *testing.F) {
	answer, err := os.ReadFile("../../../../testdata/poj3076/sample/1.ans")
	if err != nil {
		f.Fatal(err)
	}
	solved := string(answer)
	f.Add(solved + "\n" + strings.ReplaceAll(solved, "A", "-"))
	f.Add(solved + solved + "\n\n")
	f.Add(strings.ReplaceAll(solved, "\n", "\r\n"))
	f.Add(solved[17:])
	f.Add(solved[:271])
	f.Fuzz(func(t *testing.T, in string) {
		if strings.Count(in, "-") > 60 {
			return // to find out that such a puzzle has no solution could take seconds
		}
		strict := validate(strings.NewReader(in), io.Discard, false)
		lenient := validate(strings.NewReader(in), io.Discard, true)
		if strict == nil && lenient != nil {
			t.Errorf("valid, but lenient says %v", lenient)
		}
		if lenient != nil {
			return
		}
		var canonical bytes.Buffer
		for i, word := range strings.Fields(in) {
			if i > 0 && i%size == 0 {
				canonical.WriteByte('\n')
			}
			canonical.WriteString(word + "\n")
		}
		if err := validate(bytes.NewReader(canonical.Bytes()), io.Discard, false); err != nil {
			t.Errorf("leniently valid, but with one empty line between puzzles it is not: %v", err)
		}
		if same := canonical.String() == in; same != (strict == nil) {
			t.Errorf("canonical: %v, but validate says %v", same, strict)
		}
	})
}
