package terminal

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text at blanks into lines of at most the given number of columns, and indents all but the first. A word
// that is longer than a line gets its own. Escape sequences for colours have no width.
func Wrap(text string, columns, indent int) string {
	var out strings.Builder
	width, begun := 0, false // whether the line has a word
	for i, word := range strings.Split(text, " ") {
		n := Width(word)
		switch {
		case i == 0:
		case begun && width+1+n > columns:
			out.WriteString("\n" + strings.Repeat(" ", indent))
			width = indent
		default:
			out.WriteByte(' ')
			width++
		}
		out.WriteString(word)
		width += n
		begun = begun || word != ""
	}
	out.WriteByte('\n')
	return out.String()
}

// Width returns the number of characters that a terminal shows: all but those from an escape to the m that ends it.
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

// Shorten cuts a path such as secret/first-row-empty/01 to the given number of characters. It removes "secret/" first,
// then the end of the folder's name: first-r…/01. A name without a folder loses its middle.
func Shorten(path string, room int) string {
	if utf8.RuneCountInString(path) <= room {
		return path
	}
	path = strings.TrimPrefix(path, "secret/")
	letters := []rune(path)
	if len(letters) <= room {
		return path
	}
	if room < 3 {
		return string(letters[:max(0, room-1)]) + "…"
	}
	end := 0
	if slash := strings.LastIndexByte(path, '/'); slash >= 0 {
		end = utf8.RuneCountInString(path[slash:])
	}
	if end == 0 || end > room-2 {
		end = (room - 1) / 2
	}
	return string(letters[:room-1-end]) + "…" + string(letters[len(letters)-end:])
}

// Cut cuts a line to the given number of characters.
func Cut(line string, room int) string {
	letters := []rune(line)
	if len(letters) <= room {
		return line
	}
	return strings.TrimRight(string(letters[:room-1]), " ") + "…"
}
