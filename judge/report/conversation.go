package report

import (
	"fmt"
	"strings"

	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
)

// conversation writes the end of what a submission and the judge have said, and, if that was not accepted, how the statement
// shows the sample.
func (t *text) conversation(c grade.Conversation, verdict problem.Verdict) {
	if c.Before > 0 {
		t.indented(8, fmt.Sprintf("… %s before", plural(c.Before, "line")))
	}
	if len(c.Lines) == 0 {
		t.indented(8, "neither has said anything")
	}
	for _, line := range c.Lines {
		t.indented(8, line.String())
	}
	if len(c.Sample) > 0 && verdict != problem.AC {
		t.indented(8, "in the statement:\n"+strings.Join(c.Sample, "\n"))
	}
}
