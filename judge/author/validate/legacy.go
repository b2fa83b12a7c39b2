package validate

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"

	"dlxjudge/judge/read/problem"
)

// legacyStatement is the name of a statement's file in the legacy formats, which may be without a language.
var legacyStatement = regexp.MustCompile(`^problem(\.[a-z]{2,3}(-[A-Z]{2})?)?\.(tex|pdf|md|html)$`)

// legacyCompleteness finds what a package must have by the legacy formats, which demand less, and the problem lacks.
func legacyCompleteness(p *problem.Problem) []Finding {
	var found []Finding
	if p.License != "" && p.License != "unknown" && p.License != "public domain" && !p.About.Owned() {
		found = append(found, Finding{filepath.Join(p.Dir, "problem.yaml"), fmt.Sprintf("the license %q needs an "+
			"owner of the rights; add rights_owner or source", p.License)})
	}
	folder := filepath.Join(p.Dir, "problem_statement")
	stated := slices.ContainsFunc(visible(folder), func(e fs.DirEntry) bool {
		return legacyStatement.MatchString(e.Name())
	})
	if !stated {
		found = append(found, Finding{folder, "no statement; write problem.en.tex there"})
	}
	return append(found, programs(p)...)
}
