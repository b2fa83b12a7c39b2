package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Addition is a test that Add is to make, from a generator's command or from an input.
type Addition struct {
	Group   string // below secret; there may be no such group yet
	Test    Test   // without a name
	Comment string // that stands before it: one line
}

// Add adds a recipe to the problem's tests.yaml, which otherwise keeps its bytes, and makes the test. It returns the
// test's name, "secret/stress/03". Nothing changes if the test cannot be made.
func Add(ctx context.Context, cache *compile.Cache, p *problem.Problem, add Addition) (name string, err error) {
	if err := inside(p); err != nil {
		return "", err
	}
	text, err := untrusted.Read(File(p), maxOther)
	if err != nil {
		return "", err
	}
	groups, err := parse(p, text)
	if err != nil {
		return "", err
	}
	add.Test.Name = freeName(p, groups, add.Group)
	name = "secret/" + add.Group + "/" + add.Test.Name
	var failed error
	for _, agree := range agreeing(groups, add.Group) {
		changed, group, err := insert(p, text, groups, add, agree)
		if err != nil {
			return "", err
		}
		err = addTo(ctx, cache, p, group, add.Test, changed)
		if err == nil || ctx.Err() != nil {
			return name, err
		}
		if failed == nil {
			failed = err
		}
	}
	return "", failed
}

func parse(p *problem.Problem, text []byte) ([]Group, error) {
	doc, err := yaml.Parse(File(p), text)
	if err != nil {
		return nil, err
	}
	groups, err := decode(doc)
	if err == nil {
		err = unanswered(p, groups)
	}
	return groups, err
}

// freeName is the first number that names no test of a group.
func freeName(p *problem.Problem, groups []Group, group string) string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%02d", n)
		_, err := os.Lstat(filepath.Join(p.DataDir, "secret", group, name+".in"))
		if err == nil {
			continue
		}
		i := slices.IndexFunc(groups, func(g Group) bool { return g.Name == group })
		if i < 0 || !slices.ContainsFunc(groups[i].Tests, func(t Test) bool { return t.Name == name }) {
			return name
		}
	}
}

// agreeing are the programs that may have to agree with the answers of a group: its own, or for a new group those of
// the other ones, "" for the usual one first. One of them may be too slow for the test.
func agreeing(groups []Group, group string) []string {
	if slices.ContainsFunc(groups, func(g Group) bool { return g.Name == group }) {
		return []string{""}
	}
	others := []string{""}
	for _, g := range groups {
		if !slices.Contains(others, g.Agree) && g.Agree != g.Answer {
			others = append(others, g.Agree)
		}
	}
	return others
}

// insert adds a recipe to the text of tests.yaml and returns the group that it is in. A new group has other programs
// agree with its answers if agree names one.
func insert(p *problem.Problem, text []byte, groups []Group, add Addition, agree string) ([]byte, Group, error) {
	in := []string{"groups", add.Group}
	recipe := yaml.Pair{Keys: append(in, "tests", add.Test.Name), Value: value(add.Test), Comment: add.Comment}
	changed, err := text, error(nil)
	if agree != "" {
		changed, err = yaml.Set(File(p), text, yaml.Pair{Keys: append(in, "agree"), Value: agree})
	}
	if err == nil {
		changed, err = yaml.Set(File(p), changed, recipe)
	}
	var after []Group
	if err == nil {
		after, err = parse(p, changed)
	}
	i := slices.IndexFunc(after, func(g Group) bool { return g.Name == add.Group })
	if err != nil || i < 0 || !slices.ContainsFunc(after[i].Tests, add.Test.same) {
		return nil, Group{}, fmt.Errorf("%s: its form leaves no place for a test; add it by hand to the group %s:\n%s",
			File(p), add.Group, recipe.Lines(len(in)+1, "    "))
	}
	return changed, after[i], nil
}

// same reports whether another recipe makes the same test.
func (t Test) same(o Test) bool {
	return o.Name == t.Name && o.Generator == t.Generator && slices.Equal(o.Args, t.Args) && o.Input == t.Input
}

// value is a recipe in the form of tests.yaml.
func value(t Test) string {
	switch {
	case t.Generator != "":
		return strings.Join(append([]string{t.Generator}, t.Args...), " ")
	case plainLines(t.Input):
		var b strings.Builder
		b.WriteString("  input: |\n")
		for line := range strings.Lines(t.Input) {
			b.WriteString("    " + line)
		}
		return b.String()
	}
	quoted, _ := json.Marshal(t.Input) // a string of JSON is one of YAML
	return "{input: " + string(quoted) + "}"
}

// plainLines reports whether a text can stand in YAML as it is: lines of visible characters, without blanks at their
// ends.
func plainLines(text string) bool {
	if !strings.HasSuffix(text, "\n") {
		return false
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		hidden := func(r rune) bool { return r < ' ' || r > '~' }
		if line == "" || strings.TrimSpace(line) != line || strings.ContainsFunc(line, hidden) {
			return false
		}
	}
	return true
}

// addTo makes one test of a group, and writes the recipes.
func addTo(ctx context.Context, cache *compile.Cache, p *problem.Problem, g Group, t Test, recipes []byte) error {
	g.Tests = []Test{t}
	m, err := newMaker(ctx, cache, p, []Group{g})
	if err != nil {
		return err
	}
	folder := filepath.Join(p.DataDir, "secret", g.Name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	stage, err := os.MkdirTemp(filepath.Dir(folder), ".gen-")
	if err != nil {
		return err
	}
	untrusted.Own(stage)
	defer os.RemoveAll(stage)
	defer os.Remove(folder) // Remove fails, as intended, unless it is empty
	if err := m.test(ctx, stage, g, t); err != nil {
		return err
	}
	if err := whole.Replace(File(p), recipes); err != nil {
		return err
	}
	var errs []error
	for _, ext := range []string{".in", ".ans"} {
		errs = append(errs, os.Rename(filepath.Join(stage, t.Name+ext), filepath.Join(folder, t.Name+ext)))
	}
	return errors.Join(errs...)
}
