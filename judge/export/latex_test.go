package export

import "testing"

func TestLaTeX(t *testing.T) {
	for _, row := range []struct {
		markdown, want string
		left           int
	}{
		{"One\ntwo.\n\nThree.\n", "One\ntwo.\n\nThree.\n", 0},
		{"# A\n## B\n### C #\n", "\\section*{A}\n\\section*{B}\n\\subsection*{C}\n", 0},
		{"100 % of {x_1} & ~y^2 #3 \\n", "100 \\% of \\{x\\_1\\} \\& \\~{}y\\^{}2 \\#3 \\textbackslash{}n\n", 0},
		{"$x_1 \\le 10^9$ and `a_b`", "$x_1 \\le 10^9$ and \\texttt{a\\_b}\n", 0},
		{"**bold**, *thin*, _thin_, snake_case_name", "\\textbf{bold}, \\emph{thin}, \\emph{thin}, snake\\_case\\_name\n", 0},
		{"[here](http://a/b#c) ![](cat.png)", "\\href{http://a/b\\#c}{here} \\includegraphics{cat.png}\n", 0},
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
