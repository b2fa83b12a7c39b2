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

// This file converts a problem in another format to the target's format.

func (k *plan) convert() error {
	settings, submissions, metadata := k.addSettings, k.addSubmissions, k.addMetadata
	if k.to == Standard {
		settings, submissions, metadata = k.addGroups, k.addExpected, k.addProperties
	}
	return errors.Join(k.refuse(), k.addData(), settings(), k.addStatement(), k.addPrograms(), submissions(),
		k.addFolders(), metadata())
}

// annotations lists the extensions of files that a target allows beside the input and the answer of a test.
var annotations = map[Target][]string{
	Legacy: {".interaction", ".png", ".jpg", ".jpeg", ".svg"},
	Standard: {".interaction", ".png", ".jpg", ".jpeg", ".svg", ".out", ".in.statement", ".ans.statement",
		".in.download", ".ans.download"},
}

// addData adds the tests, which keep their names.
func (k *plan) addData() error {
	var errs []error
	var left []string
	k.tests = slices.Clone(k.problem.Tests)
	for _, folder := range []string{problem.InvalidInput, problem.InvalidOutput, problem.ValidOutput} {
		tests, err := k.problem.ValidationTests(folder)
		errs = append(errs, err)
		if k.to == Standard {
			k.tests = append(k.tests, tests...)
		} else if len(tests) > 0 {
			left = append(left, fmt.Sprintf("%d in data/%s", len(tests), folder))
		}
	}
	for _, t := range k.tests {
		k.copy("data/"+t.Name+".in", t.Input)
		if isFile(t.Answer) { // invalid inputs have none
			k.copy("data/"+t.Name+".ans", t.Answer)
		}
		for _, extension := range annotations[k.to] {
			if from := strings.TrimSuffix(t.Input, ".in") + extension; isFile(from) {
				k.copy("data/"+t.Name+extension, from)
			}
		}
		for _, f := range t.Files {
			k.copy("data/"+t.Name+".files/"+f.Name, f.Path)
		}
	}
	sample := filepath.Join(k.problem.DataDir, "sample")
	entries, _ := untrusted.ReadDir(sample) // a problem may have no samples
	for _, e := range entries {
		// In the legacy format, an .interaction file without a test is for the statement.
		name, ok := strings.CutSuffix(e.Name(), ".interaction")
		switch {
		case !ok || !allowed(name) || isFile(filepath.Join(sample, name+".in")):
		case k.to == Standard:
			k.note("data/sample/%s is left out: in the format 2025-09, it needs an input and an answer", e.Name())
		default:
			k.copy("data/sample/"+e.Name(), filepath.Join(sample, e.Name()))
		}
	}
	if left != nil {
		k.note("the tests of the validators and the checker are left out; the legacy format has no place for them: %s",
			strings.Join(left, ", "))
	}
	return errors.Join(errs...)
}

// checkerFlags returns the checker's arguments for a test. It adds spaceFlag if the whitespace of outputs must match
// the answer's.
func (k *plan) checkerFlags(t problem.Test) []string {
	if k.strictSpace() && !slices.Contains(t.CheckerArgs, spaceFlag) {
		return append(slices.Clip(t.CheckerArgs), spaceFlag)
	}
	return t.CheckerArgs
}

// inputFlags returns the input validator's arguments for a test.
func (k *plan) inputFlags(t problem.Test) []string {
	for _, v := range k.inputValidators() {
		return t.InputValidatorArgs[v.Name]
	}
	return nil
}

// differs returns the index of the first test whose arguments differ from those of tests[0]. It returns -1 if
// there is none.
func differs(tests []problem.Test, flags func(problem.Test) []string) int {
	return slices.IndexFunc(tests, func(t problem.Test) bool { return !slices.Equal(flags(t), flags(tests[0])) })
}

// addSettings writes the input validator's arguments into testdata.yaml files. The checker's arguments go there, too,
// if they differ between folders. If they are the same everywhere, addMetadata writes them into problem.yaml.
func (k *plan) addSettings() error {
	if k.strictSpace() {
		k.noteSpace()
	}
	all := k.problem.Tests
	byGroup := differs(all, k.checkerFlags) >= 0
	if byGroup {
		k.note("the checker's arguments differ by group; only a DOMjudge that is new enough to read testdata.yaml " +
			"uses them")
	}
	validated := slices.ContainsFunc(all, func(t problem.Test) bool { return len(k.inputFlags(t)) > 0 })
	groups := make(map[string][]problem.Test)
	for _, t := range all {
		groups[t.Group()] = append(groups[t.Group()], t)
	}
	var errs []error
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		tests := groups[group]
		if i := max(differs(tests, k.checkerFlags), differs(tests, k.inputFlags)); i >= 0 {
			errs = append(errs, fmt.Errorf("tests of %s have different arguments, such as %s and %s, which the legacy "+
				"format gives by folder; put them into folders of their own", group, tests[0].Name, tests[i].Name))
			continue
		}
		checker, input := k.checkerFlags(tests[0]), k.inputFlags(tests[0])
		errs = append(errs, words(checker), words(input))
		var doc yaml.MapSlice // not written if empty, because DOMjudge refuses an empty file
		if byGroup {
			doc = append(doc, yaml.MapItem{Key: "output_validator_flags", Value: strings.Join(checker, " ")})
		}
		if validated { // an empty list is written, too: a group without the key inherits its parent's list
			doc = append(doc, yaml.MapItem{Key: "input_validator_flags", Value: strings.Join(input, " ")})
		}
		if doc != nil {
			text, err := yaml.Marshal(doc)
			errs = append(errs, err)
			k.text("data/"+group+"/testdata.yaml", string(text))
		}
	}
	return errors.Join(errs...)
}

// words refuses arguments that are not single words, because the legacy format separates arguments by blanks.
func words(args []string) error {
	for _, arg := range args {
		if len(strings.Fields(arg)) != 1 || strings.TrimSpace(arg) != arg {
			return fmt.Errorf("the argument %q is not one word, and the legacy format separates arguments by blanks",
				arg)
		}
	}
	return nil
}

// maxText is the largest size, in bytes, of a text file that is rewritten.
const maxText = 4 << 20

// statementForm matches a statement's file name. It captures the language and the extension.
var statementForm = regexp.MustCompile(`^problem\.([a-z]{2,3}(?:-[A-Z]{2})?)\.(md|tex|pdf|html|txt)$`)

// addStatement copies the statements and the files beside them. It renames English statements to problem.pdf,
// problem.html or problem.txt, so that DOMjudge finds them. If there is no English statement, it renames one in another
// language.
func (k *plan) addStatement() error {
	if k.problem.Format == polygon.Format {
		k.note("the statements are left out: Polygon's LaTeX needs its own style")
		return nil
	}
	if k.to == Standard {
		return k.addNamedStatement()
	}
	folder := filepath.Join(k.problem.Dir, "statement")
	if !holds(k.problem.Dir, "statement") {
		k.note("the problem has no statement")
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
		k.note("DOMjudge shows only a statement in PDF, HTML or text; add a problem.en.pdf beside it")
	}
	return nil
}

// addFolders adds the folders that are copied unchanged.
func (k *plan) addFolders() error {
	var errs []error
	folders := []string{"attachments", "include"}
	if k.to == Standard {
		folders = append(folders, "generators")
		k.leaveOut = map[string]bool{"include/default": true} // the legacy format does not read it
	}
	for _, folder := range folders {
		if !holds(k.problem.Dir, folder) {
			continue
		}
		errs = append(errs, k.addTree(folder, filepath.Join(k.problem.Dir, folder)))
		if folder == "include" && k.to == Legacy {
			k.note("DOMjudge does not read include/, so verdicts may differ there")
		}
	}
	return errors.Join(errs...)
}

// addMetadata writes problem.yaml. It writes the time limit to other files, because problem.yaml has no key for it.
func (k *plan) addMetadata() error {
	p, a := k.problem, k.problem.About
	types := p.Types()
	if p.Interactive && p.MultiPass {
		k.note("the problem is interactive and multi-pass; only a DOMjudge that reads several types in problem.yaml " +
			"accepts it")
	} else {
		types = types[:1]
	}
	doc := yaml.MapSlice{{Key: "problem_format_version", Value: "legacy"},
		{Key: "type", Value: strings.Join(types, " ")}, {Key: "name", Value: p.Title}}
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
	if limits := k.limits(); len(limits) > 0 {
		for i, l := range limits {
			limits[i].Key = cmp.Or(multipliers[l.Key.(string)], l.Key.(string))
		}
		doc = append(doc, yaml.MapItem{Key: "limits", Value: limits})
	}
	add("validation", k.validation())
	if len(p.Tests) > 0 && differs(p.Tests, k.checkerFlags) < 0 {
		add("validator_flags", strings.Join(k.checkerFlags(p.Tests[0]), " "))
	}
	add("keywords", strings.Join(a.Keywords, " "))
	text, err := yaml.Marshal(doc)
	if err != nil {
		return err
	}
	k.text("problem.yaml", string(text))
	if len(p.Titles) > 1 {
		k.note("the problem has names in %d languages; only %q is kept", len(p.Titles), p.Title)
	}
	k.noteLost()
	if p.Limits.Time == 0 {
		k.note("the problem has no time limit; the other judge uses its own")
		return nil
	}
	// DOMjudge refuses two different values, so both files have the same value.
	seconds := strconv.FormatFloat(p.Limits.Time.Seconds(), 'f', -1, 64)
	k.text(".timelimit", seconds+"\n")
	k.text("domjudge-problem.ini", "timelimit = "+seconds+"\n")
	k.note("Kattis works out the time limit from the accepted submissions; the limit of %s s in .timelimit is only "+
		"for people", seconds)
	return nil
}

// noteLost adds a note about keys of problem.yaml that the package lacks.
func (k *plan) noteLost() {
	lost := k.problem.About.Others
	if k.problem.FileWriting && k.to == Legacy {
		lost = append(slices.Clip(lost), "allow_file_writing")
	}
	if len(lost) > 0 {
		lacks := map[Target]string{Legacy: ", because the legacy format lacks"}[k.to]
		k.note("left out of problem.yaml%s: %s", lacks, strings.Join(lost, ", "))
	}
}

// limits returns the limits in problem.yaml, except the time limit.
func (k *plan) limits() (limits yaml.MapSlice) {
	const key = "validation_output"
	for _, l := range k.problem.About.Given {
		limits = with(limits, l.Key, integral(l.Value), l.Key != key || !k.room)
	}
	most := k.problem.Limits
	return with(limits, key, (most.Validation.Output+most.Output)>>20, k.room)
}

// multipliers maps the names of the time multipliers in the format 2025-09 to their names in the legacy format.
var multipliers = map[string]string{
	"ac_to_time_limit": "time_multiplier", "time_limit_to_tle": "time_safety_margin",
}

// validation returns the value of the key "validation" in the legacy format. DOMjudge knows only "default", "custom",
// "custom interactive" and "custom multi-pass" (ImportProblemService::parseYaml). Only the key "type" can say that a
// problem is both interactive and multi-pass.
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

// integral returns n as an int64 if n is an integer, so that YAML shows no fraction.
func integral(n float64) any {
	if n == float64(int64(n)) {
		return int64(n)
	}
	return n
}
