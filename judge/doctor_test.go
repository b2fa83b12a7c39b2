package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/execute/sandbox/health"
)

// TestWarnOf: only what does not work gets a line before a measurement.
func TestWarnOf(t *testing.T) {
	var out strings.Builder
	warnOf(&out, []health.Diagnosis{
		{Name: "cores", Works: true, Detail: "2", Means: "one stays free"},
		{Name: "load", Detail: "2.50", Means: "times vary", Improve: "wait"},
		{Name: "steal", Detail: "7%", Means: "times vary"},
	})
	want := "judge: warning: load: 2.50: times vary; better: wait\njudge: warning: steal: 7%: times vary\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
