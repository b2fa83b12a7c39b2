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

// Columns is the width at which lines are wrapped by default. They are never wrapped at a smaller width. Terminal
// windows usually open with this width. A narrower terminal wraps the lines itself.
const Columns = 80

// Style says how to lay out text. The zero value means 80 columns without colours.
type Style struct {
	Width int // in columns; less than 80 counts as 80
	Color bool
}

// StyleOf returns the style for an output. The width is the terminal's or, if the output is not a terminal, $COLUMNS.
// Without either, it is 80. Smaller widths count as 80.
func StyleOf(w io.Writer) Style {
	width, _ := widthOf(w)
	return Style{Width: width, Color: colours(w)}
}

// widthOf returns the width for lines, and whether a terminal or $COLUMNS sets it.
func widthOf(w io.Writer) (width int, known bool) {
	width, _ = Size(w)
	if Is(w) {
		return max(width, Columns), true
	}
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	return max(width, Columns), err == nil
}

// Sheet is a buffered output with a style.
type Sheet struct {
	*bufio.Writer
	Paint
	Width int // columns
}

// NewSheet returns a sheet that writes to w.
func NewSheet(w io.Writer, style Style) *Sheet {
	return &Sheet{bufio.NewWriter(w), Paint{On: style.Color}, max(style.Width, Columns)}
}

// Paragraph writes text, broken at blanks into lines of at most the sheet's width. It indents all lines but the first.
func (s *Sheet) Paragraph(indent int, text string) { s.WriteString(Wrap(text, s.Width, indent)) }

// advice matches the beginning of a command that ends a message: ": judge run ".
var advice = regexp.MustCompile(`: (judge|cluster) \S+ `)

// Say writes a program's message: a note, a warning or an error. It keeps each argument that is a string on one line,
// and indents the later lines of an error. So no name can start a line that looks like another message.
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

// Message writes a note, a warning or an error, with lines broken for the terminal. If the width is unknown, the lines
// stay whole, so that logs are easy to search.
func Message(w io.Writer, text string) error {
	width, known := widthOf(w)
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if !known || legible.Width(line) <= width {
			out.WriteString(line + "\n")
			continue
		}
		indent, command := indentOf(line)+2, ""
		if found := advice.FindStringIndex(line); found != nil { // the command stays on one line, for copying
			command = strings.Repeat(" ", indent) + line[found[0]+2:] + "\n"
			line = line[:found[0]+1]
		}
		out.WriteString(Wrap(line, width, indent) + command)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// Paint colours text for a terminal, or leaves it as it is.
type Paint struct{ On bool }

func (p Paint) Red(s string) string    { return p.code("31", s) }
func (p Paint) Green(s string) string  { return p.code("32", s) }
func (p Paint) Yellow(s string) string { return p.code("33", s) }
func (p Paint) Dim(s string) string    { return p.code("2", s) }
func (p Paint) Bold(s string) string   { return p.code("1", s) }
func (p Paint) Plain(s string) string  { return s }

func (p Paint) code(code, s string) string {
	if !p.On {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Wrap breaks text at blanks into lines of at most the given number of columns. It indents all lines but the first. A
// word that is longer than a line gets its own line. Escape sequences for colours have no width.
func Wrap(text string, columns, indent int) string {
	var out strings.Builder
	width, begun := 0, false // begun is whether a word was written
	for i, word := range strings.Split(text, " ") {
		n := legible.Width(word)
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

// Shorten cuts a path such as secret/first-row-empty/01 to the given number of columns. It removes "secret/" first,
// and then the end of the folder's name: first-r…/01. From a name without a folder, it removes the middle.
func Shorten(path string, room int) string {
	if legible.Width(path) <= room {
		return path
	}
	path = strings.TrimPrefix(path, "secret/")
	if legible.Width(path) <= room {
		return path
	}
	if room < 3 {
		return legible.Head(path, max(0, room-1)) + "…"
	}
	end := 0
	if slash := strings.LastIndexByte(path, '/'); slash >= 0 {
		end = legible.Width(path[slash:])
	}
	if end == 0 || end > room-2 {
		end = (room - 1) / 2
	}
	return legible.Head(path, room-1-end) + "…" + legible.Tail(path, end)
}

// Cut cuts a line to the given number of columns.
func Cut(line string, room int) string {
	if legible.Width(line) <= room {
		return line
	}
	return strings.TrimRight(legible.Head(line, room-1), " ") + "…"
}
