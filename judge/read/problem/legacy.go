package problem

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// readLegacy reads problem.yaml of a legacy format, and what such a package has beside it.
func (p *Problem) readLegacy(doc yaml.Value) error {
	if err := p.decodeLegacy(doc); err != nil {
		return err
	}
	k := p.legacy
	for _, name := range legacy.Statements {
		p.index.Use(filepath.Join(p.Dir, "problem_statement", name))
	}
	err := k.ReadFiles(p.Limits.Time)
	p.Limits.Time = k.Time
	if p.Title = cmp.Or(p.Title, k.Title, p.Name); p.Titles == nil {
		p.Titles = map[string]string{"en": p.Title}
	}
	return tree.Unreadable(err)
}

// decodeLegacy reads problem.yaml of a legacy format.
func (p *Problem) decodeLegacy(doc yaml.Value) error {
	k := &legacy.Package{Dir: p.Dir, Warn: p.warn, Unjudged: p.unjudged}
	p.legacy, p.graded, p.foreign = k, k, true
	p.Limits = Limits{Memory: defaultMemory, Output: defaultOutput, Validation: DefaultValidation,
		Resolution: time.Second, Multipliers: Multipliers{5000, 2000}}
	var owner yaml.Value
	fields := p.About.legacyFields()
	maps.Copy(fields, yaml.Fields{
		"type":         p.decodeType,
		"name":         p.decodeLegacyName,
		"uuid":         yaml.Into(&p.UUID, yaml.Value.Scalar), // the formats do not say what form it has
		"rights_owner": func(v yaml.Value) error { owner = v; p.About.Owner, _ = v.Scalar(); return nil },
		"license":      yaml.Into(&p.License, yaml.Value.Text),
		"limits":       func(v yaml.Value) error { return p.decodeLimits(v, new(string)) },
	})
	p.misplacedLimits(doc, fields)
	err := k.Decode(doc, fields)
	p.Interactive = p.Interactive || k.Interactive
	p.MultiPass = p.MultiPass || k.MultiPass || p.Limits.Passes > 0
	p.checkOwner(owner)
	return errors.Join(err, p.checkPasses(""))
}

// decodeLegacyName reads the name, which many packages give by language.
func (p *Problem) decodeLegacyName(v yaml.Value) error {
	if v.Kind() == yaml.Map {
		return p.decodeName(v)
	}
	title, err := v.Scalar()
	if title = strings.TrimSpace(title); title != "" {
		p.Title, p.Titles = title, map[string]string{"en": title}
	}
	return err
}

// graderFolder holds the program that makes one result of several, of a legacy format. All its files decide verdicts.
const graderFolder = "graders"

// readGrader finds the grader, if a group has grading: custom. Why there is none that could be asked is for the row of
// each submission.
func (p *Problem) readGrader() (why string, err error) {
	dir, at := filepath.Join(p.Dir, graderFolder), p.graded.GraderAt
	if at == "" {
		if p.index.Has(dir) {
			p.warn(fmt.Errorf("%s: not used: no %s says grading: custom", dir, legacy.GroupFile))
		}
		return "", nil
	}
	if !p.scored {
		return "", nil // it is not judged
	}
	graders, err := p.readTools(graderFolder)
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
	p.index.Use(dir)
	return "", nil
}

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

// expectLegacy works out what is expected of each submission: what its source says, else what its folder does. Of a
// submission of which neither says anything, nothing is expected.
func (p *Problem) expectLegacy(at layout) error {
	reported := make(map[string]bool)
	ungraded, err := p.readGrader()
	if err != nil {
		return tree.Unreadable(err)
	}
	for i := range p.Submissions {
		s := &p.Submissions[i]
		folder, _, _ := strings.Cut(s.Path, "/")
		usual, known := legacyFolders[folder]
		usual.Submissions, usual.File = s.Path, "the format's rule for "+folder
		said, points, err := p.tags(*s)
		switch {
		case s.Broken != "" && !known:
		case s.Broken != "":
			p.Expectations = append(p.Expectations, usual)
		case err != nil:
			s.Broken, usual.Whole = err.Error(), []Verdict{} // a verdict is stated, though which is not known
			p.Expectations = append(p.Expectations, usual)
		case said.Whole != nil:
			if folder == "accepted" && !slices.Contains(said.Whole, AC) {
				p.warn(fmt.Errorf("%s: it expects %s of a submission in accepted", said.File, either(said.Whole)))
			}
			s.Solution = slices.Equal(said.Whole, []Verdict{AC})
			p.Expectations = append(p.Expectations, said)
		case folder == "partially_accepted" && p.Scoring == nil:
			s.Broken = filepath.Join(at.submissions, s.Path) +
				": partially_accepted is for problems of the type scoring; move it, for example to accepted"
			p.Expectations = append(p.Expectations, usual)
		case known:
			p.Expectations = append(p.Expectations, usual)
		case points.Score != nil:
		case !reported[folder]:
			reported[folder] = true
			p.warn(fmt.Errorf("%s: no folder of the format: nothing is expected of %s, so any verdict will do; write "+
				"an @EXPECTED_RESULTS@ in its submissions", filepath.Join(at.submissions, folder), s.Path))
		}
		if points.Score != nil && s.Broken == "" {
			p.Expectations = append(p.Expectations, points)
		}
		if s.Broken == "" {
			s.Broken = ungraded
		}
	}
	return nil
}

// maxAnnotated bounds the files that are searched for an annotation, in bytes. Larger ones are data.
const maxAnnotated = 4 << 20

// tags are the expectations in the source of a submission, of its result and of its score: the first one of each. The
// score of a problem without scores is left out.
func (p *Problem) tags(s Submission) (result, points Expectation, err error) {
	for _, name := range s.Files {
		path := filepath.Join(s.Dir, name)
		text, err := untrusted.Read(path, maxAnnotated)
		var large *untrusted.SizeError
		if errors.As(err, &large) { // data
			continue
		} else if err != nil {
			return result, points, tree.Unreadable(err)
		}
		place := func(line int) string { return fmt.Sprintf("%s:%d", path, line) }
		verdicts, line, err := legacy.Annotation(text)
		if err != nil {
			return result, points, fmt.Errorf("%s: %w", place(line), err)
		}
		if line > 0 && result.Whole == nil {
			result = Expectation{Submissions: s.Path, File: place(line), First: true}
			for _, v := range verdicts {
				result.Whole = append(result.Whole, Verdict(v))
			}
		}
		low, high, line, err := legacy.ScoreTag(text)
		switch {
		case line == 0 || points.Score != nil:
		case p.Scoring == nil:
			p.warn(fmt.Errorf("%s: ignored: scores are for problems of the type scoring", place(line)))
		case err != nil:
			return result, points, fmt.Errorf("%s: %w", place(line), err)
		default:
			points = Expectation{Submissions: s.Path, File: place(line), Score: &ScoreRange{Low: low, High: high}}
		}
	}
	return result, points, nil
}
