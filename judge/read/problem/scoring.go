package problem

import (
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

// groupScoring holds the settings for scores in a test_group.yaml.
type groupScoring struct {
	score.Settings
	file string
	at   map[string]string // the place of each key's value
}

// unscored is the message about a key for scores in a folder that has no score.
const unscored = "%s is for secret and the groups in it, and %s has no score; remove the key"

// scoringFields returns the keys of a test_group.yaml that are about scores.
func (c *configs) scoringFields(name, file string) yaml.Fields {
	g := &groupScoring{Settings: score.Defaults(name), file: file, at: make(map[string]string)}
	fields := yaml.Fields{
		"max_score":         g.decodeMax,
		"score_aggregation": g.decodeMode,
		"require_pass":      g.decodeRequire,
	}
	inSample := name == score.Sample || strings.HasPrefix(name, score.Sample+"/")
	inSecret := name == score.Secret || path.Dir(name) == score.Secret
	if c.problem.scored && inSecret {
		c.scoring[name] = g
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
			g.at[key] = v.Place()
			return read(v)
		}
	}
	return fields
}

// decodeMax reads max_score: an integer, or the word "unbounded".
func (g *groupScoring) decodeMax(v yaml.Value) error {
	if v.Is("unbounded") {
		g.High = score.Infinity(1)
		return nil
	}
	n, err := v.Int()
	if err != nil && v.Kind() == yaml.Text {
		err = v.Mismatch("an integer, or unbounded")
	} else if err == nil && n < 0 {
		err = v.Errorf("want 0 or more, or unbounded, got %d", n)
	}
	g.High = score.Int(n)
	return err
}

func (g *groupScoring) decodeMode(v yaml.Value) error {
	mode, err := yaml.OneOf(string(score.AllOrNothing), string(score.Sum), string(score.Min))(v)
	g.Mode = score.Mode(mode)
	return err
}

// decodeRequire reads require_pass: the name of a group, or a list of names, which may be empty.
func (g *groupScoring) decodeRequire(v yaml.Value) (err error) {
	if v.Kind() != yaml.List {
		name, err := v.NonEmpty()
		g.Require = []string{name}
		return err
	}
	g.Require, err = yaml.ListOf(yaml.Value.NonEmpty)(v)
	return err
}

// scoring sets the problem's scoring. The tests must be known.
func (w *testWalk) scoring() {
	scheme := w.standard
	if w.graded {
		scheme = w.graders
	}
	if w.Scoring = scheme(testNames(w.Tests)); w.Scoring.CountsSamples() {
		w.errs = append(w.errs, w.lostSamples...)
	}
}

// standard returns the scoring of the format 2025-09.
func (w *testWalk) standard(tests []string) *score.Scheme {
	var groups []score.Settings
	for _, g := range w.configs.scoring {
		groups = append(groups, g.Settings)
	}
	scheme, faults := score.New(groups, tests)
	for _, fault := range faults {
		w.fail("%s: %s", w.placeOf(fault), fault.Message)
	}
	return scheme
}

// placeOf returns the place of a faulty setting or, if the setting is missing, the file that should have it.
func (w *testWalk) placeOf(fault score.Fault) string {
	if g := w.configs.scoring[fault.Group]; g != nil {
		if at := g.at[fault.Key]; at != "" {
			return at
		}
		return g.file
	}
	return filepath.Join(w.DataDir, filepath.FromSlash(fault.Group), groupConfig)
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
