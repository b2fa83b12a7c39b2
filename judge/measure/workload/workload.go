// Package workload makes the inputs on which runtimes are measured. Each input has many cases. A problem's generators
// make the inputs on demand. The inputs are in the judge's cache, never in the problem's folder.
//
//	set, err := workload.Read(p)                               problems/<p>/generators/workloads.yaml
//	m := workload.NewMaker(cache, p, set, dir)
//	test, err := m.Test(ctx, set.Workloads[0], 500)            its first 500 cases, and their answer
//
// This is an example of workloads.yaml. Each "input" is the command line of a generator:
//
//	answer: dlx                                                # the solution whose output becomes the answers
//	workloads:
//	  typical: {cases: 9000, input: "sudoku9 -seed 1 -count {cases} -givens 28"}
//	growth:                                                    # optional: one input per size, for charts
//	  size: givens of a puzzle                                 # what the size counts
//	  input: sudoku9 -seed 1 -count {cases} -givens {size}
//	  sizes: [25, 30, 40]
//	  cases: 500
//
// If a generator is asked for fewer cases, it must print the first cases of the longer input.
package workload

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Set holds the content of a problem's workloads.yaml.
type Set struct {
	Answer    string  // the solution whose output becomes the answers
	Workloads []Input // in the file's order
	Growth    *Growth // nil if the file has no key growth
}

// Growth says how to make inputs of growing size.
type Growth struct {
	Size   string // what the size counts, such as "rows of the board"
	Inputs []Input
}

// Input is an input of many cases.
type Input struct {
	Name      string   // "workload/hard", or "growth/40"
	Cases     int      // maximum number of cases
	Generator string   // name of the generator's folder in generators/
	Args      []string // the generator's arguments, with {cases} in one of them
	Place     string   // where the input is defined: "problems/poj3074/generators/workloads.yaml:4:3"
}

// Group is the prefix of the names of workloads.
const Group = "workload"

// File returns the path of the file that defines a problem's workloads.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "generators", "workloads.yaml") }

// Read reads the workloads of a problem. The error wraps fs.ErrNotExist if the problem has none.
func Read(p *problem.Problem) (*Set, error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; this file must define the inputs to measure on; see the files of other "+
			"problems", File(p), os.ErrNotExist)
	} else if err != nil {
		return nil, err
	}
	return decode(doc)
}

func decode(doc yaml.Value) (*Set, error) {
	s := &Set{}
	err := doc.Keys(yaml.Fields{
		"answer":    yaml.Into(&s.Answer, yaml.Value.NonEmpty),
		"workloads": yaml.Into(&s.Workloads, yaml.MapOf(readWorkload)),
		"growth":    yaml.Into(&s.Growth, readGrowth),
	})
	switch {
	case err != nil:
		return nil, err
	case s.Answer == "":
		return nil, fmt.Errorf("%s: no answer; name the solution whose output becomes the answers: answer: dlx",
			doc.File())
	case len(s.Workloads) == 0 && s.Growth == nil:
		return nil, fmt.Errorf("%s: no workloads; add one: workloads: {typical: {cases: 1000, input: \"generator "+
			"-count {cases}\"}}", doc.File())
	}
	return s, nil
}

func readWorkload(e yaml.Entry) (Input, error) {
	in := Input{Name: Group + "/" + e.Key, Place: e.At.Place()}
	var words []string
	err := e.Value.Keys(yaml.Fields{
		"cases": yaml.Into(&in.Cases, number),
		"input": yaml.Into(&words, command("{cases}")),
	})
	switch {
	case !legible.IsPlainName(e.Key, 100):
		err = errors.Join(err, e.At.Errorf("%q cannot name a workload; use letters, digits, _ and -", e.Key))
	case err == nil && (in.Cases == 0 || len(words) == 0):
		err = e.At.Errorf("workload %s needs cases and input", e.Key)
	case err == nil:
		in.Generator, in.Args = words[0], words[1:]
	}
	return in, err
}

func readGrowth(v yaml.Value) (*Growth, error) {
	g := &Growth{}
	var words []string
	var sizes []int
	cases := 0
	err := v.Keys(yaml.Fields{
		"size":  yaml.Into(&g.Size, yaml.Value.Text),
		"input": yaml.Into(&words, command("{size}", "{cases}")),
		"sizes": yaml.Into(&sizes, yaml.ListOf(number)),
		"cases": yaml.Into(&cases, number),
	})
	if err == nil && (g.Size == "" || len(words) == 0 || len(sizes) == 0 || cases == 0) {
		err = v.Errorf("growth needs size, input, sizes and cases")
	}
	if err != nil {
		return nil, err
	}
	for i, size := range sizes {
		if slices.Contains(sizes[:i], size) {
			return nil, v.Errorf("growth has the size %d twice", size)
		}
		name := strconv.Itoa(size)
		g.Inputs = append(g.Inputs, Input{
			Name: "growth/" + name, Cases: cases, Generator: words[0], Args: replaced(words[1:], "{size}", name),
			Place: v.Place(),
		})
	}
	return g, nil
}

// command returns a function that reads a generator's name and arguments. The arguments must contain every placeholder.
func command(placeholders ...string) func(yaml.Value) ([]string, error) {
	return func(v yaml.Value) ([]string, error) {
		text, err := v.Text()
		words := strings.Fields(text)
		switch {
		case err != nil:
			return nil, err
		case len(words) == 0 || !legible.IsPlainName(words[0], 100):
			return nil, v.Errorf("%q does not begin with the name of a folder in generators", text)
		}
		for _, p := range placeholders {
			if !slices.ContainsFunc(words[1:], func(word string) bool { return strings.Contains(word, p) }) {
				return nil, v.Errorf("%q has no argument %s", text, p)
			}
		}
		return words, nil
	}
}

// number reads a number of cases or a size.
var number = yaml.Between(1, 1e6)

// replaced returns the words with every occurrence of a placeholder replaced by a text.
func replaced(words []string, placeholder, text string) []string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = strings.ReplaceAll(word, placeholder, text)
	}
	return all
}

// Fewer returns the numbers of cases that a solution may get, the largest first. Each number is about half of the one
// before, down to 1.
func (in Input) Fewer() []int {
	var all []int
	for n := in.Cases; n > 0; n /= 2 {
		all = append(all, n)
	}
	return all
}
