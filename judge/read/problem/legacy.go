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
	p.legacy, p.graded = k, k
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
		"limits":       p.decodeLegacyLimits,
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

// decodeLegacyLimits reads the limits. A time limit is not in the legacy formats, but newer judges read one there.
func (p *Problem) decodeLegacyLimits(v yaml.Value) error {
	fields := p.limitFields()
	fields["time_multiplier"], fields["time_safety_margin"] = p.fromAccepted(), p.toTooSlow()
	fields["validation_passes"] = p.About.given("validation_passes", p.decodePasses)
	maps.Copy(fields, p.newerLimits())
	return p.legacy.Keys(v, fields, slices.Collect(maps.Keys(fields))...)
}

// findLegacyTools finds the output validators, if they are used, and the input validators.
func (p *Problem) findLegacyTools() error {
	o := p.legacy
	var errs []error
	p.readValidators("input_validators")
	p.readValidators("input_format_validators")
	slices.SortFunc(p.InputValidators, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	dir := filepath.Join(p.Dir, "output_validators")
	switch {
	case o.Custom:
		checkers, err := p.readTools("output_validators")
		if newer := filepath.Join(p.Dir, "output_validator"); err == nil && p.hasNewerChecker() {
			p.fault(fmt.Errorf("%s: read as %s, as which the format knows it; rename the folder", newer,
				filepath.Base(dir)), "")
			p.index.Use(newer)
			checkers = make([]Source, 1)
			checkers[0], err = p.readSource(newer)
		}
		if err == nil && len(checkers) == 0 {
			err = fmt.Errorf("%s: validation is custom, but there is no program in %s; put one there, or write: "+
				"validation: default", o.CustomAt, dir)
		}
		errs = append(errs, err)
		p.Checkers = checkers
	case p.index.Has(dir):
		p.warn(fmt.Errorf("%s: not used: problem.yaml does not say validation: custom", dir))
	}
	if include := filepath.Join(p.Dir, "include"); p.index.Has(include) {
		if p.Format == legacy.ICPC {
			p.warn(fmt.Errorf("%s: the format %s does not know it; read as in %s", include, legacy.ICPC, legacy.Format))
		}
		if p.index.Has(filepath.Join(include, "default")) {
			p.warn(fmt.Errorf("%s: not read: in this format files are included by language", filepath.Join(include,
				"default")))
		}
	}
	return errors.Join(errs...)
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
