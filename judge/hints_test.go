package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
)

// TestTimeHint: after a TLE under the default time limit, a hint says how to set another one.
func TestTimeHint(t *testing.T) {
	for _, c := range []struct {
		message string
		limit   time.Duration
		hinted  bool
	}{
		{"stopped after 10 s, limit 10 s", 0, true},
		{"wall-clock limit: stopped after 20s", 0, true},
		{"stopped after 2 s, limit 2 s", 2 * time.Second, false},
		{"both wait for input: flush your output?", 0, false},
	} {
		slow := grade.Submission{Tests: []grade.Test{{Verdict: problem.AC}, {Verdict: problem.TLE, Message: c.message}}}
		var stderr bytes.Buffer
		folder := &outcome.Folder{Folder: &loose.Folder{Known: problem.Limits{Time: c.limit}},
			Judged: make([]problem.Test, 2), Outputs: &loose.Outputs{}}
		newApp(&bytes.Buffer{}, &stderr).hints(folderFlags{}, folder, slow)
		if strings.Contains(stderr.String(), "10s, the default; set another with --time-limit") != c.hinted {
			t.Errorf("%s: %q", c.message, stderr.String())
		}
	}
}
