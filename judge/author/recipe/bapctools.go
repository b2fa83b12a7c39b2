package recipe

import (
	"crypto/sha512"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Foreign reports whether a problem's recipes are in BAPCtools' file, generators.yaml. These keys are read:
//
//	solution: /submissions/accepted/mine.py  # or /generators/NAME; folders of tests may have their own
//	data:
//	  sample: {data: {"1": {in: "1 2", ans: "3"}}}
//	  secret:
//	    test_group.yaml: {output_validator_args: [case_sensitive]}
//	    data:                                # a list numbers its tests: 1-small, 2-random-1 to 4-random-3
//	      - small: {copy: manual/small}
//	      - random: {generate: "tree {seed} {count}", count: 3}
//
// Numbers and seeds are those of BAPCtools (github.com/RagnarGrootKoerkamp/BAPCtools, doc/generators.md), except that
// {count} is 1 without the key count, which BAPCtools leaves as it is. Here, {name} is the test's name, not "testcase",
// and a command may have more than one {seed}.
func Foreign(p *problem.Problem) bool { return filepath.Base(File(p)) == "generators.yaml" }

// translator translates generators.yaml into groups, one for every folder. The last one is the data folder.
type translator struct {
	problem *problem.Problem
	tests   int // tests in lists so far
	most    int // all tests in lists
	groups  []Group
}

func translate(p *problem.Problem, doc yaml.Value) ([]Group, error) {
	if doc.Aliased() { // an alias in its own anchor would be an endless folder
		return nil, fmt.Errorf("%s: aliases are not supported in this file; write their values out", doc.File())
	}
	t := translator{problem: p}
	t.folder(yaml.Entry{At: doc, Value: doc}, Group{}) // counts the tests in lists
	t = translator{problem: p, most: t.tests}
	err := t.folder(yaml.Entry{At: doc, Value: doc}, Group{})
	if err == nil && !slices.ContainsFunc(t.groups, func(g Group) bool { return len(g.Tests) > 0 }) {
		err = doc.Errorf("no tests; add some: data: {secret: {data: {\"01\": generator 1}}}")
	}
	return t.groups[:len(t.groups)-1], err
}

// folder reads a folder of tests. At the top of the file, the name and above are empty.
func (t *translator) folder(e yaml.Entry, above Group) error {
	g := Group{Folder: filepath.Join(above.Folder, e.Key), Answer: above.Answer, Settings: make(map[string]string)}
	g.Whole, _, _ = strings.Cut(g.Folder, "/")
	var data yaml.Value
	err := e.Value.KeysOr(func(other yaml.Entry) (err error) {
		if e.Key == "" || other.Key != "testdata.yaml" && other.Key != "test_group.yaml" {
			return other.Unknown(nil)
		}
		g.Settings[other.Key], err = other.Value.Document()
		return err
	}, yaml.Fields{
		"version":  yaml.Only(yaml.Value.Scalar),
		"type":     yaml.Only(yaml.OneOf("directory")),
		"solution": yaml.Into(&g.Answer, readSolution),
		"data":     func(v yaml.Value) error { data = v; return nil },
	})
	elements, numbered := []yaml.Value{data}, data.Kind() == yaml.List
	if numbered {
		elements, _ = data.List()
	}
	for _, element := range elements {
		entries, mistake := element.Entries()
		err = errors.Join(err, mistake)
		slices.SortFunc(entries, func(a, b yaml.Entry) int { return strings.Compare(a.Key, b.Key) })
		for _, e := range entries {
			test := e.Value.Kind() != yaml.Map || e.Value.Has("generate", "copy", "in", "ans", "count")
			switch {
			case g.Folder == "" && e.Key != "sample" && e.Key != "secret":
				err = errors.Join(err, e.At.Errorf("unknown folder %q; want sample or secret", e.Key))
			case numbered && (!test || len(entries) > 1):
				err = errors.Join(err, e.At.Errorf("want one test in each element of a list, and folders in a map"))
			case test && g.Folder != "":
				err = errors.Join(err, t.test(&g, e, numbered))
			default:
				g.Folders = append(g.Folders, e.Key)
				err = errors.Join(err, checkName(e), t.folder(e, g))
			}
		}
	}
	if t.problem.Talks() { // as in BAPCtools, the answer files are empty
		g.Answer = Reference{Place: e.At.Place()}
	}
	t.groups = append(t.groups, g)
	return err
}

// test reads a test or, if it has a count, several tests.
func (t *translator) test(g *Group, e yaml.Entry, numbered bool) (err error) {
	var command yaml.Value
	pattern, count := Test{Name: e.Key, Place: e.At.Place()}, 0
	switch text, _ := e.Value.Text(); {
	case e.Value.Kind() == yaml.Map:
		err = e.Value.Keys(yaml.Fields{
			"generate": func(v yaml.Value) error { command = v; return nil },
			"copy":     yaml.Into(&pattern.Copy, yaml.Value.NonEmpty),
			"in":       yaml.Into(&pattern.Input, readText),
			"ans":      yaml.Into(&pattern.Answer, readText),
			"count":    yaml.Into(&count, yaml.Between(1, 100)),
		})
	case strings.HasSuffix(text, ".in"):
		pattern.Copy = strings.TrimSuffix(text, ".in")
	default:
		command = e.Value
	}
	if err == nil && pattern.Input+pattern.Copy == "" && command == (yaml.Value{}) {
		err = e.At.Errorf("no input; add generate, copy or in")
	} else if err == nil && pattern.Copy != "" && !filepath.IsLocal(pattern.Copy) {
		err = e.At.Errorf("%q leads out of generators/", pattern.Copy)
	}
	for i := range max(count, 1) {
		test := pattern
		if numbered {
			t.tests++
			test.Name = strings.TrimSuffix(fmt.Sprintf("%0*d-%s", len(strconv.Itoa(t.most)), t.tests, e.Key), "-")
		}
		if count > 0 {
			test.Name += fmt.Sprintf("-%0*d", len(strconv.Itoa(count)), i+1)
		}
		if command != (yaml.Value{}) {
			err = errors.Join(err, test.generate(command, i))
		}
		g.Tests, err = append(g.Tests, test), errors.Join(err, checkName(yaml.Entry{Key: test.Name, At: e.At}))
	}
	return err
}

// readText reads the text of a file. A text without a newline at its end gets one.
func readText(v yaml.Value) (string, error) {
	text, err := v.NonEmpty()
	return strings.TrimSuffix(text, "\n") + "\n", err
}

// readSolution reads the path of the program that prints the answers.
func readSolution(v yaml.Value) (Reference, error) {
	path, err := v.NonEmpty()
	return Reference{strings.TrimPrefix(strings.TrimPrefix(path, "/submissions/accepted/"), "/"), v.Place()}, err
}

var seedForm = regexp.MustCompile(`\{seed(:[0-9]+)?\}`)

// generate reads the command that prints a test's input. The number i distinguishes tests with the same command.
func (test *Test) generate(v yaml.Value, i int) error {
	text, err := v.NonEmpty()
	if strings.ContainsAny(text, `'"\`) || strings.Contains(text, "{{") {
		return v.Errorf("quotes, backslashes and constants are not supported in commands here")
	}
	// as in BAPCtools, the seed depends on the text with its count and, except for the first test, on i
	text = strings.ReplaceAll(strings.TrimSpace(text), "{count}", strconv.Itoa(i+1))
	hash := sha512.Sum512([]byte(strings.TrimPrefix(fmt.Sprintf(":%d", i), ":0") + text))
	seed := strconv.Itoa(int(hash[60])%128<<24 | int(hash[61])<<16 | int(hash[62])<<8 | int(hash[63]))
	text = strings.ReplaceAll(seedForm.ReplaceAllString(text, seed), "{name}", test.Name)
	if words := strings.Fields(text); len(words) > 0 {
		test.Generator, test.Args = words[0], words[1:]
	}
	return err
}
