package scaffold

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/schema"
	"dlxjudge/problems"
)

// JudgesHere returns the online judges of the checkout around the working directory. Without a checkout, it returns
// the judges of a new checkout.
func JudgesHere() (map[string]problem.OnlineJudge, error) {
	if roots, err := pick.FindTree(); err == nil {
		return problem.Judges(roots)
	}
	return problem.ParseJudges("problems/judges.yaml", problems.Judges)
}

// NewCheckout turns an empty folder into a checkout: it makes problems/, testdata/, solutions/ and judges.yaml. The
// folder may contain hidden files.
func NewCheckout(folder string) (problem.Roots, error) {
	entries, err := untrusted.ReadDir(folder)
	if err != nil {
		return problem.Roots{}, err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			return problem.Roots{}, fmt.Errorf("no problems/ and testdata/ here or in a folder above, and this " +
				"folder is not empty; change to a checkout, or to an empty folder, which becomes one: mkdir contest " +
				"&& cd contest")
		}
	}
	roots := problem.Tree(folder)
	for _, dir := range []string{roots.Solutions, roots.Testdata, roots.Problems} {
		err = errors.Join(err, os.Mkdir(dir, 0o777))
	}
	err = errors.Join(err, os.WriteFile(filepath.Join(roots.Problems, judgesFile), problems.Judges, 0o666))
	if err != nil {
		RemoveCheckout(roots)
	}
	return roots, err
}

const judgesFile = "judges.yaml"

// RemoveCheckout undoes NewCheckout, but leaves folders that are no longer empty.
func RemoveCheckout(roots problem.Roots) {
	for _, path := range []string{filepath.Join(roots.Problems, judgesFile), roots.Problems, roots.Testdata,
		roots.Solutions} {
		os.Remove(path)
	}
}

// schemas is a folder beside the problems. It has the JSON Schemas of their files, for editors.
const schemas = ".schemas"

// schemaLine returns the comment that tells yaml-language-server where the schema of a file is. The relative path up
// leads from the file's folder to the folder of all problems.
func schemaLine(up, file string) string {
	return "# yaml-language-server: $schema=" + path.Join(up, schemas, schemaFile(file)) + "\n"
}

func schemaFile(file string) string { return strings.TrimSuffix(file, ".yaml") + ".json" }

// removeFiles removes files that Make has written, and the folder of the schemas if it is then empty.
func removeFiles(roots problem.Roots, written []string) {
	for _, path := range written {
		os.Remove(path)
	}
	os.Remove(filepath.Join(roots.Problems, schemas))
}

// writeSchemas writes the schemas that are missing for a new problem, and returns the paths of these schemas.
func writeSchemas(roots problem.Roots) (written []string, err error) {
	for _, file := range []string{"problem.yaml", "judge.yaml", "test_group.yaml"} {
		text, err := schema.Files.ReadFile(schemaFile(file))
		if err != nil {
			return written, err
		}
		path := filepath.Join(roots.Problems, schemas, schemaFile(file))
		if whole.Free(path) != nil {
			continue
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), whole.Replace(path, text)); err != nil {
			return written, err
		}
		written = append(written, path)
	}
	return written, nil
}

var approachForm = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9_-]*$`)

// CheckApproach returns an error if a solution cannot have this name.
func CheckApproach(name string) error {
	if len(name) <= 60 && approachForm.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q: the name of a solution has letters, digits, _ and - only, such as mine or dlx-cpp", name)
}

// AddSolution writes a solution from a template to solutions/PROBLEM/APPROACH, and returns the path of the file.
// The error is whole.ErrExists if there is a solution with that name.
func AddSolution(roots problem.Roots, p *problem.Problem, approach string, template whole.File) (string, error) {
	all := filepath.Join(roots.Solutions, p.Name)
	if err := os.MkdirAll(all, 0o777); err != nil {
		return "", err
	}
	defer os.Remove(all) // only if it is empty, because there is no solution
	folder := filepath.Join(all, approach)
	return filepath.Join(folder, template.Path), whole.MakeFolder(folder, []whole.File{template})
}
