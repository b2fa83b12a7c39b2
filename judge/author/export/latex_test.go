package export

import (
	"strings"
	"testing"
)

func TestLaTeX(t *testing.T) {
	for _, row := range []struct {
		markdown, want string
		left           int
	}{
		{"One\ntwo.\n\nThree.\n", "One\ntwo.\n\nThree.\n", 0},
		{"# A\n## B\n### C #\n", "\\section*{A}\n\\section*{B}\n\\subsection*{C}\n", 0},
		{"100 % of {x_1} & ~y^2 #3 \\n", "100 \\% of \\{x\\_1\\} \\& \\~{}y\\^{}2 \\#3 \\textbackslash{}n\n", 0},
		{"$x_1 \\le 10^9$ and `a_b`", "$x_1 \\le 10^9$ and \\texttt{a\\_b}\n", 0},
		{"**bold**, *thin*, _thin_, snake_case_name", "\\textbf{bold}, \\emph{thin}, \\emph{thin}, " +
			"snake\\_case\\_name\n", 0},
		{"[here](http://a/b#c) ![](cat.png)", "\\href{http://a/b\\#c}{here} \\includegraphics{cat.png}\n", 0},
		{"[a](b}c) ![](d{e)", "\\href{b\\%7Dc}{a} \\includegraphics{d%7Be}\n", 0},
		{"```\n\\end{verbatim}\n```", "\\begin{verbatim}\n\\end {verbatim}\n\\end{verbatim}\n", 0},
		{"- a\n- b\n\nc", "\\begin{itemize}\n\\item a\n\\item b\n\\end{itemize}\n\nc\n", 0},
		{"1. a\n\n2. b", "\\begin{enumerate}\n\\item a\n\n\\item b\n\\end{enumerate}\n", 0},
		{"```\na_b\n```\nc", "\\begin{verbatim}\na_b\n\\end{verbatim}\nc\n", 0},
		{"−10⁹ ≤ x₁ × 2", "$-$10$^9$ $\\le$ x$_1$ $\\times$ 2\n", 0},
		{"| a | b |\n| - | - |\n\nc", "\\begin{verbatim}\n| a | b |\n| - | - |\n\\end{verbatim}\n\nc\n", 2},
	} {
		got, left := latexOf("T", row.markdown)
		if want := "\\problemname{T}\n\n" + row.want; got != want || left != row.left {
			t.Errorf("%q: got %q, %d, want %q, %d", row.markdown, got, left, want, row.left)
		}
	}
	if got, _ := latexOf("9×9", ""); got != "\\problemname{9$\\times$9}\n%% plainproblemname: 9×9\n\n\n" {
		t.Errorf("a title: got %q", got)
	}
}

// FuzzLaTeX: every environment that is opened is closed, nothing ends a verbatim one early, and the title is one line.
func FuzzLaTeX(f *testing.F) {
	f.Add("9×9", "# A\n- b\n\n1. c\n```\nd_e\n```\n| f |\n\n$g$ `h` [i](j%k) ![](l.png) **m** *n* _o_\n")
	f.Add("a\nb", "```\n\\end{verbatim}\\input{/etc/passwd}\n```\n")
	f.Add("%{}\\", "```")
	f.Add("}", "0")
	f.Add("a", "[b](c}d{e\\f) ![](g}h) `i}` **{** [j](k")
	f.Fuzz(func(t *testing.T, title, markdown string) {
		latex, left := latexOf(title, markdown)
		if left < 0 || left > 1+strings.Count(markdown, "\n") {
			t.Errorf("%d lines are left of %q", left, markdown)
		}
		head, _, _ := strings.Cut(latex, "\n\n")
		for i, line := range strings.Split(head, "\n") {
			if want := []string{"\\problemname{", "%% plainproblemname: "}; i >= len(want) ||
				!strings.HasPrefix(line, want[i]) {
				t.Errorf("line %d of the head is %q", i+1, line)
			}
		}
		formula := strings.Contains(title+markdown, "$") // it stands as it is
		open, depth := "", 0
		for line := range strings.Lines(latex) {
			line = strings.TrimSuffix(line, "\n")
			if open == "verbatim" {
				if line == "\\end{verbatim}" {
					open = ""
				} else if strings.Contains(line, "\\end{verbatim}") {
					t.Errorf("%q ends the verbatim lines of %q", line, markdown)
				}
				continue
			}
			if !strings.HasPrefix(line, "%") {
				depth += braces(line)
			}
			switch begun, isBegin := strings.CutPrefix(line, "\\begin{"); {
			case isBegin && open != "":
				t.Errorf("%s is opened within %s: %q", line, open, latex)
			case isBegin:
				open = strings.TrimSuffix(begun, "}")
			case strings.HasPrefix(line, "\\end{"):
				if line != "\\end{"+open+"}" {
					t.Errorf("%s closes %q: %q", line, open, latex)
				}
				open = ""
			}
		}
		if open != "" {
			t.Errorf("%s is left open: %q", open, latex)
		}
		if depth != 0 && !formula {
			t.Errorf("the braces of %q are not closed", latex)
		}
	})
}

// braces is how many groups a line of LaTeX opens and does not close.
func braces(line string) int {
	line = strings.NewReplacer(`\\`, "", `\{`, "", `\}`, "").Replace(line)
	return strings.Count(line, "{") - strings.Count(line, "}")
}
