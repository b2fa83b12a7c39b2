// Package score computes the exact scores of tests, groups and submissions in scoring problems. It also decides which
// tests the format leaves out because of earlier results. It reads no files and runs nothing.
//
// Groups are scored as in the Problem Package Format 2025-09, or by graders as in the format legacy. They differ in
// which tests are left out, and in what that means for scores:
//
//   - A group in 2025-09 is left out if a group that it requires has failed; its score is then 0. A grader with
//     on_reject: break leaves out the rest of its group, which then counts for nothing.
//
//   - A group in 2025-09 has a score even if tests are rejected, and no verdict. A grader gives a verdict, and a score
//     only if it accepts; the verdict of the root is that of the submission.
//
//   - In 2025-09, a judge error leaves scores unknown. A grader passes it on, unless samples are ignored.
//
//     rule := scheme.Rule("secret/1/02")
//     points, err := rule.Score(accepted, score.Files{score.ScoreFile: "12.5\n"})
//     fold := scheme.Fold()
//     if fold.Next("secret/1/02") == "" { fold.Add(score.Test{…}) }
//     outcome := fold.Outcome() // the scores of all groups, and of the submission
//
// Formats: https://www.kattis.com/problem-package-format/spec/2025-09.html and legacy.html
package score

// Test is the result of one test.
type Test struct {
	Name    string
	Verdict string // "AC", "WA", …; "" if it was not judged
	Score   Number // computed by the test's rule
	From    string // the file that its score came from, ScoreFile or MultiplierFile; "" for none
}

// Accepted is the only verdict of an accepted test. JudgeError means that the judge failed; all other verdicts are
// about the submission.
const (
	Accepted   = "AC"
	JudgeError = "JE"
)

// Outcome is the score of a submission.
type Outcome struct {
	Whole  Group   // the submission's score
	Groups []Group // in order of their names
	// why there is a judge error, such as a score above a group's maximum; "" if there is none
	Failure string
}

// Group is the score of a group of tests.
type Group struct {
	Name    string
	Known   bool   // whether the score is known: everything that it depends on was judged
	LeftOut bool   // whether the format leaves the group out
	Scored  bool   // whether there is a score: it is known and, with graders, the group is accepted
	Score   Number // the score, if Scored
	Max     Number // the maximum score, if Bounded
	Bounded bool   // whether there is a maximum
	Verdict string // the grader's verdict; "" if it is unknown, and always "" in 2025-09
}

// String returns the score and its maximum for people: "42/100", or "42" without a maximum. Instead of the score, it
// has "?" if the score is unknown, and "-" if there is none.
func (g Group) String() string {
	text := g.Score.String()
	switch {
	case !g.Known || g.Verdict == JudgeError:
		text = "?"
	case !g.Scored:
		text = "-"
	}
	if g.Bounded {
		text += "/" + g.Max.String()
	}
	return text
}

// Find returns the group with that name, which may be Whole.
func (o Outcome) Find(name string) (Group, bool) {
	for _, g := range append([]Group{o.Whole}, o.Groups...) {
		if g.Name == name {
			return g, true
		}
	}
	return Group{}, false
}
