package score

import (
	"cmp"
	"fmt"
	"slices"
)

// Result is the verdict and score of a test or a group.
type Result struct {
	Verdict string
	Score   Number
}

// CustomGrader asks a problem's own grader to combine the results of a group. The first argument has the group's
// settings. An error says how the grader failed, which is a judge error. If the grader could not be asked, the result
// is unknown and has no verdict.
type CustomGrader func(group Settings, results []Result) (Result, error)

// By returns the same scoring with this custom grader. If it is nil, the results of groups with "grading: custom" are
// unknown.
func (s *Scheme) By(custom CustomGrader) *Scheme {
	other := *s
	other.custom = custom
	return &other
}

// Fold collects the results of a submission's tests, one by one in their order. It decides which tests the format
// leaves out, and computes the score. While results are unknown, Next may allow tests that will turn out to be left
// out.
type Fold struct {
	scheme  *Scheme
	open    []frame // the groups around the last test, from the root to the innermost
	ended   []frame
	failure string
	// the last test with a score from ScoreFile, and the last one with a score from MultiplierFile
	scored, multiplied string
}

// frame is a group whose items, which are tests and groups, are being judged.
type frame struct {
	*group
	out      string   // why the group is left out; "" if it is not
	failed   string   // the test that made a required group fail; "" for none
	seen     int      // number of items so far, except those that are left out
	results  []Result // results of the items that have a verdict and count for the group
	unsure   bool     // some item's result is unknown
	doubtful bool     // the result of a required group is unknown
	rejected string   // the first item that was not accepted; "" for none
	ended    Group    // once the group has ended
}

// Fold returns a fold without results.
func (s *Scheme) Fold() *Fold { return &Fold{scheme: s, open: []frame{{group: s.groups[Root]}}} }

// Outcome returns the score of a submission. Tests that are missing, or have no verdict, count as unknown.
func (s *Scheme) Outcome(tests []Test) Outcome {
	known := make(map[string]Test)
	for _, t := range tests {
		known[t.Name] = t
	}
	f := s.Fold()
	for _, name := range s.tests {
		if f.Next(name) == "" {
			t := known[name]
			t.Name = name
			f.Add(t)
		}
	}
	return f.Outcome()
}

// Clone returns an independent copy.
func (f *Fold) Clone() *Fold {
	clone := *f
	clone.open, clone.ended = slices.Clone(f.open), slices.Clip(f.ended)
	for i := range clone.open {
		clone.open[i].results = slices.Clip(clone.open[i].results)
	}
	return &clone
}

// Next returns the reason why the next test is left out; "" if the test is not left out.
func (f *Fold) Next(test string) string {
	groups := f.scheme.around(test)
	for len(f.open) > len(groups) || f.last().group != groups[len(f.open)-1] {
		f.leave()
	}
	for _, g := range groups[len(f.open):] {
		f.enter(g)
	}
	return f.out()
}

func (f *Fold) last() *frame { return &f.open[len(f.open)-1] }

// out returns the reason why the rest of the open groups is left out; "" if it is not left out.
func (f *Fold) out() string {
	for _, g := range f.open {
		if g.broken() {
			return fmt.Sprintf("%s was not accepted, and on_reject: break leaves out the rest of %s", g.rejected,
				inWords(g.Name))
		}
		if g.out != "" {
			return g.out
		}
	}
	return ""
}

// enter begins a group. It is left out if a group that it requires has failed.
func (f *Fold) enter(g *group) {
	begun := frame{group: g, out: f.out(), doubtful: f.last().doubtful}
	for _, name := range g.Require {
		i := slices.IndexFunc(f.ended, func(e frame) bool { return e.Name == name })
		switch {
		case begun.out != "" || i < 0: // there may be no samples
		case f.ended[i].missed() != "":
			begun.failed = f.ended[i].missed()
			begun.out = fmt.Sprintf("%s is required, and %s was not accepted", name, begun.failed)
		default:
			begun.doubtful = begun.doubtful || !f.ended[i].complete()
		}
	}
	f.open = append(f.open, begun)
}

// missed returns the test that made a required group fail; "" if the group has not failed.
func (g *frame) missed() string { return cmp.Or(g.rejected, g.failed) }

// broken reports whether the rest of the group is left out.
func (g *frame) broken() bool { return g.Break && g.rejected != "" }

// decided reports whether a failed item of a group without a grader has already set the group's score to 0.
func (g *frame) decided() bool { return g.rejected != "" && g.Mode != Sum }

// complete reports whether the results of all items that count are known.
func (g *frame) complete() bool {
	return !g.unsure && !g.doubtful && (g.broken() || g.seen == g.items)
}

// Add adds the result of the test for which Next has just returned "". An unknown result has the verdict "".
func (f *Fold) Add(test Test) {
	switch {
	case f.scheme.groupOf(test.Name) == nil:
		return
	case !f.scheme.graded && test.Verdict == JudgeError: // it was not judged
		test.Verdict = ""
	case test.Verdict != "" && test.From == ScoreFile:
		f.scored = test.Name
	case test.Verdict != "" && test.From == MultiplierFile:
		f.multiplied = test.Name
	}
	f.last().add(test.Name, Result{test.Verdict, test.Score}, false)
}

// Decided reports whether the other tests in the test's group can no longer change a score. With graders, every test
// may change the score.
func (f *Fold) Decided(test string) bool {
	return !f.scheme.graded && f.last().group == f.scheme.groupOf(test) && f.last().decided()
}

// add adds the result of an item. A result without a verdict is unknown; rejected then says whether the item is certain
// not to be accepted.
func (g *frame) add(name string, r Result, rejected bool) {
	if g.seen++; g.IgnoreSample && name == Sample {
		return
	}
	if r.Verdict == "" {
		g.unsure = true
	} else {
		g.results = append(g.results, r)
		rejected = r.Verdict != Accepted
	}
	if rejected {
		g.rejected = cmp.Or(g.rejected, name)
	}
}

// leave ends the innermost group, which is an item of the group around it.
func (f *Fold) leave() {
	g := *f.last()
	f.open = f.open[:len(f.open)-1]
	r := f.result(&g)
	g.ended = f.scheme.unknown(g.group)
	g.ended.Known, g.ended.LeftOut = r.Verdict != "", g.out != ""
	if g.ended.Scored = r.Verdict == Accepted || r.Verdict != "" && !f.scheme.graded; r.Verdict != "" {
		g.ended.Score = r.Score
	}
	if f.scheme.graded {
		g.ended.Known, g.ended.Verdict = g.ended.Known || g.ended.LeftOut, r.Verdict
	}
	if f.ended = append(f.ended, g); len(f.open) > 0 && !(f.scheme.graded && g.out != "") {
		f.last().add(g.Name, r, f.scheme.graded && g.rejects())
	}
}

// result returns the result of a group that has ended. It has no verdict if it is unknown.
func (f *Fold) result(g *frame) Result {
	graded := f.scheme.graded
	switch verdict := g.verdict(); {
	case !graded && (g.out != "" || g.decided()):
		return Result{Verdict: "WA"}
	case !g.complete():
		return Result{}
	case g.Custom && verdict != JudgeError:
		return f.ask(g)
	case graded && verdict != Accepted:
		return Result{verdict, g.Reject}
	}
	score, err := g.score()
	if err != nil {
		return f.fail("%s has no score: %v", inWords(g.Name), err)
	}
	return f.within(g, score)
}

// worst lists the verdicts other than AC, the worst first. PE, which the format does not name, is last.
var worst = []string{JudgeError, "IF", "RTE", "MLE", "TLE", "OLE", "WA", "PE"}

func badness(r Result) int {
	if i := slices.Index(worst, r.Verdict); i >= 0 {
		return len(worst) - i
	}
	return 0
}

// rejections returns the results that are not accepted.
func (g *frame) rejections() []Result {
	return slices.DeleteFunc(slices.Clone(g.results), func(r Result) bool { return r.Verdict == Accepted })
}

// verdict returns the default grader's verdict. A judge error among the results takes precedence.
func (g *frame) verdict() string {
	rejections := g.rejections()
	switch {
	case slices.ContainsFunc(rejections, func(r Result) bool { return r.Verdict == JudgeError }):
		return JudgeError
	case len(rejections) == 0, g.Verdicts == AlwaysAccept, g.AnyAccepted && len(rejections) < len(g.results):
		return Accepted
	case g.Verdicts == FirstError:
		return rejections[0].Verdict
	}
	return slices.MaxFunc(rejections, func(a, b Result) int { return badness(a) - badness(b) }).Verdict
}

// rejects reports whether the group's grader will reject it, whatever the unknown results are.
func (g *frame) rejects() bool {
	return g.verdict() == JudgeError || g.rejected != "" && !g.AnyAccepted && !g.Custom && g.Verdicts != AlwaysAccept
}

// score returns the score of an accepted group. Without results it is 0.
func (g *frame) score() (Number, error) {
	var scores []Number
	for _, r := range g.results {
		scores = append(scores, r.Score)
	}
	switch {
	case g.Mode == AllOrNothing:
		return g.High, nil
	case len(scores) == 0:
		return Number{}, nil
	case g.Mode == Min:
		return slices.MinFunc(scores, Number.Cmp), nil
	case g.Mode == Max:
		return slices.MaxFunc(scores, Number.Cmp), nil
	}
	total, err := sum(scores)
	if g.Mode == Average && err == nil {
		total = total.over(len(scores))
	}
	return total, err
}

// ask returns the custom grader's result for a group that has no judge errors.
func (f *Fold) ask(g *frame) Result {
	if f.scheme.custom == nil {
		return Result{}
	}
	got, err := f.scheme.custom(g.Settings, g.results)
	switch {
	case err != nil:
		return f.fail("the grader of %s: %v", inWords(g.Name), err)
	case got.Verdict == "":
		return Result{}
	case got.Verdict != Accepted:
		return Result{got.Verdict, g.Reject}
	}
	return f.within(g, got.Score)
}

// within returns an accepted result with that score. A score out of the group's range is a failure.
func (f *Fold) within(g *frame, score Number) Result {
	switch inside := score.Cmp(g.Low) >= 0 && score.Cmp(g.High) <= 0; {
	case !inside && f.scheme.graded:
		return f.fail("the score of %s is %s, outside its range from %s to %s", inWords(g.Name), score, g.Low, g.High)
	case !inside:
		f.fail("the score of %s is %s, above its max_score of %s", g.Name, score, g.High)
	}
	return Result{Accepted, score}
}

// fail records the first failure, and returns a judge error.
func (f *Fold) fail(format string, args ...any) Result {
	f.failure = cmp.Or(f.failure, fmt.Sprintf(format, args...))
	return Result{Verdict: JudgeError}
}

// inWords returns a group's name as it appears in sentences.
func inWords(name string) string {
	if name == Root {
		return "all tests"
	}
	return name
}

// Outcome returns the score of the results so far.
func (f *Fold) Outcome() (o Outcome) {
	f = f.Clone()
	for len(f.open) > 0 {
		f.leave()
	}
	if o.Failure = f.failure; f.scored != "" && f.multiplied != "" {
		o.Failure = fmt.Sprintf("the checker wrote %s for %s and %s for %s; it may write one of them for all tests",
			ScoreFile, f.scored, MultiplierFile, f.multiplied)
	}
	for _, name := range f.scheme.Scored() {
		g := f.scheme.unknown(f.scheme.groups[name])
		if i := slices.IndexFunc(f.ended, func(e frame) bool { return e.Name == name }); i >= 0 {
			g = f.ended[i].ended
		}
		o.Groups = append(o.Groups, g)
	}
	o.Whole, o.Groups = o.Groups[0], slices.Clip(o.Groups[1:])
	if _, high := f.scheme.bounds(); high.Finite() && !f.scheme.minimize {
		o.Whole.Max, o.Whole.Bounded = high, true
	}
	if !f.scheme.graded && o.Failure != "" {
		o.Whole.Known, o.Whole.Scored, o.Whole.Score = false, false, Number{}
	}
	return o
}

// unknown returns a group whose score is unknown.
func (s *Scheme) unknown(g *group) Group {
	if s.minimize || !g.High.Finite() {
		return Group{Name: g.Name}
	}
	return Group{Name: g.Name, Max: g.High, Bounded: true}
}
