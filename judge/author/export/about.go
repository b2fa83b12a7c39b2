package export

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// about is what problem.yaml says and judging has no use for. problem.Load has checked its form.
type about struct {
	types      []string // "pass-fail", "interactive", …
	validation []string // of the older format: "custom", "interactive"
	authors    []string
	source     string
	sourceURL  string
	owner      string
	keywords   []string
	limits     []limit // that are given, in their order
	constants  bool
	lost       []string // keys that the older format does not have
}

// listed is what stands between names in the older format.
var listed = regexp.MustCompile(`, *| +and +`)

// limit is a limit as it is written: memory, 64.
type limit struct{ key, value string }

// readAbout reads problem.yaml, which may be of any format, or missing where DOMjudge's own settings are all there is.
func readAbout(p *problem.Problem) (about, error) {
	doc, err := strictyaml.ReadFile(filepath.Join(p.Dir, "problem.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return about{types: []string{"pass-fail"}}, nil
	} else if err != nil {
		return about{}, err
	}
	entries, err := doc.Entries()
	if err != nil {
		return about{}, err
	}
	var a about
	var errs []error
	for _, e := range entries {
		errs = append(errs, a.read(e))
	}
	for _, kind := range a.validation { // the older format's place for what is a type today
		kind = map[string]string{"interactive": "interactive", "multi-pass": "multi-pass", "score": "scoring"}[kind]
		if kind != "" && !slices.Contains(a.types, kind) {
			a.types = append(a.types, kind)
		}
	}
	if len(a.types) == 0 {
		a.types = []string{"pass-fail"}
	}
	return a, errors.Join(errs...)
}

func (a *about) read(e strictyaml.Entry) (err error) {
	switch e.Key {
	case "type":
		a.types, err = words(e.Value)
	case "validation":
		a.validation, err = words(e.Value)
	case "author", "authors":
		if a.authors, err = persons(e.Value); len(a.authors) == 1 {
			a.authors = listed.Split(a.authors[0], -1)
		}
	case "credits":
		err = a.readCredits(e.Value)
	case "source":
		a.source, a.sourceURL, err = source(e.Value, a.sourceURL)
	case "source_url":
		a.sourceURL, err = e.Value.Scalar()
	case "rights_owner":
		a.owner, err = e.Value.Scalar()
	case "keywords":
		a.keywords, err = words(e.Value)
	case "limits":
		err = a.readLimits(e.Value)
	case "constants":
		a.constants = e.Value.Kind() != strictyaml.Null
	case "version", "embargo_until", "languages", "allow_file_writing":
		if text, _ := e.Value.Scalar(); text != "all" && text != "false" {
			a.lost = append(a.lost, e.Key)
		}
	}
	return err
}

func (a *about) readCredits(v strictyaml.Value) error {
	if v.Kind() != strictyaml.Map {
		var err error
		a.authors, err = persons(v)
		return err
	}
	entries, err := v.Entries()
	for _, e := range entries {
		if e.Key == "authors" && err == nil {
			a.authors, err = persons(e.Value)
		} else {
			a.lost = append(a.lost, "credits: "+e.Key)
		}
	}
	return err
}

// readLimits keeps the limits that both formats have. The time multipliers have other names in the older one.
func (a *about) readLimits(v strictyaml.Value) error {
	entries, err := v.Entries()
	for _, e := range entries {
		switch e.Key {
		case "time_limit", "time_resolution": // see addTimeLimit
		case "time_multipliers":
			nested, nestedErr := e.Value.Entries()
			err = errors.Join(err, nestedErr)
			for _, n := range nested {
				key := map[string]string{"ac_to_time_limit": "time_multiplier",
					"time_limit_to_tle": "time_safety_margin"}[n.Key]
				value, _ := n.Value.Scalar()
				a.limits = append(a.limits, limit{key, value})
			}
		default:
			value, _ := e.Value.Scalar()
			a.limits = append(a.limits, limit{e.Key, value})
		}
	}
	return err
}

// words are the words of a text, or of a list.
func words(v strictyaml.Value) ([]string, error) {
	if v.Kind() == strictyaml.List {
		return strictyaml.ListOf(strictyaml.Value.Scalar)(v)
	}
	text, err := v.Scalar()
	return strings.Fields(text), err
}

// persons are names without addresses: one text, a map with a name, or a list of those.
func persons(v strictyaml.Value) ([]string, error) {
	values := []strictyaml.Value{v}
	var err error
	if v.Kind() == strictyaml.List {
		if values, err = v.List(); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, v := range values {
		name, _ := v.Scalar()
		if entries, err := v.Entries(); err == nil {
			for _, e := range entries {
				if e.Key == "name" {
					name, _ = e.Value.Scalar()
				}
			}
		}
		name, _, _ = strings.Cut(name, "<")
		names = append(names, strings.TrimSpace(name))
	}
	return names, nil
}

// source is where the problem comes from, several joined, and the address of the first that has one.
func source(v strictyaml.Value, url string) (name, address string, err error) {
	values := []strictyaml.Value{v}
	if v.Kind() == strictyaml.List {
		if values, err = v.List(); err != nil {
			return "", "", err
		}
	}
	var names []string
	for _, v := range values {
		text, _ := v.Scalar()
		if v.Kind() == strictyaml.Map {
			entries, _ := v.Entries()
			for _, e := range entries {
				value, _ := e.Value.Scalar()
				if e.Key == "url" {
					url = cmp.Or(url, value)
				} else {
					text = value
				}
			}
		}
		names = append(names, text)
	}
	return strings.Join(names, ", "), url, nil
}

// addMetadata writes problem.yaml, and where the older format keeps the time limit.
func (k *plan) addMetadata() error {
	if k.to == Standard {
		return k.addStandardMetadata()
	}
	p, a := k.problem, k.about
	doc := yaml.MapSlice{{Key: "problem_format_version", Value: "legacy"}, {Key: "type", Value: "pass-fail"},
		{Key: "name", Value: p.Title}}
	add := func(key, value string) {
		if value != "" {
			doc = append(doc, yaml.MapItem{Key: key, Value: value})
		}
	}
	add("uuid", p.UUID)
	add("author", strings.Join(a.authors, ", "))
	add("source", a.source)
	if a.source != "" {
		add("source_url", a.sourceURL)
	}
	add("license", p.License)
	add("rights_owner", a.owner)
	var limits yaml.MapSlice
	for _, l := range a.limits {
		number, err := strconv.ParseFloat(l.value, 64)
		if err != nil {
			return fmt.Errorf("limits: %s: %w", l.key, err)
		}
		limits = append(limits, yaml.MapItem{Key: l.key, Value: integral(number)})
	}
	if len(limits) > 0 {
		doc = append(doc, yaml.MapItem{Key: "limits", Value: limits})
	}
	add("validation", k.validation())
	add("validator_flags", strings.Join(k.flags, " "))
	add("keywords", strings.Join(a.keywords, " "))
	text, err := yaml.Marshal(doc)
	if err != nil {
		return err
	}
	k.text("problem.yaml", string(text))
	if len(p.Titles) > 1 {
		k.note("of its names in %d languages only %q is kept", len(p.Titles), p.Title)
	}
	if len(a.lost) > 0 {
		k.note("left out of problem.yaml, as the older format does not have it: %s", strings.Join(a.lost, ", "))
	}
	k.addTimeLimit(p.Limits.Time)
	return nil
}

// validation is how outputs are checked, in the words of the older format.
func (k *plan) validation() string {
	words := []string{"default"}
	if k.problem.Checkers != nil {
		words[0] = "custom"
	}
	for _, kind := range k.about.types {
		if kind == "interactive" || kind == "multi-pass" {
			words = append(words, kind)
		}
	}
	return strings.Join(words, " ")
}

// integral is a number as YAML writes it, without a fraction if it has none.
func integral(n float64) any {
	if n == float64(int64(n)) {
		return int64(n)
	}
	return n
}

// addTimeLimit writes the time limit where each judge looks for it. It stands in no second place with another value:
// DOMjudge refuses that. problem.yaml of the older format has none.
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
