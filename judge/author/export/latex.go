package export

import (
	"fmt"
	"regexp"
	"strings"
)

// latexOf makes LaTeX of a statement in plain Markdown: paragraphs, headings, lists, code, emphasis, links, images and
// formulas. Lines of other forms, such as tables, are kept verbatim, so that nothing is lost; left is their number.
func latexOf(title, markdown string) (latex string, left int) {
	var b strings.Builder
	title = strings.Join(strings.Fields(title), " ") // behind a % it is one line
	name := inline(title)
	fmt.Fprintf(&b, "\\problemname{%s}\n", name)
	if name != title {
		fmt.Fprintf(&b, "%%%% plainproblemname: %s\n", title)
	}
	b.WriteString("\n")
	list := "" // the environment that is open
	closeList := func() {
		if list != "" {
			fmt.Fprintf(&b, "\\end{%s}\n", list)
			list = ""
		}
	}
	verbatim := func(lines []string) {
		// which does not end it
		text := strings.ReplaceAll(strings.Join(lines, "\n"), `\end{verbatim}`, `\end {verbatim}`)
		fmt.Fprintf(&b, "\\begin{verbatim}\n%s\n\\end{verbatim}\n", text)
	}
	lines := strings.Split(strings.TrimRight(markdown, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "```"):
			closeList()
			from := i + 1
			for i++; i < len(lines) && !strings.HasPrefix(lines[i], "```"); i++ {
			}
			verbatim(lines[from:min(i, len(lines))])
		case strings.HasPrefix(line, "|") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "<"):
			closeList()
			from := i
			for i+1 < len(lines) && lines[i+1] != "" {
				i++
			}
			verbatim(lines[from : i+1])
			left += i + 1 - from
		case heading.MatchString(line):
			closeList()
			m := heading.FindStringSubmatch(line)
			fmt.Fprintf(&b, "\\%ssection*{%s}\n", strings.Repeat("sub", min(max(len(m[1])-2, 0), 2)), inline(m[2]))
		case item.MatchString(line):
			m := item.FindStringSubmatch(line)
			kind := "itemize"
			if m[1] >= "0" && m[1] <= "9~" {
				kind = "enumerate"
			}
			if list != kind {
				closeList()
				list = kind
				fmt.Fprintf(&b, "\\begin{%s}\n", list)
			}
			fmt.Fprintf(&b, "\\item %s\n", inline(m[2]))
		case line == "" && (i+1 >= len(lines) || !item.MatchString(lines[i+1])):
			closeList()
			b.WriteString("\n")
		default:
			b.WriteString(inline(strings.TrimSpace(line)) + "\n")
		}
	}
	closeList()
	return b.String(), left
}

var (
	heading = regexp.MustCompile(`^(#{1,6}) +(.*?)[ #]*$`)
	item    = regexp.MustCompile(`^ {0,3}([-*+]|[0-9]+[.)]) +(.*)$`)
	// span matches formulas, code, images, links, strong and other emphasis within a line.
	span = regexp.MustCompile("\\$\\$[^$]+\\$\\$|\\$[^$]+\\$|`[^`]+`|!?\\[[^\\]]*\\]\\([^)]*\\)|" +
		"\\*\\*[^*]+\\*\\*|\\*[^* ][^*]*\\*|\\b_[^_]+_\\b")
	link = regexp.MustCompile(`^!?\[([^\]]*)\]\(([^)]*)\)$`)
)

// target escapes the characters of an address that LaTeX would take for its end or for a command.
var target = strings.NewReplacer(`\`, "%5C", "{", "%7B", "}", "%7D")

// inline is the text of a line as LaTeX.
func inline(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range span.FindAllStringIndex(text, -1) {
		b.WriteString(escape.Replace(text[at:m[0]]))
		at = m[1]
		s := text[m[0]:m[1]]
		switch {
		case s[0] == '$':
			b.WriteString(s)
		case s[0] == '`':
			b.WriteString("\\texttt{" + escape.Replace(s[1:len(s)-1]) + "}")
		case s[0] == '!':
			b.WriteString("\\includegraphics{" + target.Replace(link.FindStringSubmatch(s)[2]) + "}")
		case s[0] == '[':
			l := link.FindStringSubmatch(s)
			b.WriteString("\\href{" + strings.NewReplacer("%", "\\%", "#", "\\#").Replace(target.Replace(l[2])) + "}{" +
				escape.Replace(l[1]) + "}")
		case strings.HasPrefix(s, "**"):
			b.WriteString("\\textbf{" + escape.Replace(s[2:len(s)-2]) + "}")
		default:
			b.WriteString("\\emph{" + escape.Replace(s[1:len(s)-1]) + "}")
		}
	}
	b.WriteString(escape.Replace(text[at:]))
	return b.String()
}

// escape escapes the special characters of LaTeX, and characters that its usual fonts lack.
var escape = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `%`, `\%`, `#`, `\#`, `&`, `\&`, `_`, `\_`, `$`, `\$`, `^`, `\^{}`,
	`~`, `\~{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	"×", `$\times$`, "·", `$\cdot$`, "≤", `$\le$`, "≥", `$\ge$`, "≠", `$\ne$`, "−", `$-$`, "→", `$\to$`, "∞",
	`$\infty$`, "…", `\ldots{}`,
	"₀", "$_0$", "₁", "$_1$", "₂", "$_2$", "₃", "$_3$", "₄", "$_4$", "₅", "$_5$", "₆", "$_6$", "₇", "$_7$", "₈", "$_8$",
	"₉", "$_9$",
	"⁰", "$^0$", "¹", "$^1$", "²", "$^2$", "³", "$^3$", "⁴", "$^4$", "⁵", "$^5$", "⁶", "$^6$", "⁷", "$^7$", "⁸", "$^8$",
	"⁹", "$^9$",
)
