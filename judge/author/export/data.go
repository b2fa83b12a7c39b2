package export

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// The files beside a test that both formats know, and those that only one of them knows.
var (
	annotations       = []string{".interaction", ".png", ".jpg", ".jpeg", ".svg"}
	legacyAnnotations = []string{".hint", ".desc"}
	modernAnnotations = []string{".in.statement", ".ans.statement", ".in.download", ".ans.download", ".out"}
)

// addData adds the tests. They keep their names, as far as the format allows: the legacy format has folders in folders,
// too.
func (k *plan) addData() error {
	for _, t := range k.tests {
		name := "data/" + k.testName(t)
		k.copy(name+".in", t.Input)
		k.copy(name+".ans", t.Answer)
		own := legacyAnnotations
		if k.to == Standard {
			own = modernAnnotations
			if err := k.addFiles(t); err != nil {
				return err
			}
		}
		for _, extension := range append(slices.Clip(annotations), own...) {
			if from := strings.TrimSuffix(t.Input, ".in") + extension; isFile(from) {
				k.copy(name+extension, from)
			}
		}
	}
	if err := k.addAsides(); err != nil {
		return err
	}
	entries, _ := untrusted.ReadDir(filepath.Join(k.problem.DataDir, "sample")) // a problem may have none
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".interaction") // of no test, only for the statement
		if from := filepath.Join(k.problem.DataDir, "sample", name); ok && k.to != Standard &&
			named.MatchString(name) && !isFile(from+".in") && isFile(from+".interaction") {
			k.copy("data/sample/"+e.Name(), from+".interaction")
		}
	}
	return k.addSettings()
}

// checkerArgs are the arguments of the checker on a test, with the argument for an online judge's rule for whitespace.
func (k *plan) checkerArgs(t problem.Test) []string {
	if k.strictSpace() && !slices.Contains(t.CheckerArgs, spaceFlag) {
		return append(slices.Clip(t.CheckerArgs), spaceFlag)
	}
	return t.CheckerArgs
}

const spaceFlag = "space_change_sensitive"

// strictSpace reports whether outputs with other whitespace than the answer's are refused. The formats know no
// presentation errors: their default checker forgives all whitespace, or none.
func (k *plan) strictSpace() bool {
	rule := k.problem.Judge.Whitespace
	return k.problem.Checkers == nil && (rule == problem.ForgiveTrailing || rule == problem.ExactWhitespace)
}

// addSettings writes the arguments of the checker and of the input validators, where the target looks for them.
func (k *plan) addSettings() error {
	if k.strictSpace() {
		forgives := ""
		if k.problem.Judge.Whitespace == problem.ForgiveTrailing {
			forgives = fmt.Sprintf("; %s forgives it at the end of lines and of the output, there it is wrong",
				k.problem.Judge.Name)
		}
		k.note("other whitespace than the answer's is a wrong answer (%s), as presentation errors are not known%s",
			spaceFlag, forgives)
	}
	if k.to == Standard {
		return k.addStandardSettings()
	}
	groups := make(map[string][]problem.Test)
	for _, t := range k.tests {
		groups[t.Group()] = append(groups[t.Group()], t)
	}
	same := func(tests []problem.Test, of func(problem.Test) string) bool {
		return !slices.ContainsFunc(tests, func(t problem.Test) bool { return of(t) != of(tests[0]) })
	}
	flags := func(t problem.Test) string { return t.Checker + ":" + strings.Join(k.checkerArgs(t), " ") }
	uniform := same(k.tests, flags) && k.tests[0].Checker == ""
	if uniform {
		k.flags = k.checkerArgs(k.tests[0])
	} else if k.to == DOMjudge {
		k.note("the checker's arguments differ by group: only a DOMjudge that is new enough to read testdata.yaml " +
			"uses them")
	}
	var errs []error
	for _, g := range k.graders {
		if _, tests := groups[g.Name]; !tests {
			text, err := yaml.Marshal(k.graderDoc(g.Name))
			errs = append(errs, err)
			k.text(path.Join("data", g.Name, "testdata.yaml"), string(text))
		}
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		tests := groups[group]
		doc := k.graderDoc(group)
		if !same(tests, flags) || !same(tests, validatorFlags) {
			errs = append(errs, k.mixed(group, tests, flags))
			continue
		}
		if !uniform {
			var value any = strings.Join(k.checkerArgs(tests[0]), " ")
			if name := tests[0].Checker; name != "" {
				value = yaml.MapSlice{{Key: "name", Value: name}, {Key: "flags", Value: value}}
			}
			doc = append(doc, yaml.MapItem{Key: "output_validator_flags", Value: value})
		}
		value, err := k.inputFlags(tests[0])
		errs = append(errs, err, k.checkWords(k.checkerArgs(tests[0])))
		if value != nil {
			doc = append(doc, yaml.MapItem{Key: "input_validator_flags", Value: value})
		}
		if len(doc) > 0 { // DOMjudge refuses an empty one
			text, err := yaml.Marshal(doc)
			errs = append(errs, err)
			k.text("data/"+group+"/testdata.yaml", string(text))
		}
	}
	return errors.Join(errs...)
}

// validatorFlags are the arguments of all input validators as one text, to be compared.
func validatorFlags(t problem.Test) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(t.InputValidatorArgs)) {
		if args := t.InputValidatorArgs[name]; len(args) > 0 {
			all = append(all, name+":"+strings.Join(args, " "))
		}
	}
	return strings.Join(all, "\n")
}

// inputFlags are the arguments of the input validators as testdata.yaml has them: nil for none, one text for all
// validators, or a map for the one that has some. Groups inherit, so a group without arguments in one with arguments
// has an empty text.
func (k *plan) inputFlags(t problem.Test) (any, error) {
	var with []string
	for _, v := range k.inputValidators() {
		if len(t.InputValidatorArgs[v.Name]) > 0 {
			with = append(with, v.Name)
		}
	}
	if len(with) == 0 {
		for group := path.Dir(t.Group()); group != "."; group = path.Dir(group) {
			above := func(o problem.Test) bool { return o.Group() == group && validatorFlags(o) != "" }
			if slices.ContainsFunc(k.tests, above) {
				return "", nil
			}
		}
		return nil, nil
	}
	args := t.InputValidatorArgs[with[0]]
	flags := strings.Join(args, " ")
	equal := !slices.ContainsFunc(with, func(name string) bool {
		return !slices.Equal(t.InputValidatorArgs[name], args)
	})
	switch {
	case equal && len(with) == len(k.inputValidators()):
		return flags, k.checkWords(args)
	case len(with) == 1:
		return yaml.MapSlice{{Key: "name", Value: with[0]}, {Key: "flags", Value: flags}}, k.checkWords(args)
	}
	return nil, fmt.Errorf("the input validators %s have arguments of their own on %s, and the legacy format gives "+
		"them to all or to one", strings.Join(with, " and "), t.Name)
}

// checkWords refuses arguments that are not words, since the legacy format has them in one text.
func (k *plan) checkWords(args []string) error {
	for _, arg := range args {
		if len(strings.Fields(arg)) != 1 || strings.TrimSpace(arg) != arg {
			return fmt.Errorf("the argument %q is not one word, and the legacy format separates arguments by blanks",
				arg)
		}
	}
	return nil
}

// isFile reports whether there is a file at path.
func isFile(path string) bool {
	info, err := untrusted.Stat(path)
	return err == nil && !info.IsDir()
}

// holds reports whether a folder of the problem holds anything but hidden files.
func holds(dir, folder string) bool {
	entries, err := untrusted.ReadDir(filepath.Join(dir, folder))
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), ".")
	})
}
