package polygon

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
)

// judgingElement holds limits, tests and groups.
type judgingElement struct {
	InputFile  string    `xml:"input-file,attr"`
	OutputFile string    `xml:"output-file,attr"`
	RunCount   string    `xml:"run-count,attr"`
	Testsets   []testset `xml:"testset"`
}

type testset struct {
	Name          string  `xml:"name,attr"`
	TimeLimit     int64   `xml:"time-limit"`   // milliseconds
	MemoryLimit   int64   `xml:"memory-limit"` // bytes
	TestCount     int     `xml:"test-count"`
	InputPattern  string  `xml:"input-path-pattern"`
	AnswerPattern string  `xml:"answer-path-pattern"`
	Tests         []Test  `xml:"tests>test"`
	Groups        []Group `xml:"groups>group"`
}

// testsetName is Polygon's name for the testset that is judged. Other testsets, such as pretests, are subsets of it.
const testsetName = "tests"

// judging reads limits, tests and groups.
func (k *Package) judging(j *judgingElement) error {
	if j == nil {
		return k.errorf("no <judging>, which has the limits and the tests; this is not a Polygon package, or a " +
			"part of one")
	}
	if k.InputFile = j.InputFile; k.InputFile == "stdin" {
		k.InputFile = ""
	}
	if k.OutputFile = j.OutputFile; k.OutputFile == "stdout" {
		k.OutputFile = ""
	}
	if j.RunCount != "" && j.RunCount != "1" {
		k.unjudged("a solution that runs " + legible.Line(j.RunCount) + " times on each test")
	}
	set, err := k.testset(j.Testsets)
	if err != nil {
		return err
	}
	const mostTime, mostMemory = int64(24 * time.Hour / time.Millisecond), 1 << 42
	k.Time, k.Memory = time.Duration(set.TimeLimit)*time.Millisecond, set.MemoryLimit
	if min(set.TimeLimit, set.MemoryLimit) < 1 || set.TimeLimit > mostTime || set.MemoryLimit > mostMemory {
		err = k.errorf("a time-limit of %d and a memory-limit of %d; want milliseconds, at most %d, and bytes, at "+
			"most %d", set.TimeLimit, set.MemoryLimit, mostTime, int64(mostMemory))
	}
	return errors.Join(err, k.tests(set), k.groups(set))
}

// testset returns the one set of tests that is judged.
func (k *Package) testset(sets []testset) (testset, error) {
	switch len(sets) {
	case 0:
		return testset{}, k.errorf("no <testset>, which has the limits and the tests")
	case 1:
		return sets[0], nil
	}
	var names, others []string
	for _, set := range sets {
		names = append(names, legible.Line(set.Name))
		if set.Name != testsetName {
			others = append(others, legible.Line(set.Name))
		}
	}
	chosen := slices.Index(names, testsetName)
	if chosen < 0 {
		return testset{}, k.errorf("the testsets are %s, and nothing says which one decides; call that one %s",
			strings.Join(others, ", "), testsetName)
	}
	k.Warnings = append(k.Warnings, k.errorf("only the testset %s is judged, not %s", testsetName,
		strings.Join(others, ", ")))
	return sets[chosen], nil
}

// tests reads the tests. If test-count differs from the number of listed tests, the greater number counts. Tests
// without files are reported by package problem.
func (k *Package) tests(set testset) error {
	count := max(len(set.Tests), set.TestCount)
	switch {
	case count == 0:
		return k.errorf("no tests; add some on Polygon, and download the package again")
	case count > mostTests:
		return k.errorf("more than %d tests; remove some", mostTests)
	}
	input, err := k.pattern(set.InputPattern, "input-path-pattern")
	answer, answerErr := k.pattern(set.AnswerPattern, "answer-path-pattern")
	if err = errors.Join(err, answerErr); err != nil {
		return err
	}
	if input == answer {
		return k.errorf("inputs and answers have the same path; give each its own pattern")
	}
	k.Tests = append(set.Tests, make([]Test, count-len(set.Tests))...)
	for i := range k.Tests {
		t := &k.Tests[i]
		t.Number, t.Sample = i+1, t.IsSample == "true"
		t.Input, t.Answer = fmt.Sprintf(input, i+1), fmt.Sprintf(answer, i+1)
	}
	return nil
}

// patternForm matches a path with a fmt verb for the number of a test: tests/%02d.a.
var patternForm = regexp.MustCompile(`^[^%]*%(?:0[1-9])?d[^%]*$`)

func (k *Package) pattern(text, key string) (pattern string, err error) {
	pattern = strings.TrimSpace(text)
	if !patternForm.MatchString(pattern) {
		return "", k.errorf("want a path with one number in <%s>, such as tests/%%02d, got %q", key,
			legible.Line(text))
	}
	if _, wrong := local(fmt.Sprintf(pattern, 1)); wrong != "" {
		return "", k.errorf("%s", wrong)
	}
	return pattern, nil
}

// groups reads the groups.
func (k *Package) groups(set testset) error {
	if len(set.Groups) > mostGroups {
		return k.errorf("more than %d groups; remove some", mostGroups)
	}
	k.Groups = set.Groups
	for i, g := range k.Groups {
		switch {
		case g.Name == "":
			return k.errorf("a group without a name; give it one")
		case slices.ContainsFunc(k.Groups[:i], func(o Group) bool { return o.Name == g.Name }):
			return k.errorf("the group %q appears twice; remove one", g.Name)
		}
	}
	return nil
}
