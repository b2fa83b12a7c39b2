package legible

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// plainWord matches an argument that needs no quotes in a shell.
var plainWord = regexp.MustCompile(`^[a-zA-Z0-9/:_.,@%+=-]+$`)

// Word quotes an argument for a shell if the argument has blanks or special characters. It escapes control characters.
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

// Words returns all arguments as Word quotes them, with a blank before each one.
func Words(args ...string) string {
	var b strings.Builder
	for _, arg := range args {
		b.WriteString(" " + Word(arg))
	}
	return b.String()
}

// IsName reports whether the package format allows a name for a file or folder ("General requirements"): letters,
// digits and _ . - only, and no . or - first. The format allows at most 255 bytes. A regular expression with such a
// count would take as much memory as that many expressions, at each start of the judge.
func IsName(name string, most int) bool { return len(name) <= most && nameForm.MatchString(name) }

var nameForm = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]*$`)

// IsPlainName is like IsName, but allows no periods.
func IsPlainName(name string, most int) bool {
	return IsName(name, most) && !strings.Contains(name, ".")
}

// Few joins names[:most] with commas and counts the rest: "a, b and 3 more".
func Few(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
