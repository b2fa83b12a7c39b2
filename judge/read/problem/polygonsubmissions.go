package problem

import (
	"fmt"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/tree"
)

// polygonTags are the tags of solutions that say nothing of verdicts alone.
const (
	polygonMain  = "main"       // the solution that makes the answers
	polygonNever = "do-not-run" // a program that is kept, and not judged
)

// polygonTags are what each tag expects of a solution. RTE covers MLE and OLE, TLE covers OLE, WA
// covers PE.
var polygonTags = map[string]Expectation{
	polygonMain:                       {Permitted: []Verdict{AC}},
	"accepted":                        {Permitted: []Verdict{AC}},
	"wrong-answer":                    {Permitted: []Verdict{AC, WA}, Required: []Verdict{WA}},
	"presentation-error":              {Permitted: []Verdict{AC, WA}, Required: []Verdict{WA}},
	"time-limit-exceeded":             {Permitted: []Verdict{AC, TLE}, Required: []Verdict{TLE}},
	"memory-limit-exceeded":           {Permitted: []Verdict{AC, RTE}, Required: []Verdict{RTE}},
	"runtime-error":                   {Permitted: []Verdict{AC, RTE}, Required: []Verdict{RTE}},
	"time-limit-exceeded-or-accepted": {Permitted: []Verdict{AC, TLE}},
	"time-limit-exceeded-or-memory-limit-exceeded": {Permitted: []Verdict{AC, RTE, TLE},
		Required: []Verdict{RTE, TLE}},
	"rejected":  {Required: []Verdict{RTE, TLE, WA}},
	"incorrect": {Required: []Verdict{RTE, TLE, WA}},
	"failed":    {Required: []Verdict{RTE, TLE, WA}},
}

// readPolygonSubmissions reads the solutions. Each is called as its file, in a folder that says its tag.
func (p *Problem) readPolygonSubmissions() {
	for _, s := range p.polygon.Solutions {
		if s.Tag == polygonNever {
			p.warn(fmt.Errorf("%s: %s is not run, as its tag %s says", p.polygon.Path, s.Named, polygonNever))
			continue
		}
		source, err := p.polygonSource(s)
		if err != nil {
			source.Files = nil
		}
		source.Name = p.polygonName(s, source.Name)
		folder := polygonFolder(s.Tag)
		p.addSubmissions([]Source{source}, folder+"/", folder+"/")
		added := &p.Submissions[len(p.Submissions)-1]
		if err != nil {
			added.Broken = err.Error()
		}
		if expected, known := polygonTags[s.Tag]; known {
			expected.Submissions, expected.File = added.Path, p.polygon.Path+": tag "+s.Tag
			p.Expectations = append(p.Expectations, expected)
			continue
		}
		said := "no tag"
		if s.Tag != "" {
			said = fmt.Sprintf("the unknown tag %q", legible.Line(s.Tag))
		}
		p.warn(fmt.Errorf("%s: %s has %s, so any verdict will do", p.polygon.Path, added.Path, said))
	}
}

// polygonFolder is what stands before a solution's name: accepted, or its tag as a folder would be called.
func polygonFolder(tag string) string {
	switch {
	case tag == polygonMain:
		return "accepted"
	case polygonTags[tag].Required == nil && polygonTags[tag].Permitted == nil:
		return "untagged"
	}
	return strings.ReplaceAll(tag, "-", "_")
}

// polygonName is the name of a solution: that of its file, or its path if another solution has that name.
func (p *Problem) polygonName(s polygon.Program, name string) string {
	taken := func(name string) bool {
		for _, o := range p.Submissions {
			if o.Path == polygonFolder(s.Tag)+"/"+name {
				return true
			}
		}
		return false
	}
	if name = strings.TrimLeft(strings.Map(plainRune, name), ".-"); taken(name) {
		name = strings.TrimLeft(strings.Map(plainRune, s.Named), ".-_")
	}
	if name == "." || name == "" {
		name = "unnamed"
	}
	for taken(name) {
		name += "_"
	}
	return name
}

// plainRune puts a character in place of one that no name of a submission has.
func plainRune(r rune) rune {
	if r < 128 && tree.Allowed("_"+string(r)) {
		return r
	}
	return '_'
}
