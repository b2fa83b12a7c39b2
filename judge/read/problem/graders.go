package problem

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// In the legacy formats, graders combine the results of a group as testdata.yaml says.

// graders returns the scoring by graders. A problem in which no test has a score is an error.
func (w *testWalk) graders(tests []string) *score.Scheme {
	scheme := score.NewGraded(func(name string) score.Settings {
		settings, _ := w.configs.group(name) // any error was reported when tests were read
		settings.grader.CustomScoring = w.earlier.scoresAt != ""
		return settings.grader
	}, w.earlier.minimize, tests)
	if !scheme.CountsSamples() && !slices.ContainsFunc(w.Tests, Test.secret) {
		w.fail("%s: no secret tests, and samples are ignored (ignore_sample), so nothing has a score; %s",
			filepath.Join(w.DataDir, "secret"), w.howToMakeTests())
	}
	return scheme
}

// decodeGrader reads the settings of a group that has a grader.
func (c *configs) decodeGrader(doc yaml.Value, settings *config) error {
	p, g, fields := c.problem, &settings.grader, c.argumentFields(settings)
	ofScoring := func(read func(yaml.Value) error) func(yaml.Value) error {
		return func(v yaml.Value) error {
			if p.scored {
				return read(v)
			}
			p.warn(v.Errorf("ignored: scores are for problems of the type scoring"))
			return nil
		}
	}
	var flags yaml.Value
	fields["on_reject"] = func(v yaml.Value) error { return p.decodeOnReject(v, g) }
	fields["grading"] = func(v yaml.Value) error {
		grading, err := yaml.OneOf("default", "custom")(v)
		if g.Custom = grading == "custom"; g.Custom && p.earlier.graderAt == "" {
			p.earlier.graderAt = v.Place()
		}
		return err
	}
	fields["grader_flags"] = func(v yaml.Value) (err error) { flags = v; g.Args, err = legacy.Words(v); return err }
	fields["accept_score"] = ofScoring(yaml.Into(&g.Accept, extendedScore))
	fields["reject_score"] = ofScoring(yaml.Into(&g.Reject, extendedScore))
	fields["range"] = ofScoring(func(v yaml.Value) error { return decodeRange(v, g) })
	if filepath.Base(doc.File()) == groupConfig { // keys of 2025-09 that affect verdicts and scores
		for _, key := range []string{"max_score", "score_aggregation", "require_pass", "static_validation_score",
			"args"} {
			later := func(v yaml.Value) error {
				return v.Errorf("%s is a key of 2025-09, but the package is in a legacy format; write in "+
					"problem.yaml: problem_format_version: 2025-09", key)
			}
			if fields[key] = later; key != "args" && key != "static_validation_score" {
				fields[key] = ofScoring(later)
			}
		}
	}
	if err := p.keys(doc, fields, fields.Names()...); err != nil {
		return err
	}
	return p.settleGrader(g, flags)
}

// decodeOnReject reads the key "on_reject", which says whether tests after a rejected test are judged. Some packages
// have values that no format explains.
func (p *Problem) decodeOnReject(v yaml.Value, g *score.Settings) error {
	word, err := yaml.OneOf("break", "continue", "first_error", "worst_error", "grade")(v)
	g.Break = word == "break"
	if p.scored && word != "break" && word != "continue" {
		p.unjudged("on_reject " + word)
	}
	return err
}

// settleGrader interprets the arguments of a group's grader after all keys were read. If the default grader does not
// know the arguments, the problem is not judged. A problem without scores is not judged if a custom grader or the
// arguments could accept a submission that a test rejects. flags is the value of grader_flags in the group's own
// settings, or the zero value.
func (p *Problem) settleGrader(g *score.Settings, flags yaml.Value) error {
	switch {
	case g.Custom && !p.scored:
		p.unjudged("a custom grader of a problem without scores")
		return nil
	case g.Custom:
		return g.Flags(nil)
	case !p.scored:
		for _, word := range g.Args {
			if slices.Contains([]string{"always_accept", "accept_if_any_accepted", "ignore_sample"}, word) {
				p.unjudged("grader_flags " + word)
			}
		}
		return nil
	}
	if g.Flags(g.Args) != nil {
		p.unjudged("grader_flags " + strings.Join(g.Args, " "))
	}
	if flags != (yaml.Value{}) && slices.Contains(g.Args, score.NoErrors) {
		p.warn(flags.Errorf("%s is an older name of %s, and has the same meaning", score.NoErrors, score.WorstError))
	}
	if g.IgnoreSample && g.Name != score.Root {
		g.IgnoreSample = false
		if flags != (yaml.Value{}) {
			return flags.Fault(flags.Errorf("ignore_sample is for the testdata.yaml of all tests, which is in data; "+
				"move it there"), "")
		}
	}
	return nil
}

// extendedScore reads a score, which can be infinite.
func extendedScore(v yaml.Value) (n score.Number, err error) {
	text, err := v.Scalar()
	if err == nil {
		n, err = parseScore(v, text)
	}
	return n, err
}

func parseScore(v yaml.Value, text string) (score.Number, error) {
	n, err := score.ParseExtended(text)
	if err != nil {
		err = v.Errorf("%q is not a score; write a number, inf or -inf", text)
	}
	return n, err
}

// decodeRange reads a range of scores: the lowest and the highest.
func decodeRange(v yaml.Value, g *score.Settings) error {
	words, err := legacy.Words(v)
	var ends []score.Number
	for _, word := range words {
		end, wrong := parseScore(v, word)
		ends, err = append(ends, end), errors.Join(err, wrong)
	}
	switch {
	case err != nil:
	case len(ends) != 2:
		err = v.Errorf("want the lowest and the highest score, such as: -inf +inf")
	case ends[0].Cmp(ends[1]) > 0:
		err = v.Errorf("the lowest score %s is above the highest %s", ends[0], ends[1])
	default:
		g.Low, g.High = ends[0], ends[1]
	}
	return err
}

// checkerArgs returns the checker's arguments for all tests, followed by those of the test's group. It also returns
// where the group's arguments are written. If the group has none, it returns where the arguments for all tests are
// written.
func (p *Problem) checkerArgs(own []string, ownAt string) (args []string, at string) {
	common := p.earlier.args
	if len(own) == 0 && p.earlier.argsAt != "" {
		ownAt = p.earlier.argsAt
	}
	if len(p.Checkers) == 0 {
		common = without(common, own)
	}
	return slices.Concat(common, own), ownAt
}

// without returns the common arguments that no special argument replaces. Both lists are for the default checker.
func without(common, special []string) (rest []string) {
	tolerance := func(word string) bool { return strings.HasPrefix(word, "float_") }
	for i := 0; i < len(common); i++ {
		switch {
		case tolerance(common[i]) && slices.ContainsFunc(special, tolerance):
			i++ // skip the tolerance's number, too
		case !slices.Contains(special, common[i]):
			rest = append(rest, common[i])
		}
	}
	return rest
}
