package problem

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
)

// legacyFolders are what the legacy formats, and judges that read them, expect of the submissions in a folder. In
// rejected, any verdict but AC will do. Only accepted submissions bound the time limit from below.
var legacyFolders = map[string]Expectation{
	"accepted":            {Permitted: []Verdict{AC}},
	"wrong_answer":        {Permitted: []Verdict{AC, WA}, Required: []Verdict{WA}, Untimed: true},
	"time_limit_exceeded": {Permitted: []Verdict{AC, WA, TLE}, Required: []Verdict{TLE}},
	"run_time_error":      {Required: []Verdict{RTE}},
	"rejected":            {Required: []Verdict{RTE, TLE, WA}},
	"no_output":           {Permitted: []Verdict{AC, WA}, Required: []Verdict{WA}, Untimed: true},
	"output_limit":        {Required: []Verdict{OLE}},
	"memory_limit":        {Required: []Verdict{RTE}},
	"compiler_error":      {Whole: []Verdict{CE}},
	"partially_accepted":  {Whole: []Verdict{AC}, Partial: true, Untimed: true},
}

// expectLegacy works out what is expected of each submission: what its source says, else what its folder does. A
// submission of which neither says anything is not judged.
func (p *Problem) expectLegacy(at layout) error {
	reported := make(map[string]bool)
	slices.Sort(p.legacy.Unjudged)
	unjudged := strings.Join(slices.Compact(p.legacy.Unjudged), ", ")
	for i := range p.Submissions {
		s := &p.Submissions[i]
		folder, _, _ := strings.Cut(s.Path, "/")
		usual, known := legacyFolders[folder]
		usual.Submissions, usual.File = s.Path, "the format's rule for "+folder
		said, err := p.annotation(*s)
		switch {
		case s.Broken != "":
		case err != nil:
			s.Broken = err.Error()
		case said.File != "":
			if folder == "accepted" && !slices.Contains(said.Whole, AC) {
				p.warn(fmt.Errorf("%s: it expects %s of a submission in accepted", said.File, either(said.Whole)))
			}
			s.Solution = slices.Equal(said.Whole, []Verdict{AC})
			p.Expectations = append(p.Expectations, said)
		case folder == "partially_accepted" && p.Scoring == nil:
			s.Broken = filepath.Join(at.submissions, s.Path) +
				": partially_accepted is for problems of the type scoring; move it, for example to accepted"
		case known:
			p.Expectations = append(p.Expectations, usual)
		default:
			s.Broken = fmt.Sprintf("%s: neither its folder nor an @EXPECTED_RESULTS@ in it says what is expected; "+
				"write one in, or move it, for example to accepted",
				filepath.Join(at.submissions, s.Path))
			if !reported[folder] {
				reported[folder] = true
				p.warn(fmt.Errorf("%s: no folder of the format; its submissions need an @EXPECTED_RESULTS@",
					filepath.Join(at.submissions, folder)))
			}
		}
		s.Unjudged = unjudged
	}
	return nil
}

// maxAnnotated bounds the source that is searched for an annotation, in bytes.
const maxAnnotated = 4 << 20

// annotation is the expectation in the source of a submission, the first one; without a File if there is none.
func (p *Problem) annotation(s Submission) (Expectation, error) {
	for _, name := range s.Files {
		path := filepath.Join(s.Dir, name)
		text, err := untrusted.Read(path, maxAnnotated)
		if err != nil {
			return Expectation{}, unreadable(err)
		}
		verdicts, line, err := legacy.Annotation(text)
		if err != nil {
			return Expectation{}, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		if line > 0 {
			e := Expectation{Submissions: s.Path, File: fmt.Sprintf("%s:%d", path, line)}
			for _, v := range verdicts {
				e.Whole = append(e.Whole, Verdict(v))
			}
			return e, nil
		}
	}
	return Expectation{}, nil
}
