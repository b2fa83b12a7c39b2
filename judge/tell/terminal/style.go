package terminal

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
)

// Columns is the least width that text is set for, and the width where nothing says another: the usual initial width of
// a terminal window. A narrower terminal wraps the lines itself.
const Columns = 80

// Style is how text is set. The zero value is 80 columns without colours.
type Style struct {
	Width int // columns; 0 for 80
	Color bool
}

// StyleOf is the style of an output. Its width is that of the terminal. If it is none, COLUMNS says how wide it is, or
// it is 80. A width below 80 counts as 80.
func StyleOf(w io.Writer) Style {
	width, known := widthOf(w)
	if !known {
		width = Columns
	}
	return Style{Width: width, Color: Moves(w)}
}

// widthOf is the width of a terminal, or that in COLUMNS.
func widthOf(w io.Writer) (width int, known bool) {
	if Is(w) {
		width, _ = Size(w)
		return max(width, Columns), true
	}
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return max(width, Columns), true
	}
	return 0, false
}

// columns is the width in columns.
func (s Style) columns() int {
	if s.Width == 0 {
		return Columns
	}
	return s.Width
}

// Sheet is an output whose text is set in a style. It is buffered.
type Sheet struct {
	*bufio.Writer
	Paint
	Width int // columns
}

// NewSheet is a sheet of an output.
func NewSheet(w io.Writer, style Style) *Sheet {
	return &Sheet{bufio.NewWriter(w), Paint{On: style.Color}, style.columns()}
}

// Paragraph writes text in lines of the sheet's width, broken at blanks, and indents all lines but the first.
func (s *Sheet) Paragraph(indent int, text string) { s.WriteString(Wrap(text, s.Width, indent)) }

// advice is where the command begins that a message ends with.
var advice = regexp.MustCompile(`: (judge|cluster) \S+ `)

// Say writes a message of a program: a note, a warning or an error. No name in it starts a new line: a string stays on
// one line, and the further lines of an error are indented.
func Say(w io.Writer, program, format string, args ...any) {
	args = slices.Clone(args)
	for i, arg := range args {
		if text, is := arg.(string); is {
			args[i] = legible.Line(text)
		}
	}
	text := legible.Lines(fmt.Sprintf(format, args...))
	Message(w, program+": "+strings.ReplaceAll(text, "\n", "\n  "))
}

// Message writes a note, a warning or an error, whose lines are broken for the terminal. Where nothing says how wide it
// is, they stay whole, for a log and those who search it.
func Message(w io.Writer, text string) error {
	width, known := widthOf(w)
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		indent, before, command := indentOf(line)+2, line, ""
		if found := advice.FindStringIndex(line); found != nil && utf8.RuneCountInString(line) > width {
			before, command = line[:found[0]+1], line[found[0]+2:] // in one line, to be copied
		}
		switch {
		case !known:
			out.WriteString(line + "\n")
		case command == "":
			out.WriteString(Wrap(before, width, indent))
		default:
			out.WriteString(Wrap(before, width, indent) + strings.Repeat(" ", indent) + command + "\n")
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}
