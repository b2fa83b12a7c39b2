// Package score computes the scores of scoring problems, exactly: the scores of tests, of groups and of submissions,
// and which tests a format leaves out. It reads no files and runs nothing.
//
// There are two ways to score: that of the Problem Package Format 2025-09 (Standard) and that of the format legacy
// (Legacy).
//
//	rule := scheme.Rule("secret/1/02")
//	points, err := rule.Score(accepted, score.Files{score.ScoreFile: "12.5\n"})
//	fold := scheme.Fold()
//	if fold.Next("secret/1/02") == "" { fold.Add(score.Test{…}) }
//	outcome := fold.Outcome() // the scores of all groups, and of the submission
//
// Formats: https://www.kattis.com/problem-package-format/spec/2025-09.html and legacy.html
package score

// Scheme is the scoring of one problem.
type Scheme interface {
	// Rule returns the rule for the score of a test.
	Rule(test string) Rule
	// Outcome returns the score of a submission. Tests that are missing, or have no verdict, are unknown.
	Outcome(tests []Test) Outcome
	// Fold returns a fold without results.
	Fold() Fold
	// CountsSamples reports whether the score depends on samples.
	CountsSamples() bool
	// Partial says why a score is not partial; "" if it is.
	Partial(Number) string
	// Scored returns the names of all scores: that of the submission, then those of the groups.
	Scored() []string
}

// Test is the result of one test.
type Test struct {
	Name    string
	Verdict string // "AC", "WA", …; "" if it was not judged
	Score   Number // by the test's rule
	From    string // the file that its score came from, ScoreFile or MultiplierFile; "" for none
}

// Accepted is the only accepted verdict. JudgeError is the only one that is not a verdict on the submission.
const (
	Accepted   = "AC"
	JudgeError = "JE"
)

// Outcome is the score of a submission.
type Outcome struct {
	Whole  Group   // the submission's score
	Groups []Group // in order of their names
	// why the score is a judge error, for example because it exceeds a group's maximum; "" if it is not
	Failure string
}

// Group is the score of a group of tests.
type Group struct {
	Name    string
	Known   bool   // whether the score is known: everything that it depends on was judged
	LeftOut bool   // whether the format leaves the group out
	Scored  bool   // whether it has a score: it is known and, for Legacy, accepted
	Score   Number // if it is scored
	Max     Number // the maximum score, if it is bounded
	Bounded bool   // whether there is a maximum
	Verdict string // of a legacy format's grader, if it is known; "" for Standard
}

// String returns the score and its maximum for people: "42/100", or "42" without a maximum, "?" if it is unknown, "-"
// for none.
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

// Find returns the group with a name, or Whole if it has that name.
func (o Outcome) Find(name string) (Group, bool) {
	for _, g := range append([]Group{o.Whole}, o.Groups...) {
		if g.Name == name {
			return g, true
		}
	}
	return Group{}, false
}

// Fold collects the results of a submission's tests, one by one in their order. It decides which tests the format
// leaves out, and the score. While results are unknown, Next may allow tests that will turn out to be left out.
type Fold interface {
	// Next says why the next test is left out, "" if it is not.
	Next(test string) string
	// Add adds the result of the test for which Next has just returned "". The verdict is "" if it is unknown.
	Add(Test)
	// Decided reports whether the other tests in the test's group can no longer change a score.
	Decided(test string) bool
	// Outcome returns the score of the results so far.
	Outcome() Outcome
	// Clone returns an independent copy.
	Clone() Fold
}
