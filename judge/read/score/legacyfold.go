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
type CustomGrader func(group Grader, results []Result) (Result, error)

// By returns the same scoring with this custom grader. If it is nil, the results of groups with "grading: custom" are
// unknown.
func (o *Legacy) By(custom CustomGrader) *Legacy {
	other := *o
	other.custom = custom
	return &other
}

// legacyFold is the fold of the format legacy. It walks through the tree of groups in the order of the tests.
type legacyFold struct {
	scheme  *Legacy
	open    []frame // the groups around the last test, from the root to the innermost
	groups  []Group // the groups that have ended
	failure string
}

// frame is a group whose items, which are tests and groups, are being judged.
type frame struct {
	*folder
	leftOut  bool
	seen     int      // number of items so far, except those that are left out
	results  []Result // results of the items that have a verdict and count for the group
	unsure   bool     // some item's result is unknown
	rejected string   // the first item that was not accepted; "" for none
}

// Fold returns a fold without results.
func (o *Legacy) Fold() Fold { return &legacyFold{scheme: o, open: []frame{{folder: o.root}}} }

// Outcome computes the results of all groups from the results of the tests.
func (o *Legacy) Outcome(tests []Test) Outcome {
	known := make(map[string]Test)
	for _, t := range tests {
		known[t.Name] = t
	}
	f := o.Fold()
	for _, name := range o.tests {
		if f.Next(name) == "" {
			t := known[name]
			t.Name = name
			f.Add(t)
		}
	}
	return f.Outcome()
}

func (w *legacyFold) Clone() Fold {
	clone := *w
	clone.open, clone.groups = slices.Clone(w.open), slices.Clip(w.groups)
	for i := range clone.open {
		clone.open[i].results = slices.Clip(clone.open[i].results)
	}
	return &clone
}

func (w *legacyFold) Next(test string) string {
	folders := foldersOf(test)
	for len(w.open) > 1 && (len(w.open) > len(folders)+1 || w.open[len(w.open)-1].Name != folders[len(w.open)-2]) {
		w.leave()
	}
	for _, name := range folders[len(w.open)-1:] {
		if inner := w.scheme.folders[name]; inner != nil {
			w.open = append(w.open, frame{folder: inner, leftOut: slices.ContainsFunc(w.open, frame.broken)})
		}
	}
	if i := slices.IndexFunc(w.open, frame.broken); i >= 0 {
		return fmt.Sprintf("%s was not accepted, and on_reject: break leaves out the rest of %s", w.open[i].rejected,
			shown(w.open[i].Name))
	}
	return ""
}

func (w *legacyFold) Add(test Test) {
	w.last().add(test.Name, Result{test.Verdict, test.Score}, test.Verdict != "")
}

func (w *legacyFold) last() *frame { return &w.open[len(w.open)-1] }

// broken reports whether the rest of the group is left out.
func (f frame) broken() bool { return f.Break && f.rejected != "" }

// add adds the result of an item. If sure is false, the verdict of r only says whether the item will be accepted. It is
// "" if even that is unknown.
func (f *frame) add(name string, r Result, sure bool) {
	if f.seen++; f.IgnoreSample && name == Sample {
		return
	}
	f.unsure = f.unsure || !sure
	if r.Verdict != "" {
		f.results = append(f.results, r)
	}
	if r.Verdict != "" && r.Verdict != Accepted {
		f.rejected = cmp.Or(f.rejected, name)
	}
}

// worst lists the verdicts other than AC, the worst first. PE, which the format does not name, is last.
var worst = []string{JudgeError, "IF", "RTE", "MLE", "TLE", "OLE", "WA", "PE"}

func badness(r Result) int {
	if i := slices.Index(worst, r.Verdict); i >= 0 {
		return len(worst) - i
	}
	return 0
}

// leave ends the innermost group, which is an item of the group around it.
func (w *legacyFold) leave() {
	f := *w.last()
	w.open = w.open[:len(w.open)-1]
	group := Group{Name: f.Name, Known: f.leftOut, LeftOut: f.leftOut, Max: f.High,
		Bounded: f.High.Finite() && !w.scheme.minimize}
	if !f.leftOut {
		r, sure := w.result(f)
		if sure {
			group.Known, group.Verdict, group.Scored, group.Score = true, r.Verdict, r.Verdict == Accepted, r.Score
		}
		if len(w.open) > 0 {
			w.last().add(f.Name, r, sure)
		}
	}
	w.groups = append(w.groups, group)
}

// result returns the result of a group. If sure is false, the verdict of r has the meaning that the method add
// documents.
func (w *legacyFold) result(f frame) (r Result, sure bool) {
	sure = !f.unsure && (f.broken() || f.seen == f.items)
	verdict := f.verdict(sure)
	switch asked := f.Custom && verdict != JudgeError; {
	case asked && !sure:
		return Result{}, false
	case asked:
		r = w.ask(f)
		return r, r.Verdict != ""
	case verdict == Accepted && sure:
		return w.scored(f), true
	}
	return Result{verdict, f.Reject}, sure
}

// verdict returns the default grader's verdict. If sure is false, the verdict only says whether the group will be
// accepted. It is "" if even that is unknown. A judge error among the results takes precedence.
func (f *frame) verdict(sure bool) string {
	rejections := slices.DeleteFunc(slices.Clone(f.results), func(r Result) bool { return r.Verdict == Accepted })
	accepted := len(rejections) < len(f.results)
	switch {
	case slices.ContainsFunc(rejections, func(r Result) bool { return r.Verdict == JudgeError }):
		return JudgeError
	case f.Verdicts == AlwaysAccept || f.AnyAccepted && accepted || len(rejections) == 0 && sure:
		return Accepted
	case len(rejections) == 0 || f.AnyAccepted && !sure:
		return ""
	case f.Verdicts == FirstError:
		return rejections[0].Verdict
	}
	return slices.MaxFunc(rejections, func(a, b Result) int { return badness(a) - badness(b) }).Verdict
}

// scored returns the default grader's result for an accepted group. Without results the score is 0.
func (w *legacyFold) scored(f frame) Result {
	var scores []Number
	for _, r := range f.results {
		scores = append(scores, r.Score)
	}
	score, err := sum(scores)
	switch {
	case len(scores) == 0:
	case f.Scores == MinOf:
		score = slices.MinFunc(scores, Number.Cmp)
	case f.Scores == MaxOf:
		score = slices.MaxFunc(scores, Number.Cmp)
	case err != nil:
		return w.fail("%s has no score: %v", shown(f.Name), err)
	case f.Scores == AverageOf:
		score = score.over(len(scores))
	}
	return w.within(f, score)
}

// ask returns the custom grader's result for a group that has no judge errors.
func (w *legacyFold) ask(f frame) Result {
	if w.scheme.custom == nil {
		return Result{}
	}
	got, err := w.scheme.custom(f.Grader, f.results)
	switch {
	case err != nil:
		return w.fail("the grader of %s: %v", shown(f.Name), err)
	case got.Verdict == "":
		return Result{}
	case got.Verdict != Accepted:
		return Result{got.Verdict, f.Reject}
	}
	return w.within(f, got.Score)
}

// within returns an accepted result with that score, or a judge error if the score is out of the group's range.
func (w *legacyFold) within(f frame, score Number) Result {
	if score.Cmp(f.Low) < 0 || score.Cmp(f.High) > 0 {
		return w.fail("the score of %s is %s, outside its range from %s to %s", shown(f.Name), score, f.Low, f.High)
	}
	return Result{Accepted, score}
}

// fail records the first failure, and returns a judge error.
func (w *legacyFold) fail(format string, args ...any) Result {
	w.failure = cmp.Or(w.failure, fmt.Sprintf(format, args...))
	return Result{Verdict: JudgeError}
}

// shown returns a group's name as it appears in sentences.
func shown(name string) string {
	if name == Root {
		return "all tests"
	}
	return name
}

// Decided returns false, because in this format every test may change the score.
func (w *legacyFold) Decided(string) bool { return false }

func (w *legacyFold) Outcome() Outcome {
	w = w.Clone().(*legacyFold)
	for len(w.open) > 0 {
		w.leave()
	}
	o := Outcome{Failure: w.failure}
	ended := make(map[string]Group)
	for _, g := range w.groups {
		ended[g.Name] = g
	}
	for _, name := range w.scheme.Scored() {
		g := ended[name]
		g.Name = name
		o.Groups = append(o.Groups, g)
	}
	o.Whole, o.Groups = o.Groups[0], o.Groups[1:]
	_, high := w.scheme.bounds()
	o.Whole.Max, o.Whole.Bounded = high, high.Finite() && !w.scheme.minimize
	return o
}
