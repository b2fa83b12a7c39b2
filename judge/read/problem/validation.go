package problem

import (
	"errors"
	"path"
	"path/filepath"
	"strings"
)

// The folders of tests for validators and checkers; no submission runs on them.
const (
	InvalidInput  = "invalid_input"  // that a validator must reject; without answers
	InvalidOutput = "invalid_output" // with an output that the checker must reject
	ValidOutput   = "valid_output"   // with an output that the checker must accept
)

// ValidationTests are the tests of one of these folders, in order of their names, with the settings that stand beside
// them. Only their inputs are known to exist.
func (p *Problem) ValidationTests(folder string) ([]Test, error) {
	var files []File
	dir := filepath.Join(p.DataDir, folder)
	if p.polygon != nil || !exists(dir) {
		return nil, nil
	}
	errs := []error{p.addFiles(&files, maxTests, dir, "", nil)}
	settings := newConfigs(p)
	var tests []Test
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name, ".in")
		if !ok || strings.Contains(path.Dir(name), ".files") {
			continue
		}
		t, err := settings.test(folder+"/"+name, testExtensions)
		tests, errs = append(tests, t), append(errs, err)
	}
	return tests, errors.Join(errs...)
}

// Output is the path of a test's .out file, an output that is shown or checked in place of a program's. There may be
// none.
func (t Test) Output() string { return strings.TrimSuffix(t.Input, ".in") + ".out" }

// LanguageCodes are the codes of programming languages that the package format knows.
func LanguageCodes() []string { return languageCodes }
