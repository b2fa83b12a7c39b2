package polygon

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
)

// testsetName is what Polygon calls the tests that decide. Others, such as pretests, are parts of them.
const testsetName = "tests"

// The bounds on the tests and groups of a package.
const mostTests, mostGroups = 20_000, 1000

// judging reads limits, tests and groups.
func (k *Package) judging(root *element) error {
	judging := root.one("judging")
	if judging == nil {
		return root.errorf("no <judging>, which has the limits and the tests; this is no package of Polygon, or a " +
			"part of one")
	}
	k.FilesAt = judging.place()
	k.InputFile, k.OutputFile = file(judging, "input-file", "stdin"), file(judging, "output-file", "stdout")
	if runs := judging.attribute("run-count"); runs != "" && runs != "1" {
		k.unjudged(judging, "a solution that runs "+legible.Line(runs)+" times on each test")
	}
	set, err := k.testset(judging)
	if err != nil {
		return err
	}
	errs := []error{k.limits(set), k.tests(set)}
	for _, e := range set.all("groups/group") {
		if len(k.Groups) == mostGroups {
			return errors.Join(append(errs, e.errorf("more than %d groups; remove some", mostGroups))...)
		}
		g, err := groupOf(e)
		if err == nil && slices.ContainsFunc(k.Groups, func(o Group) bool { return o.Name == g.Name }) {
			err = e.errorf("the group %q is there twice; remove one", g.Name)
		}
		errs = append(errs, err)
		k.Groups = append(k.Groups, g)
	}
	return errors.Join(errs...)
}

// file is a file that solutions read or write, "" for standard input or output.
func file(judging *element, key, standard string) string {
	if name := judging.attribute(key); name != standard {
		return name
	}
	return ""
}

// testset is the one set of tests that is judged.
func (k *Package) testset(judging *element) (*element, error) {
	sets := judging.all("testset")
	if len(sets) == 0 {
		return nil, judging.errorf("no <testset>, which has the limits and the tests")
	}
	var names []string
	chosen := sets[0]
	for _, set := range sets {
		name := set.attribute("name")
		if name == testsetName {
			chosen = set
		}
		names = append(names, legible.Line(name))
	}
	if len(sets) == 1 {
		return chosen, nil
	}
	if chosen.attribute("name") != testsetName {
		return nil, judging.errorf("the testsets are %s, and which one decides is not known; call that one %s",
			strings.Join(names, ", "), testsetName)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == testsetName })
	k.warn(judging.errorf("only the testset %s is judged, not %s", testsetName, strings.Join(names, ", ")))
	return chosen, nil
}

func (k *Package) limits(set *element) error {
	read := func(key, what string, most int64) (int64, *element, error) {
		e := set.one(key)
		if e == nil {
			return 0, set, set.errorf("no <%s>; add %s", key, what)
		}
		n, err := e.number(e.text, 1, what)
		if err == nil && n > most {
			err = e.errorf("want %s, at most %d, got %d", what, most, n)
		}
		return n, e, err
	}
	milliseconds, at, err := read("time-limit", "the time limit in milliseconds", int64(24*time.Hour/time.Millisecond))
	k.Time, k.TimeAt = time.Duration(milliseconds)*time.Millisecond, at.place()
	memory, _, memoryErr := read("memory-limit", "the memory limit in bytes", 1<<42)
	k.Memory = memory
	return errors.Join(err, memoryErr)
}

// tests reads the tests. Where test-count and the tests differ, there are as many as the greater says: a test that is
// not there is one that lacks its files.
func (k *Package) tests(set *element) error {
	listed := set.all("tests/test")
	count := int64(len(listed))
	if e := set.one("test-count"); e != nil {
		n, err := e.number(e.text, 0, "the number of tests")
		if err != nil {
			return err
		}
		count = max(count, n)
	}
	switch {
	case count == 0:
		return set.errorf("no tests; add some on Polygon, and download the package again")
	case count > mostTests:
		return set.errorf("more than %d tests; remove some", mostTests)
	}
	input, err := patternOf(set, "input-path-pattern")
	answer, answerErr := patternOf(set, "answer-path-pattern")
	if err = errors.Join(err, answerErr); err != nil {
		return err
	}
	if input == answer {
		return set.errorf("inputs and answers have one path; give each a pattern of its own")
	}
	for i := range int(count) {
		t := Test{Number: i + 1, Input: input.of(i + 1), Answer: answer.of(i + 1), At: set.place()}
		if i < len(listed) {
			e := listed[i]
			generator, _, _ := strings.Cut(e.attribute("cmd"), " ")
			t.At, t.Sample = e.place(), e.attribute("sample") == "true"
			t.Generated = e.attribute("method") == "generated"
			t.Generator, t.Group, t.Points = legible.Line(generator), e.attribute("group"), e.attribute("points")
		}
		k.Tests = append(k.Tests, t)
	}
	return nil
}

// pattern is a path with the number of a test in it.
type pattern struct {
	before, after string
	digits        int // at least so many; the number has leading zeros
}

// patternForm is a path with one number: tests/%02d.a.
var patternForm = regexp.MustCompile(`^([^%]*)%(?:0([1-9]))?d([^%]*)$`)

func patternOf(set *element, key string) (pattern, error) {
	e := set.one(key)
	if e == nil {
		return pattern{}, set.errorf("no <%s>; add it, for example tests/%%02d", key)
	}
	text := strings.TrimSpace(e.text)
	parts := patternForm.FindStringSubmatch(text)
	if parts == nil {
		return pattern{}, e.errorf("want a path with one number in it, such as tests/%%02d, got %q", legible.Line(text))
	}
	digits, _ := strconv.Atoi(parts[2]) // "" is 0
	p := pattern{parts[1], parts[3], digits}
	if _, wrong := local(p.of(1)); wrong != "" {
		return pattern{}, e.errorf("%s", wrong)
	}
	return p, nil
}

func (p pattern) of(number int) string {
	return fmt.Sprintf("%s%0*d%s", p.before, p.digits, number, p.after)
}
