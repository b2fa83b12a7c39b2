package problem

import (
	"fmt"
	"path/filepath"
	"strings"

	"dlxjudge/judge/read/legacy"
)

// graderFolder holds the program that makes one result of several, of a legacy format. All its files decide verdicts.
const graderFolder = "graders"

// readGrader finds the grader, if a group has grading: custom. Why there is none that could be asked is for the row of
// each submission.
func (p *Problem) readGrader() (why string, err error) {
	dir, at := filepath.Join(p.Dir, graderFolder), p.legacy.GraderAt
	if at == "" {
		if exists(dir) {
			p.warn(fmt.Errorf("%s: not used: no %s says grading: custom", dir, legacy.GroupFile))
		}
		return "", nil
	}
	if !p.scored {
		return "", nil // it is not judged
	}
	graders, err := p.readTool(graderFolder, spared)
	switch {
	case err != nil:
		return "", err
	case len(graders) == 0:
		return fmt.Sprintf("%s: grading is custom, but there is no program in %s; put one there, or write: grading: "+
			"default", at, dir), nil
	case len(graders) > 1:
		return fmt.Sprintf("%s: %d graders (%s), and a problem has one; leave one there", dir, len(graders),
			strings.Join(sourceNames(graders), ", ")), nil
	}
	p.Grader = &graders[0]
	return "", nil
}
