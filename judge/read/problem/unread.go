package problem

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/read/tree"
)

// filesForPeople are the names of files for people, whatever their extension.
var filesForPeople = []string{"README", "LICENSE", "LICENCE", "COPYING", "CHANGELOG", "Makefile"}

// warnUnread warns about unused files at the top of a package and among its tests, except files for people.
func (p *Problem) warnUnread(at layout) {
	entries, _ := p.index.List(at.dir) // other functions report an unreadable folder
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name, ".")
		other, advice := p.renamed[e.Name], ""
		switch {
		case e.Misnamed:
			p.warn(misnamed(e))
			continue
		case e.Wrong != nil && e.Kind != tree.Folder, slices.Contains(p.roots, e.Name), e.Used,
			e.Kind == tree.File && slices.Contains(filesForPeople, name), e.Name == p.groups.graders,
			at.solutions != "" && filepath.Ext(e.Name) == ".go":
			continue
		case other == "":
			p.remark(fmt.Errorf("%s: not read: the format %s has no such name", e.Path, p.Format))
			continue
		case p.unversioned && !p.index.Has(filepath.Join(at.dir, other)):
			advice = fmt.Sprintf("; if the package is in the format %[1]s, say so in problem.yaml: "+
				"problem_format_version: %[1]s", formatVersion)
		}
		p.warn(fmt.Errorf("%s: not read: the format %s has no such name; its name in this format is %s%s", e.Path,
			p.Format, other, advice))
	}
	if at.solutions == "" {
		p.unread(at.data, "tests are in sample and secret", p.remark, func(e *tree.Entry) bool {
			folder := strings.HasPrefix(e.Name, "invalid_") || strings.HasPrefix(e.Name, "valid_") // for validators
			return e.Name == "sample" || e.Name == "secret" || e.Kind == tree.Folder && folder
		})
	}
	for _, name := range []string{"sample", "secret"} {
		p.index.At(filepath.Join(at.data, name)).Below(func(folder *tree.Entry) bool {
			if folder.Kind != tree.Folder || folder.Misnamed || folder.Used {
				return false
			}
			p.unread(folder.Path, "no test has such a file in the format "+p.Format, p.warn, func(e *tree.Entry) bool {
				base, extension := p.splitTestName(e.Name)
				path := filepath.Join(folder.Path, base)
				alone := p.legacy && (extension == ".interaction" || p.index.Has(path+".interaction"))
				input := p.index.At(path + ".in")
				return extension != "" && (input != nil && input.Used || alone) || e.Name == p.groups.file ||
					e.Kind != tree.File || extension == ".in" || extension == ".ans"
			})
			return true
		})
	}
}

// unread reports the unused entries of a folder to the function tell, with the reason why. It leaves out entries for
// which fine() returns true.
func (p *Problem) unread(dir, why string, tell func(...error), fine func(*tree.Entry) bool) {
	entries, _ := p.index.List(dir) // an unreadable folder has no tests
	for _, e := range entries {
		if !e.Misnamed && !e.Used && !fine(e) {
			tell(fmt.Errorf("%s: not read: %s", e.Path, why))
		}
	}
}

// Causes returns a line for each cause of warnings. The line has one warning as an example, and the number of other
// warnings with the same cause.
func Causes(warnings []error) (lines []string) {
	var causes []string
	count := make(map[string]int)
	for _, warning := range warnings {
		_, cause, _ := strings.Cut(warning.Error(), ": ")
		if cause = quoted.ReplaceAllString(cause, ""); count[cause] == 0 {
			causes, lines = append(causes, cause), append(lines, warning.Error())
		}
		count[cause]++
	}
	for i, cause := range causes {
		if more := count[cause] - 1; more > 0 {
			lines[i] += fmt.Sprintf(" (and %d more like it, which judge validate shows)", more)
		}
	}
	return lines
}

// quoted matches the parts of a warning that differ between warnings with the same cause.
var quoted = regexp.MustCompile(`"[^"]*"`)
