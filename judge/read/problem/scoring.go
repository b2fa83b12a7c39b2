package problem

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Scores reports whether this is a scoring problem. It can be called before the tests are read, but Scoring is set only
// afterwards.
func (p *Problem) Scores() bool { return p.scored || p.Scoring != nil }

// unscored is the message about a key for scores in a folder that has no score.
const unscored = "%s is for secret and the groups in it, and %s has no score; remove the key"

// scoringFields returns the keys of a test_group.yaml that are about scores.
func (c *configs) scoringFields(settings *config, name string) yaml.Fields {
	settings.scoring = score.Defaults(name)
	g := &settings.scoring
	fields := yaml.Fields{
		"max_score": yaml.Into(&g.High, maxScore),
		"score_aggregation": yaml.Into((*string)(&g.Mode), yaml.OneOf(string(score.AllOrNothing), string(score.Sum),
			string(score.Min))),
		"require_pass": yaml.Into(&g.Require, required),
	}
	inSample := name == score.Sample || strings.HasPrefix(name, score.Sample+"/")
	inSecret := name == score.Secret || path.Dir(name) == score.Secret
	if c.problem.scored && inSecret {
		settings.at = make(map[string]string)
	}
	for key, read := range fields {
		fields[key] = func(v yaml.Value) error {
			switch {
			case !c.problem.scored:
				return v.Fault(v.Errorf("%s is for scoring problems, and this one is pass-fail; remove the key", key),
					"")
			case inSample && key != "require_pass": // samples never count
				return v.Fault(v.Errorf(unscored, key, name), "")
			case !inSecret:
				return v.Errorf(unscored, key, name)
			}
			settings.at[key] = v.Place()
			return read(v)
		}
	}
	return fields
}

// maxScore reads max_score: an integer, or the word "unbounded".
func maxScore(v yaml.Value) (score.Number, error) {
	if v.Is("unbounded") {
		return score.Infinity(1), nil
	}
	n, err := v.Int()
	if err != nil && v.Kind() == yaml.Text {
		err = v.Mismatch("an integer, or unbounded")
	} else if err == nil && n < 0 {
		err = v.Errorf("want 0 or more, or unbounded, got %d", n)
	}
	return score.Int(n), err
}

// required reads require_pass: the name of a group, or a list of names, which may be empty.
func required(v yaml.Value) ([]string, error) {
	if v.Kind() == yaml.List {
		return yaml.ListOf(yaml.Value.NonEmpty)(v)
	}
	name, err := v.NonEmpty()
	return []string{name}, err
}

// scoring sets the problem's scoring. The tests must be known.
func (w *testWalk) scoring() {
	if w.Scoring = w.groups.scheme(w, testNames(w.Tests)); w.Scoring.CountsSamples() {
		w.errs = append(w.errs, w.lostSamples...)
	}
}

// standard returns the scoring of the format 2025-09.
func (w *testWalk) standard(tests []string) *score.Scheme {
	var groups []score.Settings
	for _, g := range w.configs.groups {
		if g.at != nil {
			groups = append(groups, g.scoring)
		}
	}
	scheme, faults := score.New(groups, tests)
	for _, fault := range faults {
		w.fail("%s: %s", w.placeOf(fault), fault.Message)
	}
	return scheme
}

// placeOf returns the place of a faulty setting or, if the setting is missing, the file that should have it.
func (w *testWalk) placeOf(fault score.Fault) string {
	place := filepath.Join(w.DataDir, filepath.FromSlash(fault.Group), groupConfig)
	if e := w.index.At(place); e != nil {
		place = e.Path
	}
	return cmp.Or(w.configs.groups[fault.Group].at[fault.Key], place)
}

// ScoreRange is a range of scores, both ends included.
type ScoreRange struct{ Low, High score.Number }

func (r ScoreRange) String() string {
	if r.Low.Equal(r.High) {
		return r.Low.String()
	}
	return fmt.Sprintf("from %s to %s", r.Low, r.High)
}

// decodeScore reads the expected score: a number, or a list of the lowest and the highest score.
func (p *Problem) decodeScore(v yaml.Value) (*ScoreRange, error) {
	if p.Scoring == nil {
		return nil, v.Fault(v.Errorf("score is for scoring problems, and this one is pass-fail; remove the key"), "")
	}
	if v.Kind() != yaml.List {
		n, err := scoreNumber(v)
		return &ScoreRange{n, n}, err
	}
	ends, err := yaml.ListOf(scoreNumber)(v)
	switch {
	case err != nil:
		return nil, err
	case len(ends) != 2:
		return nil, v.Errorf("want one score, or a list of the least and the greatest, such as [40, 60]")
	case ends[0].Cmp(ends[1]) > 0:
		return nil, v.Errorf("the least score %s is above the greatest %s; write the least one first", ends[0], ends[1])
	}
	return &ScoreRange{ends[0], ends[1]}, nil
}

// scoreNumber reads a number exactly as it is written.
func scoreNumber(v yaml.Value) (score.Number, error) {
	if _, err := v.Float(); err != nil {
		return score.Number{}, err
	}
	text, _ := v.Decimal()
	n, err := score.Parse(text)
	if err != nil {
		err = v.Errorf("%v", err)
	}
	return n, err
}
