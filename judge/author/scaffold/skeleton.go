package scaffold

import (
	"embed"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/execute/compile"
)

// skeletons holds a small complete problem of each type: skeletons/TYPE.txtar, with tools in Python 3, and
// skeletons/TYPE-testlib.txtar, with C++ programs that replace them.
//
//go:embed skeletons/*.txtar
var skeletons embed.FS

// Types are the types of problems that have a skeleton.
var Types = []string{"pass-fail", "interactive", "multi-pass", "scoring"}

// Skeleton returns a complete problem of one of the Types: statement, validator, checker or interactor, generator,
// recipes, a right and a wrong program. Once its tests are made, all verdicts are as expected. If from is python3 or
// "", all programs are in Python 3. With cpp, solutions and wrong programs are in C++. With testlib, all programs are
// in C++, and the tools use testlib.
func Skeleton(kind, from string) ([]File, error) {
	at, found := compile.TestlibAt()
	switch {
	case !slices.Contains(Types, kind):
		return nil, fmt.Errorf("--type %q: give one of %s", kind, strings.Join(Types, ", "))
	case from == "testlib" && !found:
		return nil, fmt.Errorf("--from testlib: there is no testlib.h, so nothing is written; put the one of "+
			"https://github.com/MikeMirzayanov/testlib at %s", at)
	case from != "" && from != "python3" && from != "cpp" && from != "testlib":
		return nil, fmt.Errorf("--from %s: with --type give python3, cpp or testlib", from)
	}
	files, err := unpacked(kind)
	if err != nil || from != "cpp" && from != "testlib" {
		return files, err
	}
	others, err := unpacked(kind + "-testlib")
	for _, other := range others {
		if from == "cpp" && strings.Contains(other.Text, "testlib.h") {
			continue
		}
		i := slices.IndexFunc(files, func(f File) bool { return stem(f.Path) == stem(other.Path) })
		if i < 0 {
			return nil, fmt.Errorf("skeletons/%s-testlib.txtar: %s replaces no file", kind, other.Path)
		}
		files[i] = other
	}
	return files, err
}

// Empty returns a problem with an empty sample, and a template as its solution.
func Empty(template File) []File {
	// online judges distinguish upper and lower case; the format's default checker does not
	settings := schemaLine("../../../problems", "test_group.yaml") + "output_validator_args: [case_sensitive]\n"
	return []File{{"solution/mine/" + template.Path, template.Text}, {"tests/sample/test_group.yaml", settings},
		{"tests/sample/1.in", ""}, {"tests/sample/1.ans", ""}}
}

func unpacked(name string) ([]File, error) {
	text, err := skeletons.ReadFile("skeletons/" + name + ".txtar")
	if err != nil {
		return nil, err
	}
	var files []File
	for _, f := range txtar.Parse(text).Files {
		files = append(files, File{f.Name, string(f.Data)})
	}
	return files, nil
}

// IsTemplate reports whether a statement is still that of a skeleton, word for word.
func IsTemplate(path string) bool {
	return slices.ContainsFunc(Types, func(kind string) bool {
		files, err := unpacked(kind)
		i := slices.IndexFunc(files, func(f File) bool { return f.Path == "problem/statement/problem.en.md" })
		return err == nil && i >= 0 && Holds(filepath.Dir(path), []File{{filepath.Base(path), files[i].Text}})
	})
}

func stem(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }

// below returns the files of a skeleton in one of its folders: problem, tests or solution.
func below(folder string, skeleton []File) []File {
	var files []File
	for _, f := range skeleton {
		if name, ok := strings.CutPrefix(f.Path, folder+"/"); ok {
			files = append(files, File{filepath.FromSlash(name), f.Text})
		}
	}
	return files
}
