// Package recipe regenerates the tests of a problem from their recipes, byte for byte.
//
// A recipe has three parts. A generator with its arguments prints the input of a test. A solution prints the answer. A
// second program, which shares no code with that solution, must print the same answer. The recipes of a problem are in
// generators/tests.yaml or, without that file, in BAPCtools' form (see Foreign):
//
//	answer: dlx              # a solution of the problem
//	agree: backtrack         # another solution, or generators/<name> for an independent solver
//	groups:
//	  easy:                  # testdata/<problem>/secret/easy
//	    tests:
//	      "01": sudoku9 -seed 1 -givens 40
//	  hard:
//	    agree: generators/solver
//	    tests: {"01": sudoku9 -seed 7 -givens 22}
//	  found:
//	    tests:
//	      "01": {input: "1 0\n"}   # the input itself, without a generator
//	by_hand: [real]          # groups that are made by hand, without recipes
//
// If a group has "agree: none", there is no second program. If it has "answer: none", its answer files are empty, for
// checkers that do not read answers. Files change only if every test can be made.
package recipe

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Group holds the recipes of one group.
type Group struct {
	Name     string            // "easy"; "" in BAPCtools' form
	Folder   string            // its folder, below the data folder: "secret/easy"
	Whole    string            // the folder that is replaced as a whole: this one, or one that holds it
	Answer   Reference         // prints the answers
	Agree    Reference         // the second program, which must print the same answers
	Settings map[string]string // the group's files of settings: their texts by name
	Tests    []Test
	Folders  []string // in BAPCtools' form, the names of the groups in this one
	Place    string   // where the group is: "problems/poj3074/generators/tests.yaml:4:3"
}

// Reference names a program in tests.yaml, for one group or for all groups.
type Reference struct {
	Name  string // "dlx", "generators/solver"; "" for none
	Place string // where the file names it; "" if the key is missing
}

// Test is the recipe of one test.
type Test struct {
	Name      string   // "01"
	Generator string   // name of a folder or file in generators: "sudoku9"
	Args      []string // arguments of the generator
	Input     string   // the input itself, if there is no generator
	Answer    string   // the answer itself, if no program prints it
	Copy      string   // the path of files to copy, below generators and without extension
	Place     string   // where the recipe is
}

// File returns the path of the file with the recipes of a problem.
func File(p *problem.Problem) string { return p.Recipes() }

// Read reads the recipes of a problem, sorted by group name. It also returns the names of the groups that are made by
// hand. The error wraps fs.ErrNotExist if the problem has no recipes.
func Read(p *problem.Problem) (groups []Group, byHand []string, err error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s: %w; write recipes there, or make all tests by hand", File(p),
			os.ErrNotExist)
	} else if err != nil {
		return nil, nil, err
	}
	if Foreign(p) {
		groups, err = translate(p, doc)
	} else {
		groups, byHand, err = decode(doc)
	}
	for _, g := range groups {
		if err == nil && g.none() && p.Checkers == nil && !p.Talks() {
			err = fmt.Errorf("%s: the judge's own checker compares outputs with the answer, so answer: none is for "+
				"problems with a checker; name a solution", g.Answer.Place)
		}
	}
	return groups, byHand, err
}

// AnswerProgram finds the first group that has a program for its answers, and returns the name of that program. It
// returns "" if no group has such a program.
func AnswerProgram(groups []Group) string {
	for _, g := range groups {
		if g.Answer.Name != "" {
			return g.Answer.Name
		}
	}
	return ""
}

// Unanswered reports which tests have a recipe with "answer: none". It reports no test if the recipes cannot be read.
func Unanswered(p *problem.Problem) map[string]bool {
	tests := make(map[string]bool)
	groups, _, err := Read(p)
	for _, g := range groups {
		for _, t := range g.Tests {
			tests[g.Folder+"/"+t.Name] = err == nil && g.none()
		}
	}
	return tests
}

func decode(doc yaml.Value) (groups []Group, byHand []string, err error) {
	var defaults Group
	var handmade []yaml.Entry
	err = doc.Keys(yaml.Fields{
		"answer": yaml.Into(&defaults.Answer, readProgram),
		"agree":  yaml.Into(&defaults.Agree, readProgram),
		"groups": yaml.Into(&groups, yaml.MapOf(readGroup)),
		"by_hand": yaml.Into(&handmade, yaml.ListOf(func(v yaml.Value) (yaml.Entry, error) {
			name, err := v.Text()
			return yaml.Entry{Key: name, At: v}, err
		})),
	})
	if err != nil {
		return nil, nil, err
	}
	if len(groups) == 0 {
		return nil, nil, fmt.Errorf("%s: no groups; add at least one: groups: {easy: {tests: …}}; if all tests are "+
			"made by hand, remove the file", doc.File())
	}
	slices.SortFunc(groups, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	errs := []error{defaults.checkAgree()}
	for _, group := range handmade {
		if slices.ContainsFunc(groups, func(g Group) bool { return g.Name == group.Key }) {
			errs = append(errs, group.At.Errorf("group %s has recipes, too; choose one: tests without a recipe are "+
				"removed there", group.Key))
		}
		byHand = append(byHand, group.Key)
	}
	for i := range groups {
		g := &groups[i]
		if g.Answer.Place == "" {
			g.Answer = defaults.Answer
		}
		if g.none() {
			errs = append(errs, g.checkAgree())
			continue
		}
		if g.Agree.Place == "" {
			g.Agree = defaults.Agree
		}
		switch {
		case g.Answer.Name == "" || g.Agree.Place == "":
			errs = append(errs, fmt.Errorf("%s: group %s needs an answer and an agree; name two programs that share "+
				"no code, write agree: none if there is no second program, or answer: none if the checker does not "+
				"read the answer", g.Place, g.Name))
		case g.Answer.Name == g.Agree.Name:
			errs = append(errs, fmt.Errorf("%s: group %s: %s always agrees with itself; give another program as agree",
				g.Place, g.Name, g.Agree.Name))
		}
	}
	return groups, byHand, errors.Join(errs...)
}

func readGroup(e yaml.Entry) (Group, error) {
	g := Group{Name: e.Key, Folder: "secret/" + e.Key, Whole: "secret/" + e.Key, Place: e.At.Place()}
	err := e.Value.Keys(yaml.Fields{
		"answer": yaml.Into(&g.Answer, readProgram),
		"agree":  yaml.Into(&g.Agree, readProgram),
		"tests":  yaml.Into(&g.Tests, yaml.MapOf(readTest)),
	})
	if err == nil && len(g.Tests) == 0 {
		err = e.At.Errorf("group %s has no tests; add one: tests: {\"01\": generator -seed 1}", e.Key)
	}
	slices.SortFunc(g.Tests, func(a, b Test) int { return strings.Compare(a.Name, b.Name) })
	return g, errors.Join(err, checkName(e))
}

func readTest(e yaml.Entry) (Test, error) {
	t, err := readCommand(e.Value)
	t.Name, t.Place = e.Key, e.At.Place()
	return t, errors.Join(err, checkName(e))
}

// readCommand reads a recipe: the command of a generator, or the input itself.
func readCommand(v yaml.Value) (Test, error) {
	var t Test
	if v.Kind() == yaml.Map {
		err := v.Keys(yaml.Fields{"input": yaml.Into(&t.Input, yaml.Value.Text)})
		if err == nil && t.Input == "" {
			err = v.Errorf("want an input, got none; for example: {input: \"1 2\\n\"}")
		}
		return t, err
	}
	command, err := v.Text()
	words := strings.Fields(command)
	switch {
	case err != nil:
		return t, err
	case len(words) == 0:
		return t, v.Errorf("want a generator and its arguments, got an empty string")
	case !legible.IsName(words[0], longestName):
		return t, v.Errorf("%q is not the name of a program in generators", words[0])
	}
	return Test{Generator: words[0], Args: words[1:]}, nil
}

// longestName is the most bytes of a name in a recipe.
const longestName = 200

// checkName allows no periods, which would make it unclear where a test's name ends.
func checkName(e yaml.Entry) error {
	if !legible.IsPlainName(e.Key, longestName) || e.Key == "test_group" {
		return e.At.Errorf("%q cannot name a test or a group; use letters, digits, _ and -", e.Key)
	}
	return nil
}

// none, as the name of a program, means that there is no program.
const none = "none"

// none reports whether the group has "answer: none".
func (g Group) none() bool { return g.Answer.Name == "" && g.Answer.Place != "" }

// checkAgree returns an error if a second program must agree, but the group has no answers.
func (g Group) checkAgree() error {
	if !g.none() || g.Agree.Name == "" {
		return nil
	}
	return fmt.Errorf("%s: \"answer: none\" means that there is no answer for %s to agree with; remove agree, or name "+
		"the program that prints the answers", g.Agree.Place, g.Agree.Name)
}

// generators is the prefix of the names of programs in the folder generators. Other names are names of solutions.
const generators = "generators/"

// readProgram reads the name of a program.
func readProgram(v yaml.Value) (Reference, error) {
	const wanted = "a solution's name, generators/<name> or none"
	name, err := v.Text()
	switch {
	case err != nil:
		err = v.Mismatch(wanted)
	case name == none:
		name = ""
	case !legible.IsName(strings.TrimPrefix(name, generators), longestName):
		err = v.Errorf("%q is not a program; want %s", name, wanted)
	}
	return Reference{name, v.Place()}, err
}
