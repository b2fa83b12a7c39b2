package scaffold

import (
	"embed"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
)

// skeletons holds a small complete problem of each type. The programs in skeletons/TYPE.txtar are in Python 3. The C++
// programs in skeletons/TYPE-testlib.txtar can replace them.
//
//go:embed skeletons/*.txtar
var skeletons embed.FS

// Types are the types of problems that have a skeleton.
var Types = []string{"pass-fail", "interactive", "multi-pass", "scoring"}

// Skeleton returns a complete problem of one of the Types: statement, tools, recipes and programs. Once the problem's
// tests are made, all verdicts are as expected. The flag --from chooses the languages. With "python3" or "", all
// programs are in Python 3. With "cpp", solutions and wrong programs are in C++. With "testlib", all programs are in
// C++, and the tools use testlib.
func Skeleton(kind, from string) ([]whole.File, error) {
	at, found := compile.TestlibAt()
	switch {
	case !slices.Contains(Types, kind):
		return nil, fmt.Errorf("--type %q: give one of %s", kind, strings.Join(Types, ", "))
	case from == "testlib" && !found:
		return nil, fmt.Errorf("--from testlib: there is no testlib.h, so nothing was written; save the file "+
			"from %s as %s", compile.TestlibPage, at)
	case from != "" && from != "python3" && from != "cpp" && from != "testlib":
		return nil, fmt.Errorf("--from %s: with --type, use python3, cpp or testlib", from)
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
		i := slices.IndexFunc(files, func(f whole.File) bool { return stem(f.Path) == stem(other.Path) })
		if i < 0 {
			return nil, fmt.Errorf("skeletons/%s-testlib.txtar: %s replaces no file", kind, other.Path)
		}
		files[i] = other
	}
	return files, err
}

// Empty returns a problem with an empty sample. template becomes the problem's solution.
func Empty(template whole.File) []whole.File {
	// online judges distinguish upper and lower case, but the format's default checker does not
	settings := schemaLine("../../../problems", "test_group.yaml") + "output_validator_args: [case_sensitive]\n"
	return []whole.File{{Path: "solution/mine/" + template.Path, Text: template.Text},
		{Path: "tests/sample/test_group.yaml", Text: settings}, {Path: "tests/secret/test_group.yaml", Text: settings},
		{Path: "tests/sample/1.in"}, {Path: "tests/sample/1.ans"}}
}

func unpacked(name string) ([]whole.File, error) {
	text, err := skeletons.ReadFile("skeletons/" + name + ".txtar")
	if err != nil {
		return nil, err
	}
	var files []whole.File
	for _, f := range txtar.Parse(text).Files {
		files = append(files, whole.File{Path: f.Name, Text: string(f.Data)})
	}
	return files, nil
}

// IsTemplate reports whether a statement is still identical to that of a skeleton.
func IsTemplate(path string) bool {
	return slices.ContainsFunc(Types, func(kind string) bool {
		files, err := unpacked(kind)
		i := slices.IndexFunc(files, func(f whole.File) bool { return f.Path == "problem/statement/problem.en.md" })
		if err != nil || i < 0 {
			return false
		}
		text, err := untrusted.Read(path, int64(len(files[i].Text)))
		return err == nil && string(text) == files[i].Text
	})
}

func stem(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }

// below returns the files in one folder of a skeleton. The folder is "problem", "tests" or "solution".
func below(folder string, skeleton []whole.File) []whole.File {
	var files []whole.File
	for _, f := range skeleton {
		if name, ok := strings.CutPrefix(f.Path, folder+"/"); ok {
			files = append(files, whole.File{Path: filepath.FromSlash(name), Text: f.Text})
		}
	}
	return files
}
