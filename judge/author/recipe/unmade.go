package recipe

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Unmade is a folder of secret tests that no recipe makes, and that by_hand does not name. Nothing says where they come
// from: they may be of earlier recipes, or made by hand.
type Unmade struct {
	Group string   // "secret/old", or "secret" for tests that are in no group
	Tests []string // their names in that folder, such as "01" or "more/01"
}

// UnmadeTests lists the folders directly in secret with tests that are not of the recipes, and secret itself, if tests
// are there. In a group that the recipes name nothing is left over: Make removes it.
func UnmadeTests(p *problem.Problem) ([]Unmade, error) {
	groups, byHand, err := ReadAll(p)
	if err != nil {
		return nil, err
	}
	secret := filepath.Join(p.DataDir, "secret")
	entries, err := untrusted.ReadDir(secret)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	loose := Unmade{Group: "secret"}
	var found []Unmade
	for _, e := range entries {
		name := e.Name()
		if test, is := strings.CutSuffix(name, ".in"); is && e.Type().IsRegular() {
			loose.Tests = append(loose.Tests, test)
		}
		known := slices.Contains(byHand, name) ||
			slices.ContainsFunc(groups, func(g Group) bool { return g.Name == name })
		if !e.IsDir() || known || strings.HasPrefix(name, ".") {
			continue
		}
		one := Unmade{Group: "secret/" + name}
		if one.Tests, err = inputsIn(filepath.Join(secret, name), "", 1); err != nil {
			return nil, err
		}
		if len(one.Tests) > 0 {
			found = append(found, one)
		}
	}
	if len(loose.Tests) > 0 {
		found = append([]Unmade{loose}, found...)
	}
	return found, nil
}

// deepest bounds how many folders of tests are in one another.
const deepest = 16

// inputsIn lists the inputs in a folder and those below it, without extension.
func inputsIn(dir, above string, depth int) ([]string, error) {
	if depth > deepest {
		return nil, fmt.Errorf("%s: more than %d folders in one another", dir, deepest)
	}
	entries, err := untrusted.ReadDir(dir)
	var tests []string
	for _, e := range entries {
		name := path.Join(above, e.Name())
		test, is := strings.CutSuffix(name, ".in")
		switch {
		case err != nil || strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			var more []string
			more, err = inputsIn(filepath.Join(dir, e.Name()), name, depth+1)
			tests = append(tests, more...)
		case is && e.Type().IsRegular():
			tests = append(tests, test)
		}
	}
	return tests, err
}

// Note says what there is of one folder, and what to do.
func (u Unmade) Note(p *problem.Problem) string {
	folder := filepath.Join(p.DataDir, filepath.FromSlash(u.Group))
	tests, are, them := "1 test", "is", "it"
	if len(u.Tests) > 1 {
		tests, are, them = fmt.Sprintf("%d tests", len(u.Tests)), "are", "them"
	}
	said := fmt.Sprintf("%s: %s that no recipe makes (%s) %s judged like the others; ", folder, tests,
		u.some(), are)
	if group, is := strings.CutPrefix(u.Group, "secret/"); is {
		return said + fmt.Sprintf("delete the folder if nothing needs it any more, or name it in %s if it is made by "+
			"hand: by_hand: [%s]", File(p), group)
	}
	return said + fmt.Sprintf("delete %s if nothing needs %[1]s any more, or move %[1]s to a folder there that %s "+
		"names under by_hand", them, File(p))
}

// some are the first of the tests, for people.
func (u Unmade) some() string {
	const most = 3
	if len(u.Tests) > most {
		return strings.Join(u.Tests[:most], ", ") + ", …"
	}
	return strings.Join(u.Tests, ", ")
}
