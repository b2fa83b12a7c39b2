package problem

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"

	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// defaultPasses is the maximum number of runs on a test if limits.validation_passes is missing.
const defaultPasses = 2

// incompatible are pairs of types that exclude each other.
var incompatible = [][2]string{{"pass-fail", "scoring"}, {"multi-pass", "submit-answer"},
	{"interactive", "submit-answer"}}

// decodeType reads the key "type", and checks that the types can be combined.
func (p *Problem) decodeType(v yaml.Value) error {
	types, err := p.readTypes(v)
	errs := []error{err}
	switch {
	case len(types) == 0 && err == nil:
		errs = append(errs, v.Errorf("no type; name at least one, or remove the key"))
	case len(types) > 1 && v.Kind() == yaml.Text:
		p.fault(v.Errorf("several types must be written as a list"), fmt.Sprintf("read as [%s]",
			strings.Join(types, ", ")))
	}
	for _, two := range incompatible {
		if slices.Contains(types, two[0]) && slices.Contains(types, two[1]) {
			errs = append(errs, v.Errorf("a problem cannot be both %s and %s; remove one", two[0], two[1]))
		}
	}
	return errors.Join(errs...)
}

// readTypes reads the types of the problem: one word or a list of words or, in older formats, a string of several
// words.
func (p *Problem) readTypes(v yaml.Value) ([]string, error) {
	types, err := legacy.Words(v)
	errs := []error{err}
	for _, word := range types {
		errs = append(errs, v.Among(word, knownTypes))
	}
	has := func(word string) bool { return slices.Contains(types, word) }
	p.Interactive, p.MultiPass = p.Interactive || has("interactive"), p.MultiPass || has("multi-pass")
	p.scored, p.SubmitAnswer = has("scoring"), has("submit-answer")
	return types, errors.Join(errs...)
}

// knownTypes are the types of the format 2025-09. Other judge systems accept them in the legacy formats, too.
var knownTypes = []string{"pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"}

// Types returns the types of the problem in the words of the format 2025-09: "pass-fail", "interactive".
func (p *Problem) Types() []string {
	types := []string{"pass-fail"}
	if p.Scores() {
		types[0] = "scoring"
	}
	for _, kind := range []struct {
		is   bool
		word string
	}{{p.Interactive, "interactive"}, {p.MultiPass, "multi-pass"}, {p.SubmitAnswer, "submit-answer"}} {
		if kind.is {
			types = append(types, kind.word)
		}
	}
	return types
}

// checkPasses checks that only a multi-pass problem limits its passes.
func (p *Problem) checkPasses(doc yaml.Value) error {
	limited := p.Limits.Passes > 0
	if limited && !p.MultiPass {
		passes, _ := doc.Get("limits", "validation_passes")
		return passes.Errorf("validation_passes is for multi-pass problems; remove it, or write: type: multi-pass")
	}
	if p.MultiPass && !limited {
		p.Limits.Passes = defaultPasses
	}
	return nil
}

// Kind returns "interactive", "multi-pass" or "interactive and multi-pass". It is for problems for which Talks returns
// true.
func (p *Problem) Kind() string { return strings.Join(p.Types()[1:], " and ") }

// checkTalker checks that the problem has exactly one checker, if Talks returns true.
func (p *Problem) checkTalker() error {
	if !p.Talks() {
		return nil
	}
	dir := filepath.Join(p.Dir, p.checkers)
	switch {
	case len(p.Checkers) == 0:
		return fmt.Errorf("%s: no program; the problem is %s, which the default checker cannot judge: put its "+
			"output validator there", dir, p.Kind())
	case len(p.Checkers) > 1:
		return fmt.Errorf("%s: %d programs, but the problem is %s and so can have only one output validator; remove "+
			"the others", dir, len(p.Checkers), p.Kind())
	}
	return nil
}

// maxInteraction is the maximum size of an .interaction file in bytes.
const maxInteraction = 1 << 20

// ReadInteraction reads an .interaction file, which shows a sample of an interactive or multi-pass problem. A line of
// the judge begins with "<", and a line of the submission with ">". A line of three dashes separates two passes.
func ReadInteraction(path string) (lines []string, err error) {
	text, err := untrusted.Read(path, maxInteraction)
	if err != nil {
		return nil, tree.Unreadable(err)
	}
	var errs []error
	number := 0
	for line := range bytes.Lines(text) {
		number++
		said := strings.TrimRight(string(line), "\r\n")
		if said != "---" && !strings.HasPrefix(said, "<") && !strings.HasPrefix(said, ">") {
			errs = append(errs, fmt.Errorf("%s:%d: want a line that begins with < for the judge or > for the "+
				"submission, or is ---, got %.40q", path, number, said))
		}
		lines = append(lines, said)
	}
	return lines, errors.Join(errs...)
}

// Talks reports whether the checker takes part in the run of a submission. The checker then talks with the submission,
// or makes the judge run the submission again. Outputs of such a problem cannot be checked later, or compared with
// another program's outputs.
func (p *Problem) Talks() bool { return p.Interactive || p.MultiPass }
