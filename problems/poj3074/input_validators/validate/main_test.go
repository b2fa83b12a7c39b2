package main

import (
	"io"
	"strings"
	"testing"
)

const (
	sample = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
	solved = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
)

func TestCount(t *testing.T) {
	without := func(digits string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(digits, r) {
				return '.'
			}
			return r
		}, solved)
	}
	tests := []struct {
		name, puzzle string
		limit, want  int
	}{
		{"a solved board", solved, 2, 1},
		{"the sample", sample, 2, 1},
		{"no solution", "12345678.........9" + strings.Repeat(".", 63), 2, 0},
		{"two digits taken away", without("12"), 100, 4},
		{"three digits taken away", without("123"), 100, 60},
		{"enough is enough", without("123"), 7, 7},
		{"an empty board", strings.Repeat(".", 81), 1000, 1000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var g grid
			for cell, c := range []byte(test.puzzle) {
				if c == '.' {
					g.empty = append(g.empty, cell)
				} else {
					g.toggle(cell, 1<<(c-'0'))
				}
			}
			if got := g.count(test.limit); got != test.want {
				t.Errorf("%d solutions, want %d", got, test.want)
			}
		})
	}
}

// What is valid is so in one way only: its words, a line each, the last one "end".
func FuzzValidate(f *testing.F) {
	f.Add(sample + "\n" + solved + "\nend\n")
	f.Add(sample + "\r\nend\r\n")
	f.Add(sample + "\nend")
	f.Add("end\n")
	f.Add(solved[1:] + "\nend\n")
	f.Fuzz(func(t *testing.T, in string) {
		if validate(strings.NewReader(in), io.Discard) != nil {
			return
		}
		words := strings.Fields(in)
		if len(words) < 2 || words[len(words)-1] != "end" || strings.Join(words, "\n")+"\n" != in {
			t.Errorf("%q is valid", in)
		}
		for _, word := range words[:len(words)-1] {
			if len(word) != 81 || strings.Trim(word, "123456789.") != "" {
				t.Errorf("%q is valid", word)
			}
		}
	})
}
