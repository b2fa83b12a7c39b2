package problem

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// decodeLegacy decodes problem.yaml in a legacy format, and reads the files beside it. Most keys are those of 2025-09,
// but the texts for people have no form.
func (p *Problem) decodeLegacy(doc yaml.Value) error {
	a := &p.About
	older, people := p.olderFields()
	flags := yaml.Fields{"output_validator_flags": older["validator_flags"]}
	entries, _ := doc.Entries()           // KeysOr reports mistakes
	unknown := func(e yaml.Entry) error { // these keys affect verdicts, so they must not be misspelt
		return e.Unknown(yaml.Unwritten(entries, []string{"type", "limits", "validation", "validator_flags"}))
	}
	flags = flags.Renamed(legacy.GroupFile, "read as validator_flags")
	if err := doc.KeysOr(unknown, older, people, flags, p.beginLimits(doc), yaml.Fields{
		"problem_format_version": yaml.Only(yaml.Value.Scalar),
		"type":                   yaml.Only(p.readTypes),
		"limits":                 p.decodeLegacyLimits,
		"name":                   func(v yaml.Value) error { return a.decodeName(v, anyText) },
		"uuid":                   yaml.Into(&a.UUID, anyText),
		"credits":                a.decodeCredits,
		"source":                 a.readSource,
		"license":                yaml.Into(&a.License, anyText),
		"rights_owner":           yaml.Into(&a.Owner, anyText),
		"keywords":               yaml.Into(&a.Keywords, legacy.Words),
	}); err != nil {
		return err
	}
	if kind, _ := doc.Get("type"); p.Talks() && p.earlier.validationAt == "" {
		// the default checker cannot judge an interactive or multi-pass problem
		p.earlier.custom, p.earlier.validationAt = true, kind.Place()
	}
	p.checkOwner(doc)
	err := p.readBeside()
	p.MultiPass = p.MultiPass || p.Limits.Passes > 0
	return errors.Join(err, p.checkPasses(doc))
}

// anyText reads any text. It reads a list as an empty text.
func anyText(v yaml.Value) (string, error) {
	text, _ := v.Scalar()
	return text, nil
}

// decodeLegacyLimits reads the limits. The legacy formats do not define a time limit there, but newer judges read one.
func (p *Problem) decodeLegacyLimits(v yaml.Value) error {
	now, older := p.multiplierFields()
	now = now.Renamed(formatVersion, "read as in that version")
	read := now["time_multipliers"]
	now["time_multipliers"] = func(v yaml.Value) error {
		if v.Kind() != yaml.Map { // in every version that has this key, it is a map
			return v.Fault(v.Errorf("time_multipliers is a map in %s, and unknown in this format", formatVersion),
				"ignored")
		}
		return read(v)
	}
	return v.Keys(p.limitFields(), older, now)
}

// readBeside reads the files that the legacy formats have beside problem.yaml.
func (p *Problem) readBeside() error {
	if p.earlier.scoresAt != "" && !p.scored {
		p.fault(fmt.Errorf("%s: validation with score is for problems of the type scoring; write type: scoring, or "+
			"remove the word", p.earlier.scoresAt), "")
	}
	for _, name := range legacy.Statements {
		p.index.Use(filepath.Join(p.Dir, "problem_statement", name))
	}
	beside, err := legacy.ReadFiles(p.Dir, p.Limits.Time, p.warn)
	p.Title, p.Limits.Time = cmp.Or(p.Title, beside.Title, p.Name), beside.Time
	if len(p.Titles) == 0 {
		p.Titles = map[string]string{"en": p.Title}
	}
	if p.SubmitAnswer {
		p.unjudged("submit-answer")
	}
	include := filepath.Join(p.Dir, "include")
	if p.Format == legacy.ICPC && p.index.Has(include) {
		p.warn(fmt.Errorf("%s: the format %s does not know it; read as in %s", include, legacy.ICPC, legacy.Format))
	}
	if usual := filepath.Join(include, "default"); p.index.Has(usual) {
		p.warn(fmt.Errorf("%s: not read: in this format files are included by language", usual))
		delete(p.include, "default")
	}
	if p.earlier.argsAt == "" {
		p.earlier.args, p.earlier.argsAt = beside.Args, beside.ArgsAt
	}
	for _, s := range beside.Elsewhere {
		if setting := s.Key + " " + s.Value; !p.earlier.custom {
			p.unjudged(setting)
			p.warn(fmt.Errorf("%s: %s: that program is not in the package; put it in output_validators, and write "+
				"in problem.yaml: validation: custom", s.At, setting))
		} else {
			p.earlier.elsewhere += fmt.Sprintf("; %s: %s names a program that is not in the package", s.At, setting)
		}
	}
	return tree.Unreadable(err)
}

// legacyCheckers finds the output validators of a legacy package, which are used only if problem.yaml says so.
func (p *Problem) legacyCheckers() error {
	if p.earlier.custom {
		return p.findCheckers(checkerFolder, "write: validation: default")
	}
	if dir := filepath.Join(p.Dir, checkersFolder); p.index.Has(dir) {
		p.warn(fmt.Errorf("%s: not used: problem.yaml does not say validation: custom", dir))
	}
	return nil
}

// readGrader finds the custom grader, if a group has the line "grading: custom". If there is not exactly one grader,
// all submissions are broken. All files in the grader's folder affect verdicts.
func (p *Problem) readGrader() error {
	dir, at := filepath.Join(p.Dir, p.groups.graders), p.earlier.graderAt
	if p.groups.graders != "" && at == "" && p.index.Has(dir) {
		p.warn(fmt.Errorf("%s: not used: no %s says grading: custom", dir, legacy.GroupFile))
	}
	if at == "" || !p.scored { // a problem that has a custom grader but no scores is not judged
		return nil
	}
	graders, mistakes := p.readTools(p.groups.graders)
	if mistakes != nil {
		return errors.Join(mistakes...)
	}
	why := ""
	switch len(graders) {
	case 1:
		p.Grader = &graders[0]
		p.index.Use(dir)
	case 0:
		why = fmt.Sprintf("%s: grading is custom, but there is no program in %s; put one there, or write: grading: "+
			"default", at, dir)
	default:
		why = fmt.Sprintf("%s: %d graders (%s), and a problem has one; leave one there", dir, len(graders),
			strings.Join(sourceNames(graders), ", "))
	}
	for i := range p.Submissions {
		p.Submissions[i].Broken = cmp.Or(p.Submissions[i].Broken, why)
	}
	return nil
}

// legacyFolders holds the expectations for the folders of submissions in the legacy formats, including folders that
// only some judge systems know. In the folder "rejected", a submission may get any verdict except AC. By these rules,
// only the times of submissions in "accepted" are lower bounds of the time limit.
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

// expectLegacy takes the expectations for each submission from tags in its source, or else from the rule for its
// folder. If neither has an expectation, any verdict will do.
func (p *Problem) expectLegacy(at layout) error {
	reported := make(map[string]bool)
	for i := range p.Submissions {
		s := &p.Submissions[i]
		folder, _, _ := strings.Cut(s.Path, "/")
		usual, known := legacyFolders[folder]
		usual.Submissions, usual.File, usual.Usual = s.Path, "the format's rule for "+folder, true
		said, points, err := p.tags(*s) // finds no tags in a broken submission, which has no files
		switch {
		case err != nil:
			s.Broken, usual.Whole, known = err.Error(), []Verdict{}, true // the expected verdict is unknown
		case said.File != "" && said.Whole == nil: // a person checks the verdict
			s.Solution, known = false, false
		case said.Whole != nil:
			if folder == "accepted" && !slices.Contains(said.Whole, AC) {
				p.warn(fmt.Errorf("%s: the submission expects %s, but is in accepted", said.File, either(said.Whole)))
			}
			s.Solution = slices.Equal(said.Whole, []Verdict{AC})
			usual, known = said, true
		case folder == "partially_accepted" && p.Scoring == nil:
			s.Broken = cmp.Or(s.Broken, filepath.Join(at.submissions, s.Path)+
				": partially_accepted is for problems of the type scoring; move it, for example to accepted")
		case !known && s.Broken == "" && points.Score == nil && !reported[folder]:
			reported[folder] = true
			p.warn(fmt.Errorf("%s: not a folder of the format: %s has no expected verdict, so any verdict will "+
				"do; write an @EXPECTED_RESULTS@ in its submissions", filepath.Join(at.submissions, folder), s.Path))
		}
		if known {
			p.Expectations = append(p.Expectations, usual)
		}
		if points.Score != nil && s.Broken == "" {
			p.Expectations = append(p.Expectations, points)
		}
	}
	return nil
}

// maxAnnotated is the maximum size in bytes of a file that is searched for tags. Larger files are data.
const maxAnnotated = 4 << 20

// tags reads the tags in the source of a submission. It returns the first expectation of a result, and the first
// expectation of a score. In a problem without scores, it warns about an expected score and ignores it.
func (p *Problem) tags(s Submission) (result, points Expectation, err error) {
	for _, name := range s.Files {
		path := filepath.Join(s.Dir, name)
		text, err := untrusted.Read(path, maxAnnotated)
		var large *untrusted.SizeError
		if errors.As(err, &large) { // a data file
			continue
		} else if err != nil {
			return result, points, tree.Unreadable(err)
		}
		place := func(line int) string { return fmt.Sprintf("%s:%d", path, line) }
		verdicts, line, err := legacy.Annotation(text)
		if err != nil {
			return result, points, fmt.Errorf("%s: %w", place(line), err)
		}
		if line > 0 && result.File == "" {
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
