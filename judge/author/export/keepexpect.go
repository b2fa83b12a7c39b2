package export

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// keepExpectations writes submissions.yaml for a problem that has one of the same format. What it says of submissions
// that keep their place is copied, and that of others said anew: a checkout may permit a solution more than accepted/
// does, so such a solution goes to another folder here.
func (k *plan) keepExpectations() error {
	written, err := k.writtenExpectations()
	if err != nil {
		return err
	}
	keep := make(map[string]bool) // keys of what is written
	var moved yaml.MapSlice
	for _, s := range k.problem.Submissions {
		at, taken := k.places[s.Name]
		if !taken {
			continue
		}
		if at == s.Path {
			for _, e := range k.problem.Applying(s) {
				keep[e.Submissions] = true
			}
			continue
		}
		if entry := k.movedEntry(s, written); len(entry) > 0 {
			moved = append(moved, yaml.MapItem{Key: at, Value: entry})
		}
	}
	doc := slices.DeleteFunc(written, func(m yaml.MapItem) bool { return !keep[key(m)] })
	renamed := false
	for i := range doc {
		doc[i].Value = known(doc[i].Value, &renamed)
	}
	if renamed {
		k.note("submissions.yaml says WA for PE, and RTE for MLE and OLE, which the format does not know")
	}
	if doc = append(doc, moved...); len(doc) == 0 {
		return nil
	}
	text, err := yaml.Marshal(doc)
	k.text("submissions/submissions.yaml", string(text))
	return err
}

// writtenExpectations is submissions.yaml as it is written, nil if there is none.
func (k *plan) writtenExpectations() (doc yaml.MapSlice, err error) {
	file := filepath.Join(k.problem.Dir, "submissions", "submissions.yaml")
	text, err := untrusted.Read(file, maxStatement)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = yaml.UnmarshalWithOptions(text, &doc, yaml.UseOrderedMap())
	}
	return doc, err
}

func key(m yaml.MapItem) string {
	text, _ := m.Key.(string)
	return text
}

// known is a value of submissions.yaml in which the lists of verdicts name those that the format knows.
func known(value any, renamed *bool) any {
	entries, ok := value.(yaml.MapSlice)
	if !ok {
		return value
	}
	for i, m := range entries {
		list, ok := m.Value.([]any)
		if !ok || key(m) != "permitted" && key(m) != "required" {
			entries[i].Value = known(m.Value, renamed)
			continue
		}
		var names []any
		for _, v := range list {
			text, _ := v.(string)
			name := any(knownVerdict(problem.Verdict(text)))
			*renamed = *renamed || name != v
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		entries[i].Value = names
	}
	return entries
}

// knownVerdict is the verdict of the format that covers one.
func knownVerdict(v problem.Verdict) string {
	switch v {
	case problem.PE:
		v = problem.WA
	case problem.MLE, problem.OLE:
		v = problem.RTE
	}
	return string(v)
}

// movedEntry says what is expected of a submission in a folder of another name; nil if that folder says it.
func (k *plan) movedEntry(s problem.Submission, written yaml.MapSlice) yaml.MapSlice {
	applying := k.problem.Applying(s)
	standing := func(e problem.Expectation) bool { return strings.HasPrefix(e.File, "the format's default for ") }
	if !slices.ContainsFunc(applying, func(e problem.Expectation) bool { return !standing(e) }) && s.Language == "" &&
		s.Entrypoint == "" {
		return nil
	}
	l := levels{values: make(map[string]yaml.MapSlice)}
	for _, m := range written { // what is said of people is said of this one alone
		for _, about := range fieldsOf(m, s.Path) {
			if name := key(about); name == "authors" || name == "model_solution" {
				l.set("", name, about.Value)
			}
		}
	}
	if s.Language != "" {
		l.set("", "language", s.Language)
	}
	if s.Entrypoint != "" {
		l.set("", "entrypoint", s.Entrypoint)
	}
	k.permit(s, &l)
	twice := func(what string, e problem.Expectation) {
		k.note("of what is expected of %s the %s of %s is left out, as another one is said of the same tests", s.Name,
			what, e.File)
	}
	for _, e := range applying {
		if e.Required != nil {
			var names []string
			for _, v := range e.Required {
				names = append(names, knownVerdict(v))
			}
			slices.Sort(names)
			if names = slices.Compact(names); !l.set(e.Tests, "required", names) {
				twice("required", e)
			}
		}
		if e.Message != "" && !l.set(e.Tests, "message", e.Message) {
			twice("message", e)
		}
		if e.Score != nil {
			if item, err := scoreItem(*e.Score); err != nil || !l.set(e.Tests, key(item), item.Value) {
				twice("score", e)
			}
		}
		if e.Untimed && !e.Partial && !standing(e) && !l.untimed(e.Tests) {
			twice("use_for_time_limit", e)
		}
	}
	return l.entry()
}

// fieldsOf are the fields of an entry if its key is a path, and no pattern for several.
func fieldsOf(m yaml.MapItem, path string) yaml.MapSlice {
	if fields, ok := m.Value.(yaml.MapSlice); ok && key(m) == path {
		return fields
	}
	return nil
}

// permit says which verdicts are permitted: on all tests, or by the folders and names of tests.
func (k *plan) permit(s problem.Submission, l *levels) {
	expected := k.problem.Expects(s)
	on := make(map[string][]string)
	for _, t := range k.problem.Tests {
		on[t.Name] = []string{}
		for _, v := range fourVerdicts {
			if expected.Permits(t.Name, v) || v == problem.WA && expected.Permits(t.Name, problem.PE) {
				on[t.Name] = append(on[t.Name], string(v))
			}
		}
	}
	// alike reports whether the same is permitted on all tests below a folder, "." for all.
	alike := func(folder string, names []string) bool {
		return !slices.ContainsFunc(k.problem.Tests, func(t problem.Test) bool {
			return (folder == "." || strings.HasPrefix(t.Name, folder+"/")) && !slices.Equal(on[t.Name], names)
		})
	}
	for _, t := range k.problem.Tests {
		names, at := on[t.Name], t.Name
		for folder := path.Dir(at); alike(folder, names); folder = path.Dir(folder) {
			if at = folder; folder == "." {
				at = ""
				break
			}
		}
		if len(names) < len(fourVerdicts) {
			l.set(at, "permitted", names)
		}
	}
}

// levels are what submissions.yaml says of a submission: by a pattern for tests, "" for all of them.
type levels struct {
	order  []string // patterns, as they were first used
	values map[string]yaml.MapSlice
}

// set sets a field, unless it is there with another value; a list of verdicts of which a part is required says more.
func (l *levels) set(tests, field string, value any) bool {
	if l.values[tests] == nil && tests != "" {
		l.order = append(l.order, tests)
	}
	fields := l.values[tests]
	i := slices.IndexFunc(fields, func(m yaml.MapItem) bool { return m.Key == field })
	if i < 0 {
		l.values[tests] = append(fields, yaml.MapItem{Key: field, Value: value})
		return true
	}
	before, isList := fields[i].Value.([]string)
	names, _ := value.([]string)
	if !isList {
		return fmt.Sprint(fields[i].Value) == fmt.Sprint(value)
	}
	within := func(part, all []string) bool {
		return !slices.ContainsFunc(part, func(name string) bool { return !slices.Contains(all, name) })
	}
	if within(names, before) {
		fields[i].Value = names
	}
	return within(names, before) || within(before, names)
}

// untimed says of a pattern that is there that it says nothing of the time limit.
func (l *levels) untimed(tests string) bool {
	return l.values[tests] != nil && l.set(tests, "use_for_time_limit", false)
}

func (l *levels) entry() yaml.MapSlice {
	entry := l.values[""]
	for _, tests := range l.order {
		entry = append(entry, yaml.MapItem{Key: tests, Value: l.values[tests]})
	}
	return entry
}
