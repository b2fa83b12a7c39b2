package outcome

import (
	"errors"
	"fmt"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Submissions that could not be judged are reported with the right advice: only missing software can be installed.
func TestStatus(t *testing.T) {
	accepted := grade.Submission{Verdict: problem.AC, Expected: true}
	missing := func(what string) grade.Submission { return grade.Submission{Expected: true, Missing: what} }
	unjudged := func(why string) grade.Submission {
		return grade.Submission{Expected: true, Unjudged: true, Message: why}
	}
	unstated := missing("rustc")
	unstated.Unstated = true
	const link = "not judged: p/a.c: a symbolic link to nothing; remove it or fix its target"
	many := []grade.Submission{accepted}
	for i := range mostReasons + 2 {
		many = append(many, unjudged(fmt.Sprintf("not judged: %d", i)))
	}
	for _, test := range []struct {
		name        string
		submissions []grade.Submission
		allowSkips  bool
		want        string
	}{
		{"empty", nil, false, "none of the selected submissions could be judged"},
		{"nothing", []grade.Submission{accepted}, false, ""},
		{"missing", []grade.Submission{accepted, missing("rustc"), missing("rustc")}, false,
			"2 of 3 submissions could not be judged: no rustc; install what is missing, or allow it with " +
				"--allow-skips"},
		{"no worker", []grade.Submission{accepted, missing("worker with rust")}, false,
			"1 of 2 submissions could not be judged: no worker with rust; see cluster workers, wait longer with " +
				"--wait, or allow it with --allow-skips"},
		{"no expected verdict", []grade.Submission{accepted, unstated}, false, ""},
		{"broken", []grade.Submission{accepted, unjudged(link)}, false,
			"1 of 2 submissions could not be judged: p/a.c: a symbolic link to nothing; remove it or fix its " +
				"target; --allow-skips allows that"},
		{"not yet", []grade.Submission{accepted, unjudged("not judged yet: on_reject grade")}, false,
			"1 of 2 submissions could not be judged: not judged yet: on_reject grade; --allow-skips allows that"},
		{"both", []grade.Submission{unjudged(link), missing("rustc")}, false,
			"2 of 2 submissions could not be judged; install what is missing, or allow it with --allow-skips:\n  " +
				"p/a.c: a symbolic link to nothing; remove it or fix its target\n  no rustc"},
		{"many", many, false, "7 of 8 submissions could not be judged; --allow-skips allows that:\n  0\n  1\n  2\n  " +
			"3\n  4\n  … and 2 more"},
		{"allowed", []grade.Submission{accepted, unjudged(link)}, true, ""},
		{"all allowed", []grade.Submission{missing("rustc"), missing("kotlinc")}, true,
			"none of the selected submissions could be judged:\n  no rustc\n  no kotlinc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := Status(grade.Results{Submissions: test.submissions}, test.allowSkips)
			got := ""
			var ended exit.Error
			if errors.As(err, &ended) && ended.Status == exit.Unexpected {
				got = ended.Err.Error()
			} else if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestFirstFailed: an unexpected failure comes first, whatever failed before it.
func TestFirstFailed(t *testing.T) {
	results := grade.Results{Submissions: []grade.Submission{
		{Tests: []grade.Test{{Verdict: problem.WA, Expected: true}}},
		{Tests: []grade.Test{{Verdict: problem.AC, Expected: true}, {Verdict: problem.WA}}},
	}}
	if submission, test := firstFailed(results); submission != 1 || test != 1 {
		t.Errorf("got %d, %d", submission, test)
	}
}
