package legible

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// plainWord matches an argument that needs no quotes in a shell.
var plainWord = regexp.MustCompile(`^[a-zA-Z0-9/:_.,@%+=-]+$`)

// Word quotes an argument for a shell if it has blanks or special characters. Control characters are escaped.
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

// Words quotes arguments for a shell and puts a blank before each.
func Words(args ...string) string {
	var b strings.Builder
	for _, arg := range args {
		b.WriteString(" " + Word(arg))
	}
	return b.String()
}

// Few lists the first names, and counts the others.
func Few(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
