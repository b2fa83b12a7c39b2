// Package score computes the exact scores of tests, groups and submissions in scoring problems. It also decides which
// tests the format leaves out because of earlier results. It reads no files and runs nothing.
//
// There are two schemes: Standard for the Problem Package Format 2025-09, and Legacy for the format legacy.
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
	// Outcome returns the score of a submission. Tests that are missing, or have no verdict, count as unknown.
	Outcome(tests []Test) Outcome
	// Fold returns a fold without results.
	Fold() Fold
	// CountsSamples reports whether the score depends on samples.
	CountsSamples() bool
	// Partial returns the reason why a score is not partial; "" if the score is partial.
	Partial(Number) string
	// Scored returns the names of everything that has a score: first the submission, then the groups.
	Scored() []string
}

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
	Scored  bool   // whether there is a score: it is known and, for Legacy, the group is accepted
	Score   Number // the score, if Scored
	Max     Number // the maximum score, if Bounded
	Bounded bool   // whether there is a maximum
	Verdict string // the grader's verdict; "" if it is unknown, and always "" for Standard
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

// Fold collects the results of a submission's tests, one by one in their order. It decides which tests the format
// leaves out, and computes the score. While results are unknown, Next may allow tests that will turn out to be left
// out.
type Fold interface {
	// Next returns the reason why the next test is left out; "" if the test is not left out.
	Next(test string) string
	// Add adds the result of the test for which Next has just returned "". An unknown result has the verdict "".
	Add(Test)
	// Decided reports whether the other tests in the test's group can no longer change a score.
	Decided(test string) bool
	// Outcome returns the score of the results so far.
	Outcome() Outcome
	// Clone returns an independent copy.
	Clone() Fold
}
