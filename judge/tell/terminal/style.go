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

	"dlxjudge/judge/base/legible"
)

// Columns is the least width that text is set for, and the width where nothing says another: the usual initial width of
// a terminal window. A narrower terminal wraps the lines itself.
const Columns = 80

// Style is how text is set. The zero value is 80 columns without colours.
type Style struct {
	Width int // columns; at least 80
	Color bool
}

// StyleOf is the style of an output. Its width is that of the terminal. If it is none, COLUMNS says how wide it is, or
// it is 80. A width below 80 counts as 80.
func StyleOf(w io.Writer) Style {
	width, _ := widthOf(w)
	return Style{Width: width, Color: Moves(w)}
}

// widthOf is the width to set text for, and whether a terminal or COLUMNS says it.
func widthOf(w io.Writer) (width int, known bool) {
	width, _ = Size(w)
	if Is(w) {
		return max(width, Columns), true
	}
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	return max(width, Columns), err == nil
}

// Sheet is an output whose text is set in a style. It is buffered.
type Sheet struct {
	*bufio.Writer
	Paint
	Width int // columns
}

// NewSheet is a sheet of an output.
func NewSheet(w io.Writer, style Style) *Sheet {
	return &Sheet{bufio.NewWriter(w), Paint{On: style.Color}, max(style.Width, Columns)}
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
		if !known || Width(line) <= width {
			out.WriteString(line + "\n")
			continue
		}
		indent, command := indentOf(line)+2, ""
		if found := advice.FindStringIndex(line); found != nil { // the command stays in one line, to be copied
			command = strings.Repeat(" ", indent) + line[found[0]+2:] + "\n"
			line = line[:found[0]+1]
		}
		out.WriteString(Wrap(line, width, indent) + command)
	}
	_, err := io.WriteString(w, out.String())
	return err
}
