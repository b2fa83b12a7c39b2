package problem

import (
	"cmp"
	"regexp"
	"strings"

	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
)

// About holds the values of problem.yaml that change no verdict. Export copies them or names them.
type About struct {
	Title     string            // the English name in problem.yaml, or else the first name there
	Titles    map[string]string // the names in problem.yaml, by language code: {"en": "Sudoku"}
	UUID      string            // "" if problem.yaml has none
	License   string            // "" if problem.yaml has none
	Authors   []string          // the names of the authors
	Source    string            // the names of all sources, joined by commas
	SourceURL string            // the address of the first source that has one
	Owner     string            // the value of the key "rights_owner"
	Keywords  []string
	Given     []GivenLimit // the limits in problem.yaml except time limits, in the order of the file
	Languages []string     // codes of the languages that submissions may be in; nil for all languages
	Others    []string     // keys whose values are not kept: "version", "credits: testers"
}

// GivenLimit is a limit, with its key in the format 2025-09: {"memory", 64}.
type GivenLimit struct {
	Key   string
	Value float64
}

// Owned reports whether the metadata names a possible owner of the rights.
func (a About) Owned() bool { return a.Owner != "" || a.Source != "" || len(a.Authors) > 0 }

// given returns a function that reads a limit and records it in a.Given.
func (a *About) given(key string, read func(yaml.Value) error) func(yaml.Value) error {
	return func(v yaml.Value) error {
		value, _ := v.Float() // read(v) reports any error
		a.Given = append(a.Given, GivenLimit{key, value})
		return read(v)
	}
}

// other returns a function that records a key in a.Others.
func (a *About) other(key string) func(yaml.Value) error {
	return func(v yaml.Value) error {
		_, err := legacy.Words(v)
		if err == nil {
			a.Others = append(a.Others, key)
		}
		return err
	}
}

// decodeCredits reads the key "credits". Its value holds the authors, or is a map from roles to persons.
func (a *About) decodeCredits(v yaml.Value) error {
	if kind := v.Kind(); kind == yaml.Text || kind == yaml.List {
		a.Authors = names(v)
		return nil
	}
	fields := yaml.Fields{"authors": func(v yaml.Value) error { a.Authors = names(v); return nil }}
	for _, role := range []string{"contributors", "testers", "translators", "packagers", "acknowledgements"} {
		fields[role] = func(yaml.Value) error { a.Others = append(a.Others, "credits: "+role); return nil }
	}
	return v.Keys(fields)
}

func (a *About) readSource(v yaml.Value) error {
	a.Source = strings.Join(texts(v, "name"), ", ")
	a.SourceURL = cmp.Or(append([]string{a.SourceURL}, texts(v, "url")...)...)
	return nil
}

// legacyNames matches the separators between names. In the legacy formats, all names are in one string.
var legacyNames = regexp.MustCompile(`, *| +and +`)

// decodeAuthors reads the keys "author" and "authors" of older formats.
func (a *About) decodeAuthors(v yaml.Value) error {
	if a.Authors = names(v); len(a.Authors) == 1 {
		a.Authors = legacyNames.Split(a.Authors[0], -1)
	}
	return nil
}

// names returns the names of persons, without e-mail addresses.
func names(v yaml.Value) (all []string) {
	for _, name := range texts(v, "name") {
		name, _, _ = strings.Cut(name, "<")
		if name = strings.TrimSpace(name); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// texts returns the text of a key in a map, or in each map of a list. If the key is "name", a text instead of a map
// counts as the name.
func texts(v yaml.Value, key string) (all []string) {
	values := []yaml.Value{v}
	if v.Kind() == yaml.List {
		values, _ = v.List()
	}
	for _, v := range values {
		said, ok := v.Get(key)
		if v.Kind() != yaml.Map && key == "name" {
			said, ok = v, true
		}
		if !ok {
			continue
		}
		if text, err := said.Scalar(); err == nil {
			all = append(all, text)
		}
	}
	return all
}
