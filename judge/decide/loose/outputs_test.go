package loose

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

// says is a checker that always returns the same verdict.
type says problem.Verdict

func (s says) Check(context.Context, check.Files) (check.Result, error) {
	return check.Result{Verdict: problem.Verdict(s)}, nil
}

// TestOutputs: outputs to be shown are kept, and a test without an answer gets no verdict.
func TestOutputs(t *testing.T) {
	output := filepath.Join(t.TempDir(), "output")
	judgetest.Write(t, output, strings.Repeat("1\n", headBytes))
	for _, c := range []struct {
		says    problem.Verdict
		answer  string
		verdict problem.Verdict
		found   bool
	}{
		{problem.AC, "1.ans", problem.AC, false},
		{problem.WA, "1.ans", problem.WA, true},
		{problem.JE, "1.ans", problem.JE, true},
		{problem.AC, "", problem.NotRun, true},
		{problem.WA, "", problem.NotRun, true},
	} {
		outputs := &Outputs{}
		result, err := outputs.Around(says(c.says)).Check(t.Context(), check.Files{Input: "1.in", Answer: c.answer,
			Output: output})
		judgetest.Check(t, err)
		text, found := outputs.Of("1.in")
		if result.Verdict != c.verdict || found != c.found {
			t.Errorf("%s with the answer %q: verdict %q, found %v", c.says, c.answer, result.Verdict, found)
		}
		if found && (len(text.Head) != headBytes || text.Size != 2*headBytes) {
			t.Errorf("%d of %d bytes", len(text.Head), text.Size)
		}
	}
	outputs := &Outputs{}
	result, err := outputs.Around(says(problem.WA)).Check(t.Context(), check.Files{Input: "1.in", Output: output +
		" gone"})
	if err != nil || result.Verdict != problem.JE {
		t.Errorf("an output that cannot be read: %+v, %v", result, err)
	}
}
