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

// excerptLines is how many lines an Excerpt shows.
const excerptLines = 12

// Excerpt writes the first lines of a file below its title, for a terminal of 80 columns. Head is the beginning of the
// file, size the bytes of the whole file.
func Excerpt(w io.Writer, title string, head []byte, size int64) error {
	var out strings.Builder
	fmt.Fprintf(&out, "    %s\n", title)
	shown := 0 // bytes
	for line := range bytes.Lines(head) {
		if strings.Count(out.String(), "\n") > excerptLines {
			break
		}
		shown += len(line)
		shownLine := legible.Line(strings.TrimSuffix(string(line), "\n"))
		fmt.Fprintf(&out, "      %s\n", terminal.Cut(shownLine, terminal.Columns-6))
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
