package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Columns is the width that rows and sentences keep to: the usual initial width of a terminal window.
const Columns = 80

// Paragraph writes text in lines of at most 80 columns, broken at blanks, and indents all lines but the first. A word
// that is longer than a line has a line of its own. Escape sequences for colours are not counted.
func Paragraph(w io.Writer, indent int, text string) error {
	var out strings.Builder
	width := 0
	for i, word := range strings.Split(text, " ") {
		n := Width(word)
		switch {
		case i == 0:
		case width+1+n > Columns:
			out.WriteString("\n" + strings.Repeat(" ", indent))
			width = indent
		default:
			out.WriteByte(' ')
			width++
		}
		out.WriteString(word)
		width += n
	}
	_, err := fmt.Fprintln(w, out.String())
	return err
}

// Width is the number of characters that a terminal shows: all but those from an escape to the m that ends it.
func Width(s string) int {
	n, escaped := 0, false
	for _, r := range s {
		switch {
		case r == '\x1b':
			escaped = true
		case escaped:
			escaped = r != 'm'
		default:
			n++
		}
	}
	return n
}

// Shorten cuts a path such as secret/first-row-empty/01 to at most so many characters. It first leaves out "secret/",
// and then what stands before the last name: first-r…/01.
func Shorten(path string, room int) string {
	if utf8.RuneCountInString(path) <= room {
		return path
	}
	path = strings.TrimPrefix(path, "secret/")
	letters := []rune(path)
	if len(letters) <= room {
		return path
	}
	end := []rune(path[max(0, strings.LastIndexByte(path, '/')):])
	if kept := room - 1 - len(end); kept > 0 {
		return string(letters[:kept]) + "…" + string(end)
	}
	return string(letters[:max(0, room-1)]) + "…"
}

// Cut cuts a line to at most so many characters.
func Cut(line string, room int) string {
	letters := []rune(line)
	if len(letters) <= room {
		return line
	}
	return strings.TrimRight(string(letters[:room-1]), " ") + "…"
}
