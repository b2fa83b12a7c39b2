package legacy

import (
	"errors"
	"slices"
	"strings"

	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// graderFields are the keys of a testdata.yaml that are about scores, and about what is judged after a rejection.
func (k *Package) graderFields(g *score.Grader) yaml.Fields {
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
		"grader_flags": func(v yaml.Value) error { return k.decodeGraderFlags(v, g) },
		"accept_score": ofScoring(yaml.Into(&g.Accept, decodeScore)),
		"reject_score": ofScoring(yaml.Into(&g.Reject, decodeScore)),
		"range":        ofScoring(func(v yaml.Value) error { return decodeRange(v, g) }),
	}
}

// decodeOnReject reads whether tests behind one that is rejected are judged. Legacy packages have words that no format
// explains.
func (k *Package) decodeOnReject(v yaml.Value, g *score.Grader) error {
	word, err := yaml.OneOf("break", "continue", "first_error", "worst_error", "grade")(v)
	g.Break = word == "break"
	if k.Scoring && word != "break" && word != "continue" {
		k.unjudged("on_reject " + word)
	}
	return err
}

// decodeGraderFlags reads the default grader's arguments. Problems with another grader's arguments are not judged, nor
// are problems without scores whose arguments accept what a test rejects.
func (k *Package) decodeGraderFlags(v yaml.Value, g *score.Grader) error {
	words, err := Words(v)
	if err != nil {
		return err
	}
	accepting := []string{"always_accept", "accept_if_any_accepted", "ignore_sample"}
	for _, word := range words {
		if !k.Scoring && slices.Contains(accepting, word) {
			k.unjudged("grader_flags " + word)
		}
	}
	if !k.Scoring {
		return nil
	}
	if g.Flags(words) != nil {
		k.unjudged("grader_flags " + strings.Join(words, " "))
	}
	if g.IgnoreSample && g.Name != score.Root {
		g.IgnoreSample = false
		return v.Fault(v.Errorf("ignore_sample is for the testdata.yaml of all tests, which is in data; move it there"))
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

// Scheme is the scoring of tests by the default grader.
func (g *Groups) Scheme(tests []string) score.Scheme {
	grader := func(name string) score.Grader {
		settings, _ := g.group(name) // an error was reported for a test in it
		grader := settings.grader
		grader.CustomScoring = g.Package.scores != ""
		return grader
	}
	return score.NewLegacy(grader, g.Package.minimize, tests)
}
