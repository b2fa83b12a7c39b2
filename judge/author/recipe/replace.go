package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// compare finds the first file of a group's folder that differs from the one in made; nil if there is none.
func compare(group, made string, g Group) (*problem.Finding, error) {
	for _, name := range fileNames(g) {
		file := filepath.Join(group, name)
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return &problem.Finding{Place: file, Message: "missing, but it has a recipe"}, nil
		}
		same, err := equal(file, filepath.Join(made, name))
		if err != nil || !same {
			return &problem.Finding{Place: file, Message: "differs from what the recipe makes"}, err
		}
	}
	left, err := leftOver(group, g)
	if err != nil || len(left) == 0 {
		return nil, err
	}
	return &problem.Finding{Place: filepath.Join(group, left[0]), Message: "has no recipe"}, nil
}

// equal reports whether two files have the same bytes.
func equal(first, second string) (bool, error) {
	a, errA := untrusted.Read(first, problem.MaxTestFile)
	b, errB := untrusted.Read(second, problem.MaxTestFile)
	return bytes.Equal(a, b), errors.Join(errA, errB)
}

// replace replaces the group's folder with the one in made. Files that are not tests are kept.
func replace(group, made string, g Group) (Made, error) {
	result := Made{Group: "secret/" + g.Name, Tests: len(g.Tests)}
	for _, t := range g.Tests {
		if changed(group, made, t.Name+".in") || changed(group, made, t.Name+".ans") {
			result.Changed++
		}
	}
	left, err := leftOver(group, g)
	if err != nil {
		return result, err
	}
	for _, name := range left {
		if filepath.Ext(name) == ".in" {
			result.Removed++
		}
	}
	if result.Changed == 0 && len(left) == 0 {
		return result, nil
	}
	if err := keep(group, made); err != nil {
		return result, err
	}
	return result, exchange(group, made)
}

func changed(group, made, name string) bool {
	same, err := equal(filepath.Join(group, name), filepath.Join(made, name))
	return err != nil || !same
}

// leftOver lists the inputs and answers in a group's folder that no recipe makes.
func leftOver(group string, g Group) ([]string, error) {
	entries, err := untrusted.ReadDir(group)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	made := fileNames(g)
	var left []string
	for _, e := range entries {
		if isMade(e.Name()) && !slices.Contains(made, e.Name()) {
			left = append(left, e.Name())
		}
	}
	return left, err
}

func fileNames(g Group) []string {
	var names []string
	for _, t := range g.Tests {
		names = append(names, t.Name+".in", t.Name+".ans")
	}
	return names
}

func isMade(name string) bool {
	return strings.HasSuffix(name, ".in") || strings.HasSuffix(name, ".ans")
}

// maxOther bounds a group's other files: settings, and pictures for the statement.
const maxOther = 64 << 20

// keep copies files that are not tests from the group's folder to the new one.
func keep(group, made string) error {
	entries, err := untrusted.ReadDir(group)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if err != nil || isMade(e.Name()) {
			continue
		}
		old := filepath.Join(group, e.Name())
		if !e.Type().IsRegular() {
			return fmt.Errorf("%s: not a file; move it out of the group: groups with recipes have no folders", old)
		}
		var data []byte
		if data, err = untrusted.Read(old, maxOther); err == nil {
			err = os.WriteFile(filepath.Join(made, e.Name()), data, 0o666)
		}
	}
	return err
}

// exchange renames the new folder to the group's name. It first renames the old one, and restores that if it fails.
func exchange(group, made string) error {
	old := made + ".old"
	err := os.Rename(group, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	moved := err == nil
	if err := os.Rename(made, group); err != nil {
		if moved {
			err = errors.Join(err, os.Rename(old, group))
		}
		return err
	}
	return nil // the old folder is removed with the stage
}
