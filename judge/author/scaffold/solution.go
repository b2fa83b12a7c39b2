package scaffold

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"dlxjudge/judge/read/problem"
)

var approachForm = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9_-]{0,59}$`)

// CheckApproach says what is wrong with the name of a solution.
func CheckApproach(name string) error {
	if approachForm.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q: the name of a solution has letters, digits, _ and - only, such as mine or dlx-cpp", name)
}

// AddSolution writes a solution from a template beside the others of a problem, solutions/PROBLEM/APPROACH, and returns
// its path. An *ExistsError says that there is one of that name.
func AddSolution(roots problem.Roots, p *problem.Problem, approach string, t Template) (string, error) {
	if err := CheckApproach(approach); err != nil {
		return "", err
	}
	all := filepath.Join(roots.Solutions, p.Name)
	if err := os.MkdirAll(all, 0o777); err != nil {
		return "", err
	}
	file, folder := File{t.nameFor(p.Judge), string(t.Text)}, filepath.Join(all, approach)
	return filepath.Join(folder, file.Path), MakeFolder(folder, []File{file})
}
