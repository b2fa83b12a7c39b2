package legible

import (
	"regexp"
	"strconv"
	"strings"
)

// plainWord is what a shell takes as it is.
var plainWord = regexp.MustCompile(`^[a-zA-Z0-9/:_.,@%+=-]+$`)

// Word is an argument as a shell takes it: in quotes if it has blanks or other characters that mean something there.
// What acts on a terminal is written as its escape.
func Word(arg string) string {
	switch {
	case plainWord.MatchString(arg):
		return arg
	case Line(arg) == arg:
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, c := range []byte(arg) {
		switch {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ' || c >= 0x7f:
			b.WriteString(`\x` + strconv.FormatUint(uint64(c)|0x100, 16)[1:])
		default:
			b.WriteByte(c)
		}
	}
	return "$'" + b.String() + "'"
}

// Words are arguments as a shell takes them, each behind a blank.
func Words(args ...string) string {
	var b strings.Builder
	for _, arg := range args {
		b.WriteString(" " + Word(arg))
	}
	return b.String()
}
