package validate

import (
	"path/filepath"

	"dlxjudge/judge/read/problem"
)

// polygonCompleteness finds what a package of Polygon should have and the problem lacks.
func polygonCompleteness(p *problem.Problem) []Finding {
	var found []Finding
	folder := filepath.Join(p.Dir, "statements")
	files, _ := filepath.Glob(filepath.Join(folder, "*", "problem.tex")) // no folder is no statement
	sections, _ := filepath.Glob(filepath.Join(p.Dir, "statement-sections", "*", "legend.tex"))
	if len(files)+len(sections) == 0 {
		found = append(found, Finding{folder, "no statement; write one on Polygon, and download the package again"})
	}
	return append(found, programs(p)...)
}
