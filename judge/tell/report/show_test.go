package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// TestShow: four files side by side.
func TestShow(t *testing.T) {
	numbers := func(n int, format string) string {
		var lines strings.Builder
		for i := range n {
			fmt.Fprintf(&lines, format+"\n", i+1)
		}
		return lines.String()
	}
	long := strings.Repeat("0123456789", 300)
	for _, test := range []struct {
		name                          string
		input, answer, output, stderr string
		options                       ShowOptions
	}{
		{"small", "2\n1 1\n", "2\n", "1\n", "", ShowOptions{Width: 80, Height: 24, Line: 1}},
		{"stderr beside", "2\n", "2\n", "1\n", "debug: 1\n", ShowOptions{Width: 80, Height: 24, Line: 1}},
		{"stderr below", "2\n", "2\n", "1\n", long + "\nsecond\n", ShowOptions{Width: 80, Height: 24, Line: 1}},
		{"no output", "2\n", "2\n", "", "Segmentation fault\n", ShowOptions{Width: 80, Height: 24}},
		{"long lines", long, long, long + "1", "", ShowOptions{Width: 80, Height: 24, Line: 1}},
		{"one long column", "1\n", "2\n", long, "", ShowOptions{Width: 80, Height: 24, Line: 1}},
		{"far below", numbers(2000, "line %d"), numbers(1000, "%d"), numbers(999, "%d") + "1", "",
			ShowOptions{Width: 80, Height: 16, Line: 1000}},
		{"not for terminals", "\x1b[2J\x1b]0;title\a\n", "a\tb\n", "\xff\u202e\n", "\x1b[31m\n", ShowOptions{Width: 80,
			Height: 24, Line: 1}},
		{"narrow", long, long, long, "", ShowOptions{Width: 20, Height: 3}},
		{"color", "2\n", "2\n", "", "", ShowOptions{Width: 80, Height: 24, Line: 1, Color: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			var panes []Pane
			for _, file := range [][2]string{{"input", test.input}, {"answer", test.answer}, {"output", test.output},
				{"stderr", test.stderr}} {
				path := filepath.Join(dir, file[0])
				judgetest.Write(t, path, file[1])
				panes = append(panes, Pane{file[0], path})
			}
			var out strings.Builder
			judgetest.Check(t, Show(&out, panes, test.options))
			text := strings.ReplaceAll(out.String(), dir+"/", "")
			for line := range strings.Lines(text) {
				if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > max(test.options.Width,
					40) && !test.options.Color {
					t.Errorf("%d columns: %s", width, line)
				}
			}
			judgetest.Golden(t, "testdata/show/"+strings.ReplaceAll(test.name, " ", "-")+".txt", text)
		})
	}
}

// A missing file is an error that names it.
func TestShowNoFile(t *testing.T) {
	err := Show(&strings.Builder{}, []Pane{{"input", filepath.Join(t.TempDir(), "none.in")}}, ShowOptions{Width: 80,
		Height: 24})
	if err == nil || !strings.Contains(err.Error(), "none.in") {
		t.Errorf("got %v", err)
	}
}

// TestExcerpt: a file is cut to the terminal, with the size of the rest, and without escape sequences.
func TestExcerpt(t *testing.T) {
	wide := strings.Repeat("x", 100)
	for _, c := range []struct {
		head string
		size int64
		want string
	}{
		{"1 2\n3\n", 6, "      1 2\n      3\n"},
		{"no newline", 10, "      no newline\n"},
		{"", 0, "      (nothing)\n"},
		{"a\x1b[31m\tb\n\n", 9, "      a\\x1b[31m\\tb\n      \n"},
		{wide + "\n", 101, "      " + wide[:73] + "…\n"},
		{strings.Repeat("1\n", 20), 40, strings.Repeat("      1\n", 4) + "      … 32 bytes more\n"},
		{strings.Repeat("1\n", 5), 10, strings.Repeat("      1\n", 5)},
		{"1\n", 1 << 20, "      1\n      … 1048574 bytes more\n"},
	} {
		var out strings.Builder
		used, err := Excerpt(&out, "title", []byte(c.head), c.size, 6, 80)
		judgetest.Check(t, err)
		lines := strings.Count(out.String(), "\n")
		if diff := cmp.Diff("    title\n"+c.want, out.String()); diff != "" || used != lines {
			t.Errorf("%q: %d rows, %s", c.head, used, diff)
		}
	}
}
