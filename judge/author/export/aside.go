package export

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// This file adds the tests on which no submission runs: those of the checker and of the input validators.

// asides are the folders of such tests.
var asides = []string{problem.InvalidInput, problem.InvalidOutput, problem.ValidOutput}

// addAsides copies these tests to the format 2025-09. The legacy formats know none of their folders, which a note says.
func (k *plan) addAsides() error {
	var errs []error
	var left []string
	for _, folder := range asides {
		tests, err := k.problem.ValidationTests(folder)
		errs = append(errs, err)
		if k.to == Standard {
			for _, t := range tests {
				errs = append(errs, k.addAside(t))
			}
			if len(tests) > 0 {
				errs = append(errs, k.asideSettings(folder, tests))
			}
			continue
		}
		if len(tests) > 0 {
			left = append(left, fmt.Sprintf("%d in data/%s", len(tests), folder))
		}
	}
	if left != nil {
		k.note("the tests of the validators and the checker are left out, as %s has no place for them: %s",
			k.to.called(), strings.Join(left, ", "))
	}
	return errors.Join(errs...)
}

// addAside copies the files of one such test.
func (k *plan) addAside(t problem.Test) error {
	base := strings.TrimSuffix(t.Input, ".in")
	for _, extension := range []string{".in", ".ans", ".out"} {
		_, err := untrusted.Stat(base + extension)
		switch {
		case errors.Is(err, untrusted.ErrOutside):
			k.note("%v", err)
		case err == nil:
			k.copy("data/"+t.Name+extension, base+extension)
		}
	}
	return k.addFiles(t)
}

// addFiles copies the folder of a test with what programs find in theirs.
func (k *plan) addFiles(t problem.Test) error {
	folder := strings.TrimSuffix(t.Input, ".in") + ".files"
	if info, err := untrusted.Stat(folder); err != nil || !info.IsDir() {
		return nil
	}
	return k.addTree("data/"+k.testName(t)+".files", folder)
}

// asideSettings copies the settings of the tests of a folder, with the online judge's rule for whitespace among the
// arguments of the checker. Those of a legacy format are written anew, for each test.
func (k *plan) asideSettings(folder string, tests []problem.Test) error {
	var errs []error
	if k.legacy() {
		for _, t := range tests {
			if doc := k.settingsOf(t); len(doc) > 0 {
				text, err := yaml.Marshal(doc)
				errs = append(errs, err)
				k.text("data/"+t.Name+".yaml", string(text))
			}
		}
		return errors.Join(errs...)
	}
	strict := k.strictSpace() && folder != problem.InvalidInput // where no checker runs
	seen := make(map[string]bool)
	add := func(name string, always bool) {
		from := filepath.Join(k.problem.DataDir, filepath.FromSlash(name))
		there := isFile(from)
		if seen[name] || !there && !always {
			return
		}
		seen[name] = true
		if !strict {
			k.copy("data/"+name, from)
			return
		}
		if !there {
			from = ""
		}
		text, err := strictSettings(from, always)
		errs = append(errs, err)
		k.text("data/"+name, string(text))
	}
	add(folder+"/test_group.yaml", strict)
	for _, t := range tests {
		add(t.Name+".yaml", false)
		for group := path.Dir(t.Name); group != "."; group = path.Dir(group) {
			add(group+"/test_group.yaml", false)
		}
	}
	return errors.Join(errs...)
}
