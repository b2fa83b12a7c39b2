package legacy

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// GroupFile is the file with a group's settings. Groups in it inherit them, key by key.
const GroupFile = "testdata.yaml"

// laterFile is what the format 2025-09 calls it.
const laterFile = "test_group.yaml"

// Arguments are those for all tests and then a group's own; custom is whether they are for the package's own output
// validators. Their place is that of the group's, if it has any.
func (k *Package) Arguments(custom bool, own []string, ownAt string) (args []string, at string) {
	if len(own) == 0 && k.flagsAt != "" {
		ownAt = k.flagsAt
	}
	common := k.flags
	if !custom {
		common = without(common, own)
	}
	if len(k.flags) > 0 {
		own = slices.Concat(common, own)
	}
	return own, ownAt
}

// without are the default checker's arguments, without those that more special ones give again.
func without(common, special []string) (rest []string) {
	tolerance := func(word string) bool { return strings.HasPrefix(word, "float_") }
	for i := 0; i < len(common); i++ {
		switch {
		case tolerance(common[i]) && slices.ContainsFunc(special, tolerance):
			i++ // its number
		case !slices.Contains(special, common[i]):
			rest = append(rest, common[i])
		}
	}
	return rest
}

// Group reads testdata.yaml: the keys about scores, and fields.
func (k *Package) Group(doc yaml.Value, grader *score.Grader, fields yaml.Fields) error {
	if filepath.Base(doc.File()) == laterFile {
		maps.Copy(fields, k.laterFields())
	}
	var flags yaml.Value
	maps.Copy(fields, k.graderFields(grader, &flags))
	if err := k.Keys(doc, fields, slices.Collect(maps.Keys(fields))...); err != nil {
		return err
	}
	return k.settleGrader(grader, flags)
}

// graderFields are the keys of a testdata.yaml that are about scores, and about what is judged after a rejection.
func (k *Package) graderFields(g *score.Grader, flags *yaml.Value) yaml.Fields {
	ofScoring := func(read func(yaml.Value) error) func(yaml.Value) error {
		return func(v yaml.Value) error {
			if !k.Scoring {
				k.Warn(v.Errorf("ignored: scores are for problems of the type scoring"))
				return nil
			}
			return read(v)
		}
	}
	return yaml.Fields{
		"on_reject":    func(v yaml.Value) error { return k.decodeOnReject(v, g) },
		"grading":      func(v yaml.Value) error { return k.decodeGroupGrading(v, g) },
		"grader_flags": func(v yaml.Value) (err error) { *flags = v; g.Args, err = Words(v); return err },
		"accept_score": ofScoring(yaml.Into(&g.Accept, decodeScore)),
		"reject_score": ofScoring(yaml.Into(&g.Reject, decodeScore)),
		"range":        ofScoring(func(v yaml.Value) error { return decodeRange(v, g) }),
	}
}

// laterFields are the keys of the format 2025-09 that decide what is judged and scored, and that no legacy format has.
func (k *Package) laterFields() yaml.Fields {
	fields := make(yaml.Fields)
	for _, key := range []string{"max_score", "score_aggregation", "require_pass", "static_validation_score", "args"} {
		fields[key] = func(v yaml.Value) error {
			if k.Scoring || key == "args" || key == "static_validation_score" {
				return v.Errorf("%s is of the format 2025-09, and the package is in a legacy one; write in "+
					"problem.yaml: problem_format_version: 2025-09", key)
			}
			k.Warn(v.Errorf("ignored: scores are for problems of the type scoring"))
			return nil
		}
	}
	return fields
}

// decodeOnReject reads whether tests behind one that is rejected are judged. Legacy packages have words that no format
// explains.
func (k *Package) decodeOnReject(v yaml.Value, g *score.Grader) error {
	word, err := yaml.OneOf("break", "continue", "first_error", "worst_error", "grade")(v)
	g.Break = word == "break"
	if k.Scoring && word != "break" && word != "continue" {
		k.Unjudged("on_reject " + word)
	}
	return err
}

// decodeGroupGrading reads which grader a group has.
func (k *Package) decodeGroupGrading(v yaml.Value, g *score.Grader) error {
	grading, err := yaml.OneOf("default", "custom")(v)
	if g.Custom = grading == "custom"; g.Custom && k.GraderAt == "" {
		k.GraderAt = v.Place()
	}
	return err
}

// settleGrader takes the arguments of a group's grader for what they are, when it is known which grader that is.
// Groups with arguments that the default grader does not have are not judged, nor are groups without scores whose
// arguments, or whose own grader, could accept what a test rejects. The value is that of the group's own arguments, if
// it has some.
func (k *Package) settleGrader(g *score.Grader, flags yaml.Value) error {
	switch {
	case g.Custom && !k.Scoring:
		k.Unjudged("a custom grader of a problem without scores")
		return nil
	case g.Custom:
		return g.Flags(nil)
	case !k.Scoring:
		for _, word := range g.Args {
			if slices.Contains([]string{"always_accept", "accept_if_any_accepted", "ignore_sample"}, word) {
				k.Unjudged("grader_flags " + word)
			}
		}
		return nil
	}
	if g.Flags(g.Args) != nil {
		k.Unjudged("grader_flags " + strings.Join(g.Args, " "))
	}
	if flags != (yaml.Value{}) && slices.Contains(g.Args, score.NoErrors) {
		k.Warn(flags.Errorf("%s is an older name of %s: read as that", score.NoErrors, score.WorstError))
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

// decodeScore reads a score, which can be infinite.
func decodeScore(v yaml.Value) (score.Number, error) {
	text, err := v.Scalar()
	if err != nil {
		return score.Number{}, err
	}
	return parseScore(v, text)
}

func parseScore(v yaml.Value, text string) (score.Number, error) {
	n, err := score.ParseExtended(text)
	if err != nil {
		err = v.Errorf("%q is no score; write a number, inf or -inf", text)
	}
	return n, err
}

// decodeRange reads a range of scores: the lowest and the highest.
func decodeRange(v yaml.Value, g *score.Grader) error {
	words, err := Words(v)
	if err != nil {
		return err
	}
	if len(words) != 2 {
		return v.Errorf("want the lowest and the highest score, such as: -inf +inf")
	}
	low, lowErr := parseScore(v, words[0])
	high, highErr := parseScore(v, words[1])
	if err = errors.Join(lowErr, highErr); err == nil && low.Cmp(high) > 0 {
		err = v.Errorf("the lowest score %s is above the highest %s", low, high)
	}
	g.Low, g.High = low, high
	return err
}

// Scheme is the scoring of tests by the graders of their groups.
func (k *Package) Scheme(tests []string, grader func(group string) score.Grader) *score.Legacy {
	return score.NewLegacy(func(group string) score.Grader {
		g := grader(group)
		g.CustomScoring = k.scores != ""
		return g
	}, k.minimize, tests)
}
