package legible

import (
	"regexp"

	"github.com/mattn/go-runewidth"
)

// cells counts the columns of a terminal. Characters of unclear width, such as … and ✓, take one, whatever the locale.
var cells = &runewidth.Condition{StrictEmojiNeutral: true}

var colours = regexp.MustCompile("\x1b[^m]*m?")

// Width returns the number of columns that a text takes on a terminal. A Chinese or Japanese character takes two.
// Escape sequences for colours, which end with m, take none.
func Width(text string) int { return cells.StringWidth(colours.ReplaceAllString(text, "")) }

// Head returns the longest beginning of a text that fits into a number of columns.
func Head(text string, columns int) string { return cells.Truncate(text, columns, "") }

// Tail returns the end of a text, in the given number of columns.
func Tail(text string, columns int) string { return cells.TruncateLeft(text, Width(text)-columns, "") }
