package score

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Root is the name of the group of all tests in the legacy formats.
const Root = "."

// Grader holds the settings of a group from testdata.yaml in a legacy format, including inherited settings.
type Grader struct {
	Name          string // "sample", "secret", "secret/1"; "." for all tests
	Break         bool   // on_reject: break
	Accept        Number // accept_score
	Reject        Number // reject_score
	Low, High     Number // range
	Verdicts      Verdicts
	Scores        Scores
	AnyAccepted   bool // accept_if_any_accepted
	IgnoreSample  bool // ignore_sample
	CustomScoring bool // validation: custom score

	Custom bool     // grading: custom
	Args   []string // grader_flags, for a custom grader
}

// Verdicts says how a grader combines verdicts.
type Verdicts string

// Scores says how a grader combines scores.
type Scores string

// The modes of the default grader.
const (
	WorstError   Verdicts = "worst_error"
	FirstError   Verdicts = "first_error"
	AlwaysAccept Verdicts = "always_accept"

	SumOf     Scores = "sum"
	AverageOf Scores = "avg"
	MinOf     Scores = "min"
	MaxOf     Scores = "max"
)

// NoErrors is the name of WorstError in packages from before 2020.
const NoErrors = "no_errors"

// DefaultGrader returns the grader of a group without settings.
func DefaultGrader(name string) Grader {
	return Grader{Name: name, Break: true, Accept: Int(1), Low: Infinity(-1), High: Infinity(1), Verdicts: WorstError,
		Scores: SumOf}
}

// Flags sets the default grader's modes from the words of grader_flags. If words contradict each other, the last one
// counts. An unknown word is an error.
func (g *Grader) Flags(words []string) error {
	g.Verdicts, g.Scores, g.AnyAccepted, g.IgnoreSample = WorstError, SumOf, false, false
	for _, word := range words {
		switch word {
		case "worst_error", "first_error", "always_accept":
			g.Verdicts = Verdicts(word)
		case NoErrors:
			g.Verdicts = WorstError
		case "sum", "avg", "min", "max":
			g.Scores = Scores(word)
		case "accept_if_any_accepted":
			g.AnyAccepted = true
		case "ignore_sample":
			g.IgnoreSample = true
		default:
			return fmt.Errorf("the default grader has no flag %q; it has worst_error, first_error, always_accept, "+
				"sum, avg, min, max, ignore_sample and accept_if_any_accepted", word)
		}
	}
	return nil
}

// Legacy is the scoring of the format legacy, by its default grader or a problem's own grader.
type Legacy struct {
	root     *folder
	folders  map[string]*folder
	minimize bool
	custom   CustomGrader // nil if there is none to ask
	tests    []string
}

// folder is a group.
type folder struct {
	Grader
	items int // the number of tests and groups directly in it
}

// NewLegacy returns the scoring of a problem with these tests, which must be in order of their names. grader(name)
// returns the settings of the root or of a folder around a test. If minimize is set, low scores are better (objective:
// min).
func NewLegacy(grader func(name string) Grader, minimize bool, tests []string) *Legacy {
	o := &Legacy{folders: make(map[string]*folder), minimize: minimize, tests: tests}
	o.root = &folder{Grader: grader(Root)}
	o.folders[Root] = o.root
	for _, test := range tests {
		above := o.root
		for _, name := range foldersOf(test) {
			inner := o.folders[name]
			if inner == nil {
				inner = &folder{Grader: grader(name)}
				o.folders[name] = inner
				above.items++
			}
			above = inner
		}
		above.items++
	}
	return o
}

// foldersOf returns the folders around a test, from the outermost: "secret", "secret/1".
func foldersOf(test string) []string {
	var names []string
	for i, c := range test {
		if c == '/' {
			names = append(names, test[:i])
		}
	}
	return names
}

// Rule returns the rule for the score of a test.
func (o *Legacy) Rule(test string) Rule {
	f := o.folders[path.Dir(test)]
	if f == nil || f == o.root {
		return Rule{Kind: Ignored}
	}
	return Rule{Kind: Graded, Accept: f.Accept, Reject: f.Reject, Custom: f.CustomScoring}
}

// bounds returns the lowest and the highest possible score of a submission. With ignore_sample, the score is the score
// of secret, so the range of secret applies, too.
func (o *Legacy) bounds() (low, high Number) {
	low, high = o.root.Low, o.root.High
	if secret := o.folders[Secret]; o.root.IgnoreSample && secret != nil {
		low = slices.MaxFunc([]Number{low, secret.Low}, Number.Cmp)
		high = slices.MinFunc([]Number{high, secret.High}, Number.Cmp)
	}
	return low, high
}

// CountsSamples reports whether the score depends on samples.
func (o *Legacy) CountsSamples() bool { return !o.root.IgnoreSample }

// Partial returns the reason why a score is not partial. The only possible reason is that the score is the best of the
// range. For any other score, Partial returns "".
func (o *Legacy) Partial(n Number) string {
	low, high := o.bounds()
	best := high
	if o.minimize {
		best = low
	}
	if n.Equal(best) {
		return fmt.Sprintf("the score is %s, the best of the range", n)
	}
	return ""
}

// Scored returns the names of the root and all groups.
func (o *Legacy) Scored() []string {
	names := []string{Root}
	for name := range o.folders {
		if name != Root {
			names = append(names, name)
		}
	}
	slices.SortFunc(names[1:], compareNames)
	return names
}

// compareNames orders groups and tests by the parts of their names.
func compareNames(a, b string) int {
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}
