package recipe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/base/untrusted"
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
	return decode(doc)
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

// insert adds a recipe to the text of tests.yaml and returns the group that it is in.
func insert(p *problem.Problem, text []byte, groups []Group, add Addition, agree string) ([]byte, Group, error) {
	lines := strings.SplitAfter(string(text), "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	} else {
		lines[last] += "\n"
	}
	at, column, added := len(lines), 7, ""
	if i := slices.IndexFunc(groups, func(g Group) bool { return g.Name == add.Group }); i >= 0 {
		at = 0
		for _, t := range groups[i].Tests {
			if line, c := lineOf(t.Place); line > at {
				at, column = line, c
			}
		}
		at = min(at, len(lines)) // in YAML a carriage return alone ends a line, too
		for at < len(lines) && (indent(lines[at]) >= column || strings.TrimSpace(lines[at]) == "") {
			at++
		}
		for strings.TrimSpace(lines[at-1]) == "" {
			at--
		}
	} else {
		_, own := lineOf(groups[0].Place)
		added = strings.Repeat(" ", own-1) + add.Group + ":\n"
		if agree != "" {
			added += strings.Repeat(" ", own+1) + "agree: " + agree + "\n"
		}
		added += strings.Repeat(" ", own+1) + "tests:\n"
		column = own + 4
	}
	added += entry(add, strings.Repeat(" ", column-1))
	changed := []byte(strings.Join(slices.Insert(lines, at, added), ""))
	after, err := parse(p, changed)
	i := slices.IndexFunc(after, func(g Group) bool { return g.Name == add.Group })
	if err != nil || i < 0 || !same(groups, after, add) {
		return nil, Group{}, fmt.Errorf("%s: its form leaves no place for a test; add it by hand to the group %s:\n%s",
			File(p), add.Group, entry(add, "    "))
	}
	return changed, after[i], nil
}

// lineOf reads the line and the column from a place, both from 1.
func lineOf(place string) (line, column int) {
	parts := strings.Split(place, ":")
	if len(parts) >= 3 {
		line, _ = strconv.Atoi(parts[len(parts)-2])
		column, _ = strconv.Atoi(parts[len(parts)-1])
	}
	return line, column
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// entry is a recipe in the form of tests.yaml.
func entry(add Addition, margin string) string {
	t := add.Test
	var b strings.Builder
	if add.Comment != "" {
		fmt.Fprintf(&b, "%s# %s\n", margin, add.Comment)
	}
	switch {
	case t.Generator != "":
		fmt.Fprintf(&b, "%s%q: %s\n", margin, t.Name, strings.Join(append([]string{t.Generator}, t.Args...), " "))
	case plainLines(t.Input):
		fmt.Fprintf(&b, "%s%q:\n%s  input: |\n", margin, t.Name, margin)
		for line := range strings.Lines(t.Input) {
			fmt.Fprintf(&b, "%s    %s", margin, line)
		}
	default:
		quoted, _ := json.Marshal(t.Input) // a string of JSON is one of YAML
		fmt.Fprintf(&b, "%s%q: {input: %s}\n", margin, t.Name, quoted)
	}
	return b.String()
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

// same reports whether the groups after a change are those before and the new test.
func same(before, after []Group, add Addition) bool {
	var found bool
	plain := func(groups []Group, drop bool) []Group {
		var all []Group
		for _, g := range groups {
			g.Place = ""
			g.Tests = slices.Clone(g.Tests)
			for i := range g.Tests {
				g.Tests[i].Place = ""
			}
			if drop && g.Name == add.Group {
				n := len(g.Tests)
				g.Tests = slices.DeleteFunc(g.Tests, func(t Test) bool {
					return t.Name == add.Test.Name && t.Generator == add.Test.Generator &&
						slices.Equal(t.Args, add.Test.Args) && t.Input == add.Test.Input
				})
				found = len(g.Tests) == n-1
			}
			if len(g.Tests) > 0 {
				all = append(all, g)
			}
		}
		return all
	}
	return reflect.DeepEqual(plain(before, false), plain(after, true)) && found
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
	defer os.RemoveAll(stage)
	defer os.Remove(folder) // Remove fails, as intended, unless it is empty
	if err := m.test(ctx, stage, g, t); err != nil {
		return err
	}
	if err := rewrite(File(p), recipes); err != nil {
		return err
	}
	var errs []error
	for _, ext := range []string{".in", ".ans"} {
		errs = append(errs, os.Rename(filepath.Join(stage, t.Name+ext), filepath.Join(folder, t.Name+ext)))
	}
	return errors.Join(errs...)
}

// rewrite replaces a file in one step.
func rewrite(path string, data []byte) error {
	old, err := os.ReadFile(path)
	if err != nil || bytes.Equal(old, data) {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".tests-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(data)
	if err := errors.Join(err, file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
