package report

import (
	"fmt"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
)

// mostJudged is how many submissions of a machine are named without -v.
const mostJudged = 20

// machines writes which submissions other machines have judged.
func (t *text) machines(r grade.Results) {
	var machines []string // in the order of their first submissions
	judged := make(map[string][]string)
	for _, s := range r.Submissions {
		if s.Machine != "" && judged[s.Machine] == nil {
			machines = append(machines, s.Machine)
		}
		judged[s.Machine] = append(judged[s.Machine], s.Problem+"/"+s.Name)
	}
	for _, machine := range machines {
		names := judged[machine]
		what := strings.Join(names, ", ")
		if len(names) == len(r.Submissions) {
			what = "everything"
		} else if len(names) > mostJudged && !t.verbose {
			what = legible.Few(names, mostJudged)
		}
		t.out.Paragraph(2, legible.Line(fmt.Sprintf("%s judged %s", machine, what)))
	}
}
