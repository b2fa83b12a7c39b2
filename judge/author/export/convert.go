package export

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// This file makes a package in the format legacy of a problem in another format.

func (k *plan) convert() error {
	return errors.Join(k.refuse(), k.addData(), k.addSettings(), k.addStatement(), k.addPrograms(), k.addSubmissions(),
		k.addFolders(), k.addMetadata())
}

// annotations are the files beside a test that the format legacy knows.
var annotations = []string{".interaction", ".png", ".jpg", ".jpeg", ".svg"}

// addData adds the tests. They keep their names.
func (k *plan) addData() error {
	for _, t := range k.problem.Tests {
		k.copy("data/"+t.Name+".in", t.Input)
		k.copy("data/"+t.Name+".ans", t.Answer)
		for _, extension := range annotations {
			if from := strings.TrimSuffix(t.Input, ".in") + extension; isFile(from) {
				k.copy("data/"+t.Name+extension, from)
			}
		}
	}
	sample := filepath.Join(k.problem.DataDir, "sample")
	entries, _ := untrusted.ReadDir(sample) // a problem may have none
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".interaction") // of no test, only for the statement
		if ok && named.MatchString(name) && !isFile(filepath.Join(sample, name+".in")) {
			k.copy("data/sample/"+e.Name(), filepath.Join(sample, e.Name()))
		}
	}
	var errs []error
	var left []string
	for _, folder := range []string{problem.InvalidInput, problem.InvalidOutput, problem.ValidOutput} {
		tests, err := k.problem.ValidationTests(folder)
		errs = append(errs, err)
		if len(tests) > 0 {
			left = append(left, fmt.Sprintf("%d in data/%s", len(tests), folder))
		}
	}
	if left != nil {
		k.note("the tests of the validators and the checker are left out, as the format legacy has no place for "+
			"them: %s",
			strings.Join(left, ", "))
	}
	return errors.Join(errs...)
}

// checkerArgs are the arguments of the checker on a test, with the argument for an online judge's rule for whitespace.
func (k *plan) checkerArgs(t problem.Test) []string {
	if k.strictSpace() && !slices.Contains(t.CheckerArgs, spaceFlag) {
		return append(slices.Clip(t.CheckerArgs), spaceFlag)
	}
	return t.CheckerArgs
}

// uniform reports whether the checker has the same arguments on all tests, which problem.yaml then gives.
func (k *plan) uniform() bool { return alike(k.problem.Tests, k.checkerFlags) }

func (k *plan) checkerFlags(t problem.Test) string { return strings.Join(k.checkerArgs(t), " ") }

func alike(tests []problem.Test, of func(problem.Test) string) bool {
	return !slices.ContainsFunc(tests, func(t problem.Test) bool { return of(t) != of(tests[0]) })
}

// addSettings writes the arguments of the checker and of the input validators that differ between folders.
func (k *plan) addSettings() error {
	if k.strictSpace() {
		k.noteSpace()
	}
	if !k.uniform() {
		k.note("the checker's arguments differ by group: only a DOMjudge that is new enough to read testdata.yaml " +
			"uses them")
	}
	groups := make(map[string][]problem.Test)
	for _, t := range k.problem.Tests {
		groups[t.Group()] = append(groups[t.Group()], t)
	}
	var errs []error
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		tests := groups[group]
		i := slices.IndexFunc(tests, func(t problem.Test) bool {
			return k.checkerFlags(t) != k.checkerFlags(tests[0]) || validatorFlags(t) != validatorFlags(tests[0])
		})
		if i >= 0 {
			errs = append(errs, fmt.Errorf("tests of %s have different arguments, such as %s and %s, which the legacy "+
				"format gives by folder; put them into folders of their own", group, tests[0].Name, tests[i].Name))
			continue
		}
		var doc yaml.MapSlice
		if !k.uniform() {
			doc = append(doc, yaml.MapItem{Key: "output_validator_flags", Value: k.checkerFlags(tests[0])})
		}
		value, err := k.inputFlags(tests[0])
		errs = append(errs, err, words(k.checkerArgs(tests[0])))
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

// inputFlags are the arguments of the input validator as testdata.yaml has them, nil for none. Groups inherit, so a
// group without arguments in one with arguments has an empty text.
func (k *plan) inputFlags(t problem.Test) (any, error) {
	var args []string
	if validators := k.inputValidators(); len(validators) > 0 {
		args = t.InputValidatorArgs[validators[0].Name]
	}
	if len(args) > 0 {
		return strings.Join(args, " "), words(args)
	}
	for group := path.Dir(t.Group()); group != "."; group = path.Dir(group) {
		if slices.ContainsFunc(k.problem.Tests, func(o problem.Test) bool {
			return o.Group() == group && validatorFlags(o) != ""
		}) {
			return "", nil
		}
	}
	return nil, nil
}

// words refuses arguments that are not words, since the legacy format has them in one text.
func words(args []string) error {
	for _, arg := range args {
		if len(strings.Fields(arg)) != 1 || strings.TrimSpace(arg) != arg {
			return fmt.Errorf("the argument %q is not one word, and the legacy format separates arguments by blanks",
				arg)
		}
	}
	return nil
}

// maxText bounds a text file that is rewritten.
const maxText = 4 << 20

// statementForm is the form of a statement's name, with its language.
var statementForm = regexp.MustCompile(`^problem\.([a-z]{2,3}(?:-[A-Z]{2})?)\.(md|tex|pdf|html|txt)$`)

// addStatement copies the statements, and the files beside them. DOMjudge finds one without a language in its name.
func (k *plan) addStatement() error {
	if k.problem.Format == polygon.Format {
		k.note("its statements are left out: the LaTeX of Polygon needs a style of its own")
		return nil
	}
	folder := filepath.Join(k.problem.Dir, "statement")
	if !holds(k.problem.Dir, "statement") {
		k.note("it has no statement")
		return nil
	}
	before := len(k.files)
	if err := k.addTree("problem_statement", folder); err != nil {
		return err
	}
	shown := false
	for i, f := range k.files[before:] {
		m := statementForm.FindStringSubmatch(path.Base(f.Path))
		if m == nil || m[2] == "md" || m[2] == "tex" {
			continue
		}
		if m[1] == "en" || !isFile(filepath.Join(folder, "problem.en."+m[2])) && !shown {
			k.files[before+i].Path = "problem_statement/problem." + m[2]
			shown = true
		}
	}
	if !shown {
		k.note("DOMjudge shows a statement as PDF, HTML or text only; make a PDF and put it beside, as problem.en.pdf")
	}
	return nil
}

// addFolders adds the folders that need no change.
func (k *plan) addFolders() error {
	var errs []error
	for _, folder := range []string{"attachments", "include"} {
		if holds(k.problem.Dir, folder) {
			errs = append(errs, k.addTree(folder, filepath.Join(k.problem.Dir, folder)))
		}
	}
	if holds(k.problem.Dir, "include") {
		k.note("DOMjudge does not read include/, on which verdicts depend")
	}
	return errors.Join(errs...)
}

// addMetadata writes problem.yaml and the time limit, for which problem.yaml has no place.
func (k *plan) addMetadata() error {
	p, a := k.problem, k.problem.About
	types := p.Types()
	if p.Interactive && p.MultiPass {
		k.note("it is interactive and multi-pass, which only a DOMjudge that reads several types in problem.yaml takes")
	} else {
		types = types[:1]
	}
	doc := yaml.MapSlice{{Key: "problem_format_version", Value: "legacy"}, {Key: "type", Value: strings.Join(types,
		" ")},
		{Key: "name", Value: p.Title}}
	add := func(key, value string) {
		if value != "" {
			doc = append(doc, yaml.MapItem{Key: key, Value: value})
		}
	}
	add("uuid", p.UUID)
	add("author", strings.Join(a.Authors, ", "))
	add("source", a.Source)
	if a.Source != "" {
		add("source_url", a.SourceURL)
	}
	add("license", p.License)
	add("rights_owner", a.Owner)
	var limits yaml.MapSlice
	for _, l := range a.Limits {
		limits = append(limits, yaml.MapItem{Key: cmp.Or(multipliers[l.Key], l.Key), Value: integral(l.Value)})
	}
	if len(limits) > 0 {
		doc = append(doc, yaml.MapItem{Key: "limits", Value: limits})
	}
	add("validation", k.validation())
	if k.uniform() && len(p.Tests) > 0 {
		add("validator_flags", k.checkerFlags(p.Tests[0]))
	}
	add("keywords", strings.Join(a.Keywords, " "))
	text, err := yaml.Marshal(doc)
	if err != nil {
		return err
	}
	k.text("problem.yaml", string(text))
	if len(p.Titles) > 1 {
		k.note("of its names in %d languages only %q is kept", len(p.Titles), p.Title)
	}
	lost := a.Others
	if p.FileWriting {
		lost = append(slices.Clip(lost), "allow_file_writing")
	}
	if len(lost) > 0 {
		k.note("left out of problem.yaml, as the legacy format does not have it: %s", strings.Join(lost, ", "))
	}
	if p.Limits.Time == 0 {
		k.note("it has no time limit; the other judge takes its own")
		return nil
	}
	// DOMjudge refuses two different values, so it is the same everywhere.
	seconds := strconv.FormatFloat(p.Limits.Time.Seconds(), 'f', -1, 64)
	k.text(".timelimit", seconds+"\n")
	k.text("domjudge-problem.ini", "timelimit = "+seconds+"\n")
	k.note("Kattis works out its time limit from the accepted submissions; the %s s here are in .timelimit, which "+
		"people read", seconds)
	return nil
}

// multipliers are the time multipliers as the legacy format calls them.
var multipliers = map[string]string{
	"ac_to_time_limit": "time_multiplier", "time_limit_to_tle": "time_safety_margin",
}

// validation is how outputs are checked, in the words of the legacy format. DOMjudge knows only custom, custom
// interactive and custom multi-pass (ImportProblemService::parseYaml); type says the rest.
func (k *plan) validation() string {
	switch p := k.problem; {
	case p.Interactive:
		return "custom interactive"
	case p.MultiPass:
		return "custom multi-pass"
	case p.Checkers != nil:
		return "custom"
	}
	return "default"
}

// integral is a number as YAML writes it, without a fraction if it has none.
func integral(n float64) any {
	if n == float64(int64(n)) {
		return int64(n)
	}
	return n
}
