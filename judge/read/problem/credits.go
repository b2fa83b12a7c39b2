package problem

import (
	"errors"

	yaml "dlxjudge/judge/read/strictyaml"
)

// decodeCredits checks the credits. Authors may be the rights owners.
func (p *Problem) decodeCredits(v yaml.Value) error {
	if v.Kind() == yaml.Text {
		p.RightsOwner = true
		return checkPerson(v)
	}
	return v.Keys(yaml.Fields{
		"authors":      func(v yaml.Value) error { p.RightsOwner = true; return checkPersons(v) },
		"contributors": checkPersons,
		"testers":      checkPersons,
		"translators": func(v yaml.Value) error {
			entries, err := v.Entries()
			errs := []error{err}
			for _, e := range entries {
				if !languageCode.MatchString(e.Key) {
					errs = append(errs, e.At.Errorf("%q is not a language code such as en or pt-BR", e.Key))
				}
				errs = append(errs, checkPersons(e.Value))
			}
			return errors.Join(errs...)
		},
		"packagers":        checkPersons,
		"acknowledgements": checkPersons,
	})
}

// decodeSource checks the source: a name, a map with name and url, or a list of these.
func (p *Problem) decodeSource(v yaml.Value) error {
	p.RightsOwner = true
	return eachOf(v, func(v yaml.Value) error {
		return nameOrMap(v, yaml.Fields{"url": yaml.Only(nonEmpty)})
	})
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
		return yaml.Only(nonEmpty)(v)
	}
	named := false
	fields["name"] = func(v yaml.Value) error { named = true; return yaml.Only(nonEmpty)(v) }
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
