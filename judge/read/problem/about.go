package problem

import (
	"cmp"
	"errors"
	"regexp"
	"strings"

	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
)

// About is what problem.yaml says that judging does not need, for a package in another format.
type About struct {
	Authors   []string // their names
	Source    string   // the names of all sources
	SourceURL string   // the address of the first source that has one
	Owner     string   // rights_owner
	Keywords  []string
	Limits    []GivenLimit // that problem.yaml gives, in its order; those of time are left out
	Others    []string     // what else it says, by key: "version", "credits: testers"
}

// GivenLimit is a limit by its key in the format 2025-09: memory, 64.
type GivenLimit struct {
	Key   string
	Value float64
}

// Owned reports whether somebody is named who may own the rights.
func (a About) Owned() bool { return a.Owner != "" || a.Source != "" || len(a.Authors) > 0 }

// given makes a function that reads a limit and notes that problem.yaml gives it.
func (a *About) given(key string, read func(yaml.Value) error) func(yaml.Value) error {
	return func(v yaml.Value) error {
		value, _ := v.Float() // read says what is wrong with it
		a.Limits = append(a.Limits, GivenLimit{key, value})
		return read(v)
	}
}

// other makes a function that reads the value of a key that only this format has.
func (a *About) other(key string, read func(yaml.Value) error) func(yaml.Value) error {
	return func(v yaml.Value) error {
		a.Others = append(a.Others, key)
		return read(v)
	}
}

// decodeCredits reads the credits: one author, or a map of persons.
func (a *About) decodeCredits(v yaml.Value) error {
	authors := func(v yaml.Value) error {
		a.Authors = names(v)
		return checkPersons(v)
	}
	if v.Kind() == yaml.Text {
		return authors(v)
	}
	persons := func(role string) func(yaml.Value) error { return a.other("credits: "+role, checkPersons) }
	return v.Keys(yaml.Fields{
		"authors":          authors,
		"contributors":     persons("contributors"),
		"testers":          persons("testers"),
		"translators":      a.other("credits: translators", checkTranslators),
		"packagers":        persons("packagers"),
		"acknowledgements": persons("acknowledgements"),
	})
}

func checkTranslators(v yaml.Value) error {
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		if !languageCode.MatchString(e.Key) {
			errs = append(errs, e.At.Errorf("%q is not a language code such as en or pt-BR", e.Key))
		}
		errs = append(errs, checkPersons(e.Value))
	}
	return errors.Join(errs...)
}

// decodeSource reads the source: a name, a map with name and url, or a list of these.
func (a *About) decodeSource(v yaml.Value) error {
	a.readSource(v)
	return eachOf(v, func(v yaml.Value) error {
		return nameOrMap(v, yaml.Fields{"url": yaml.Only(yaml.Value.NonEmpty)})
	})
}

func (a *About) readSource(v yaml.Value) {
	a.Source = strings.Join(texts(v, "name"), ", ")
	a.SourceURL = cmp.Or(append([]string{a.SourceURL}, texts(v, "url")...)...)
}

func checkPersons(v yaml.Value) error { return eachOf(v, checkPerson) }

func checkPerson(v yaml.Value) error {
	return nameOrMap(v, yaml.Fields{
		"email":  yaml.Only(yaml.Value.Text),
		"orcid":  yaml.Only(yaml.Value.Text),
		"kattis": yaml.Only(yaml.Value.Text),
	})
}

// nameOrMap checks a name, or a map with a name and optional other keys.
func nameOrMap(v yaml.Value, fields yaml.Fields) error {
	if v.Kind() != yaml.Map {
		return yaml.Only(yaml.Value.NonEmpty)(v)
	}
	named := false
	fields["name"] = func(v yaml.Value) error { named = true; return yaml.Only(yaml.Value.NonEmpty)(v) }
	err := v.Keys(fields)
	if err == nil && !named {
		err = v.Errorf("no name; add: name: …")
	}
	return err
}

// eachOf checks a value, or each value of a list that is not empty.
func eachOf(v yaml.Value, check func(yaml.Value) error) error {
	if v.Kind() != yaml.List {
		return check(v)
	}
	list, err := v.List()
	errs := []error{err}
	for _, element := range list {
		errs = append(errs, check(element))
	}
	if len(list) == 0 {
		errs = append(errs, v.Errorf("the list is empty; name at least one, or remove the key"))
	}
	return errors.Join(errs...)
}

// legacyNames is what stands between names in the legacy formats, which have them in one text.
var legacyNames = regexp.MustCompile(`, *| +and +`)

// legacyFields are the keys of the legacy formats, which say little of their values: what has another form is ignored.
func (a *About) legacyFields() yaml.Fields {
	authors := func(v yaml.Value) error {
		if a.Authors = names(v); len(a.Authors) == 1 {
			a.Authors = legacyNames.Split(a.Authors[0], -1)
		}
		return nil
	}
	return yaml.Fields{
		"author":     authors,
		"authors":    authors,
		"credits":    func(v yaml.Value) error { a.Authors = names(v); return nil },
		"source":     func(v yaml.Value) error { a.readSource(v); return nil },
		"source_url": func(v yaml.Value) error { a.SourceURL, _ = v.Scalar(); return nil },
		"keywords": func(v yaml.Value) error {
			if words, err := legacy.Words(v); err == nil {
				a.Keywords = words
			}
			return nil
		},
	}
}

// names are the names of persons, without addresses.
func names(v yaml.Value) (all []string) {
	for _, name := range texts(v, "name") {
		name, _, _ = strings.Cut(name, "<")
		if name = strings.TrimSpace(name); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// texts are the texts of a key in a map or in each of a list of maps. What stands in place of a map is its name.
func texts(v yaml.Value, key string) (all []string) {
	values := []yaml.Value{v}
	if v.Kind() == yaml.List {
		values, _ = v.List()
	}
	for _, v := range values {
		entries, err := v.Entries()
		if err != nil && key == "name" {
			entries = []yaml.Entry{{Key: key, Value: v}}
		}
		for _, e := range entries {
			if text, err := e.Value.Scalar(); e.Key == key && err == nil {
				all = append(all, text)
			}
		}
	}
	return all
}
