package export

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// addMetadata writes problem.yaml, and where the legacy format keeps the time limit.
func (k *plan) addMetadata() error {
	if k.to == Standard {
		return k.addStandardMetadata()
	}
	p, a := k.problem, k.problem.About
	doc := yaml.MapSlice{{Key: "problem_format_version", Value: "legacy"}, {Key: "type", Value: k.typeWords()},
		{Key: "name", Value: p.Title}}
	add := func(key, value string) {
		if value != "" {
			doc = append(doc, yaml.MapItem{Key: key, Value: value})
		}
	}
	add("uuid", p.UUID)
	add("author", strings.Join(a.Authors, ", "))
	add("source", a.Source)
	if a.Source != "" {
		add("source_url", a.SourceURL)
	}
	add("license", p.License)
	add("rights_owner", a.Owner)
	var limits yaml.MapSlice
	for _, l := range a.Limits {
		key := cmp.Or(legacyMultipliers[l.Key], l.Key)
		limits = append(limits, yaml.MapItem{Key: key, Value: integral(l.Value)})
	}
	if len(limits) > 0 {
		doc = append(doc, yaml.MapItem{Key: "limits", Value: limits})
	}
	add("validation", k.validation())
	add("validator_flags", strings.Join(k.flags, " "))
	if k.minimize {
		doc = append(doc, yaml.MapItem{Key: "grading", Value: yaml.MapSlice{{Key: "objective", Value: "min"}}})
	}
	add("keywords", strings.Join(a.Keywords, " "))
	text, err := yaml.Marshal(doc)
	if err != nil {
		return err
	}
	k.text("problem.yaml", string(text))
	if len(p.Titles) > 1 {
		k.note("of its names in %d languages only %q is kept", len(p.Titles), p.Title)
	}
	lost := a.Others
	if p.FileWriting {
		lost = append(slices.Clip(lost), "allow_file_writing")
	}
	if len(lost) > 0 {
		k.note("left out of problem.yaml, as the legacy format does not have it: %s", strings.Join(lost, ", "))
	}
	k.addTimeLimit(p.Limits.Time)
	return nil
}

// legacyMultipliers are the time multipliers as the legacy format calls them.
var legacyMultipliers = map[string]string{
	"ac_to_time_limit": "time_multiplier", "time_limit_to_tle": "time_safety_margin",
}

// validation is how outputs are checked, in the words of the legacy format.
func (k *plan) validation() string {
	words := []string{"default"}
	if k.problem.Checkers != nil {
		words[0] = "custom"
	}
	words = append(words, k.problem.Types()[1:]...)
	if k.to == DOMjudge && k.problem.Interactive && k.problem.MultiPass { // type says the rest
		words = []string{"custom", "interactive"}
	}
	if k.scored {
		words = append(words, "score")
	}
	return strings.Join(words, " ")
}

// typeWords is the type: pass-fail or scoring. DOMjudge reads all types there, and of validation only those that are
// custom, custom interactive and custom multi-pass (ImportProblemService::parseYaml).
func (k *plan) typeWords() string {
	types := k.problem.Types()
	both := k.problem.Interactive && k.problem.MultiPass
	if both {
		k.note("it is interactive and multi-pass, which only a DOMjudge that reads several types in problem.yaml takes")
	}
	if k.to == DOMjudge && (both || k.problem.Scoring != nil) {
		return strings.Join(types, " ")
	}
	return types[0]
}

// integral is a number as YAML writes it, without a fraction if it has none.
func integral(n float64) any {
	if n == float64(int64(n)) {
		return int64(n)
	}
	return n
}

// addTimeLimit writes the time limit where each judge reads it, since problem.yaml of the legacy format has none.
// DOMjudge refuses two different values, so it is the same everywhere.
func (k *plan) addTimeLimit(limit time.Duration) {
	if limit == 0 {
		k.note("it has no time limit; %s takes its own", k.to.called())
		return
	}
	seconds := strconv.FormatFloat(limit.Seconds(), 'f', -1, 64)
	k.text(".timelimit", seconds+"\n")
	if k.to == DOMjudge {
		k.text("domjudge-problem.ini", "timelimit = "+seconds+"\n")
		return
	}
	k.note("Kattis works out its time limit from the accepted submissions; the %s s here stand in .timelimit, which "+
		"people read", seconds)
}
