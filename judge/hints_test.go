package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/problem"
)

// TestTimeHint: after a TLE under the default time limit, a hint says how to set another one.
func TestTimeHint(t *testing.T) {
	slow := grade.Submission{Tests: []grade.Test{{Verdict: problem.AC}, {Verdict: problem.TLE}}}
	for limit, hinted := range map[time.Duration]bool{0: true, 2 * time.Second: false} {
		var stderr bytes.Buffer
		folder := &loose.Folder{Problem: &problem.Problem{Tests: make([]problem.Test, 2)},
			Known: problem.Limits{Time: limit}}
		newApp(&bytes.Buffer{}, &stderr).hints(testFlags{}, folder, slow, &loose.Outputs{})
		if strings.Contains(stderr.String(), "10s, the default; set another with --time-limit") != hinted {
			t.Errorf("limit %v: %q", limit, stderr.String())
		}
	}
}
