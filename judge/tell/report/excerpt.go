package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

const excerptLines = 12

// Excerpt writes the first lines of a file below its title, each cut to the given number of columns. The parameter head
// is the beginning of the file, size the length of the whole file in bytes.
func Excerpt(w io.Writer, title string, head []byte, size int64, columns int) error {
	var out strings.Builder
	out.WriteString(terminal.Wrap("    "+title, columns, 6))
	lines, shown := 0, 0 // shown counts bytes
	for line := range bytes.Lines(head) {
		if lines == excerptLines {
			break
		}
		lines++
		shown += len(line)
		shownLine := legible.Line(strings.TrimSuffix(string(line), "\n"))
		fmt.Fprintf(&out, "      %s\n", terminal.Cut(shownLine, columns-6))
	}
	switch {
	case size == 0:
		out.WriteString("      (nothing)\n")
	case int64(shown) < size:
		fmt.Fprintf(&out, "      … %s more\n", figures.Plural(int(size)-shown, "byte"))
	}
	_, err := io.WriteString(w, out.String())
	return err
}
