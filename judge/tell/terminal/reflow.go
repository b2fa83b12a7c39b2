package terminal

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Pairs are words with what they mean, for a list of two columns.
type Pairs [][2]string

// Set is the list in lines of at most so many columns, each indented by two.
func (p Pairs) Set(columns int) string {
	column := 0
	for _, pair := range p {
		column = max(column, 2+utf8.RuneCountInString(pair[0])+2)
	}
	var out strings.Builder
	for _, pair := range p {
		out.WriteString(entry("  "+pair[0], pair[1], column, columns))
	}
	return out.String()
}

// roomy is the least width of a second column; where there is less, it stands below the first.
const roomy = 24

// entry is a word and what it means, from a column on.
func entry(word, meaning string, column, columns int) string {
	if columns-column < roomy {
		indent := indentOf(word) + 4
		return Wrap(word, columns, indent) + Wrap(strings.Repeat(" ", indent)+meaning, columns, indent)
	}
	pad := max(column-utf8.RuneCountInString(word), 1)
	return Wrap(word+strings.Repeat(" ", pad)+meaning, columns, column)
}

// twoColumns is an indented line with a word and, at least two blanks behind it, what it means; bullet begins an item
// of a list.
var (
	twoColumns = regexp.MustCompile(`^( +\S+(?: \S+)*)( {2,})(\S.*)$`)
	bullet     = regexp.MustCompile(`^ +- `)
)

// Reflow sets a text for so many columns. Lines that are not indented are joined to paragraphs, up to an empty line.
// Indented lines stay lines; a list of two columns keeps its columns, and what is indented like a second column, or
// like the text of an item behind "- ", belongs to the line before.
func Reflow(text string, columns int) string {
	var out strings.Builder
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		indent := indentOf(line)
		// joined takes the following lines that are indented by so much into one
		joined := func(text string, by int) string {
			for i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != "" && indentOf(lines[i+1]) == by {
				i++
				text += " " + strings.TrimSpace(lines[i])
			}
			return text
		}
		parts := twoColumns.FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "":
			out.WriteString("\n")
		case indent == 0:
			out.WriteString(Wrap(joined(line, 0), columns, 0))
		case bullet.MatchString(line):
			out.WriteString(Wrap(joined(line, indent+2), columns, indent+2))
		case parts != nil:
			column := utf8.RuneCountInString(parts[1] + parts[2])
			out.WriteString(entry(parts[1], joined(parts[3], column), column, columns))
		default:
			out.WriteString(Wrap(line, columns, indent+4))
		}
	}
	return out.String()
}
