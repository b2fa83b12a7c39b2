package problem

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

const formatVersion = "2025-09"

// readMetadata reads problem.yaml. Problems of a checkout must be in the format 2025-09. A package may also be in a
// draft of 2025-09 or in a legacy format.
func (p *Problem) readMetadata(at layout) error {
	path := filepath.Join(p.Dir, "problem.yaml")
	_, people := p.metadataFields()
	reader := p.lenient(append(people.Names(), "show_test_data_groups"))
	doc, err := reader.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && at.solutions == "" && p.index.Has(filepath.Join(p.Dir, legacy.Settings)) {
		doc, err = yaml.Parse(path, nil) // DOMjudge needs no problem.yaml, only its .ini file
	}
	switch missing := errors.Is(err, os.ErrNotExist); {
	case missing && at.solutions == "":
		return fmt.Errorf("%s: no such file; every problem package has this file, so the folder is not a package%s",
			path, p.foreign())
	case missing:
		return fmt.Errorf("%s: no such file; a problem needs one with problem_format_version, name and limits", path)
	case err != nil:
		return tree.Unreadable(err)
	}
	_, err = doc.Entries()
	version, place := "", doc.File() // the version decides the meaning of all other keys
	if v, _ := doc.Get("problem_format_version"); v.Kind() != yaml.Null && err == nil {
		version, err = v.Text()
		place = v.Place()
	}
	if err != nil {
		return err
	}
	p.Format = formatVersion
	decode := p.decodeMetadata
	switch {
	case version == formatVersion:
	case at.solutions != "":
		return fmt.Errorf("%s: a checkout's problems must use the current format; write problem_format_version: %s",
			place, formatVersion)
	case version == "" || version == legacy.Format || version == legacy.ICPC:
		p.Format, p.unversioned, decode = cmp.Or(version, legacy.Format), version == "", p.decodeLegacy
		p.format, p.groups, reader.Old = formatLegacy, gradedGroups, true
	case draft.MatchString(version):
		p.fault(fmt.Errorf("%s: the draft %q of the problem package format is read as its final version %s", place,
			version, formatVersion), "")
	default:
		return fmt.Errorf("%s: version %q of the problem package format is not supported; %s, %s and %s are", place,
			version, formatVersion, legacy.Format, legacy.ICPC)
	}
	if err := decode(doc); err != nil {
		return err
	}
	if draft.MatchString(version) && p.scored && p.gradesAsLegacy() {
		p.fault(fmt.Errorf("%s: the tests have settings for graders of the legacy formats", p.DataDir),
			"they are graded as in those formats")
		p.groups = gradedGroups
	}
	if p.Title == "" {
		p.fault(fmt.Errorf("%s: no name; add the problem's title: name: …", doc.File()), "")
		p.Title = p.Name
	}
	return nil
}

// metadataFields returns the keys of problem.yaml: first those that may change verdicts, which set Settings or Limits,
// and then those that change none, which set About. Mistakes in the values of the latter are only warnings.
func (p *Problem) metadataFields() (decisive, people yaml.Fields) {
	s, a := &p.Settings, &p.About
	decisive = yaml.Fields{
		"problem_format_version": yaml.Only(yaml.Value.Scalar),
		"type":                   p.decodeType,
		"limits":                 p.decodeLimits,
		"allow_file_writing":     yaml.Into(&s.FileWriting, yaml.Value.Bool),
		"constants":              yaml.Into(&s.Constants, decodeConstants),
	}
	people = yaml.Fields{
		"name":    func(v yaml.Value) error { return a.decodeName(v, yaml.Value.NonEmpty) },
		"uuid":    yaml.Into(&a.UUID, uuid),
		"credits": a.decodeCredits,
		"source":  a.readSource,
		"license": yaml.Into(&a.License, yaml.OneOf("unknown", "public domain", "cc0", "cc by", "cc by-sa",
			"educational", "permission")),
		"rights_owner":  yaml.Into(&a.Owner, yaml.Value.Text),
		"keywords":      yaml.Into(&a.Keywords, keywords),
		"languages":     a.decodeLanguages,
		"version":       a.other("version"),
		"embargo_until": a.other("embargo_until"),
	}
	older, olderPeople := p.olderFields()
	older["scoring"] = older["grading"]
	maps.Copy(decisive, older.Renamed(olderVersions, "read as in those versions"))
	maps.Copy(people, olderPeople.Renamed(olderVersions, "read as in those versions"))
	return decisive, people
}

// decodeMetadata decodes problem.yaml in the format 2025-09.
func (p *Problem) decodeMetadata(doc yaml.Value) error {
	fields, people := p.metadataFields()
	if err := doc.Keys(fields, people, p.beginLimits(doc)); err != nil {
		return err
	}
	p.checkOwner(doc)
	if p.SubmitAnswer && p.Limits.Time == 0 {
		p.Limits.Time = time.Second // nothing is run
	}
	err := p.checkPasses(doc)
	if p.earlier.minimize && p.scored {
		return errors.Join(fmt.Errorf("%s: objective: min is from older versions of the format; in this one, high "+
			"scores are better", doc.File()), err)
	}
	return errors.Join(p.checkResolution(doc), err)
}

// checkOwner checks that a work in the public domain has no owner.
func (p *Problem) checkOwner(doc yaml.Value) {
	if owner, ok := doc.Get("rights_owner"); ok && owner.Kind() != yaml.Null && p.License == "public domain" {
		p.fault(owner.Errorf("a work in the public domain has no rights owner; remove rights_owner, or give the "+
			"license that the owner grants"), "")
	}
}

// languageCode matches an ISO 639 code with an optional ISO 3166-1 region.
var languageCode = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z]{2})?$`)

// decodeName reads the title: one text, or a map with a text for each language. The function read reads such a text.
func (a *About) decodeName(v yaml.Value, read func(yaml.Value) (string, error)) (err error) {
	entries := []yaml.Entry{{Key: "en", At: v, Value: v}}
	if v.Kind() == yaml.Map {
		entries, err = v.Entries()
	}
	errs := []error{err}
	a.Titles = make(map[string]string)
	for _, e := range entries {
		if !languageCode.MatchString(e.Key) {
			errs = append(errs, e.At.Errorf("%q is not a language code such as en or pt-BR", e.Key))
		}
		title, err := read(e.Value)
		errs = append(errs, err)
		if title = strings.TrimSpace(title); title == "" {
			continue
		}
		a.Titles[e.Key] = title
		if a.Title == "" || e.Key == "en" {
			a.Title = title
		}
	}
	return errors.Join(errs...)
}

var uuidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func uuid(v yaml.Value) (string, error) {
	text, err := v.Text()
	if err == nil && !uuidForm.MatchString(text) {
		err = v.Errorf("%q is not a UUID such as 123e4567-e89b-42d3-a456-426614174000", text)
	}
	return text, err
}

// decodeLimits reads the limits in problem.yaml.
func (p *Problem) decodeLimits(v yaml.Value) error {
	now, older := p.multiplierFields()
	return v.Keys(p.limitFields(), now, older.Renamed(olderVersions, "read as in time_multipliers"))
}

// limitFields returns the keys of limits that all formats have.
func (p *Problem) limitFields() yaml.Fields {
	l := &p.Limits
	fields := yaml.Fields{
		"memory":             amount(&l.Memory, "MiB", 1<<20),
		"output":             amount(&l.Output, "MiB", 1<<20),
		"code":               amount(&l.Code, "KiB", 1<<10),
		"compilation_time":   amount(&l.Compilation.Time, "seconds", time.Second),
		"compilation_memory": amount(&l.Compilation.Memory, "MiB", 1<<20),
		"validation_time":    amount(&l.Validation.Time, "seconds", time.Second),
		"validation_memory":  amount(&l.Validation.Memory, "MiB", 1<<20),
		"validation_output":  amount(&l.Validation.Output, "MiB", 1<<20),
		"validation_passes":  yaml.Into(&l.Passes, yaml.Between(2, maxSeconds)),
	}
	for key, read := range fields {
		fields[key] = p.About.given(key, read)
	}
	fields["time_limit"] = yaml.Into(&l.Time, duration)
	return fields
}

// amount returns a function that reads a number of units, and sets *field to that number times size. The number must be
// a positive integer, small enough that the product cannot overflow. A fraction is a fault, and the product is then
// rounded up to a whole byte or nanosecond.
func amount[T ~int64](field *T, unit string, size T) func(yaml.Value) error {
	const most = maxSeconds * 1024
	return func(v yaml.Value) error {
		part, err := v.Rational()
		if err == nil && !part.IsInt() && part.Sign() > 0 && part.Cmp(big.NewRat(most, 1)) < 0 {
			*field = times(part, size)
			return v.Fault(v.Errorf("want an integer, got %s", part.FloatString(3)), "read as it is written")
		}
		n, err := v.Int()
		switch {
		case err != nil:
		case n <= 0 || n > most:
			err = v.Errorf("want from 1 to %d %s, got %d", most, unit, n)
		default:
			*field = T(n) * size
		}
		return err
	}
}

// thousandths reads a multiplier of 1 or more, and returns it in thousandths.
func thousandths(v yaml.Value) (int64, error) {
	f, err := number(1)(v)
	if err == nil && f > maxSeconds {
		err = v.Errorf("want %d or less, got %v", maxSeconds, f)
	}
	return int64(math.Round(f * 1000)), err
}

// checkResolution checks that the time limit is a multiple of the resolution.
func (p *Problem) checkResolution(doc yaml.Value) error {
	seconds, step := p.Limits.Time, p.Limits.Resolution
	limit, ok := doc.Get("limits", "time_limit")
	if !ok || seconds%step == 0 {
		return nil
	}
	finer := step // after the loop, the largest resolution that divides the limit and the old resolution
	for rest := seconds; rest > 0; {
		finer, rest = rest, finer%rest
	}
	return limit.Fault(limit.Errorf("a time limit of %v s is not a multiple of the time_resolution, %v s; change one "+
		"of them, such as: time_resolution: %v", seconds.Seconds(), step.Seconds(), finer.Seconds()), "")
}

// maxSeconds is the longest time limit, in seconds. A time.Duration can hold much longer times.
const maxSeconds = 1 << 20

// duration reads a number of seconds. It rounds up to whole nanoseconds.
func duration(v yaml.Value) (time.Duration, error) {
	seconds, err := number(0)(v)
	if err == nil && seconds > maxSeconds {
		err = v.Errorf("%v seconds are too long; give at most %d", seconds, maxSeconds)
	}
	exact, wrong := v.Rational()
	if err = cmp.Or(err, wrong); err != nil {
		return 0, err
	}
	return times(exact, time.Second), nil
}

// times returns a positive number of units, rounded up.
func times[T ~int64](number *big.Rat, unit T) T {
	exact := new(big.Rat).Mul(number, big.NewRat(int64(unit), 1))
	up := new(big.Int).Add(exact.Num(), new(big.Int).Sub(exact.Denom(), big.NewInt(1)))
	return T(up.Quo(up, exact.Denom()).Int64())
}

// number returns a function that reads a positive number, and rejects numbers below least.
func number(least float64) func(yaml.Value) (float64, error) {
	return func(v yaml.Value) (float64, error) {
		f, err := v.Float()
		switch {
		case err != nil:
		case least == 0 && f <= 0:
			err = v.Errorf("want more than 0, got %v", f)
		case f < least:
			err = v.Errorf("want %v or more, got %v", least, f)
		}
		return f, err
	}
}

// keywords reads the keywords: a list or, in older versions, one string of words.
func keywords(v yaml.Value) ([]string, error) {
	if v.Kind() == yaml.Text {
		v.Fault(v.Errorf("keywords must be a list"), "read as a list of the words")
		return legacy.Words(v)
	}
	return yaml.ListOf(yaml.Value.Text)(v)
}

// decodeLanguages reads the languages that submissions may be in: "all", a code, or a list of codes.
func (a *About) decodeLanguages(v yaml.Value) error {
	codes, err := legacy.Words(v)
	if err != nil || len(codes) == 0 || slices.Contains(codes, "all") {
		return err
	}
	a.Languages = codes
	return a.other("languages")(v)
}

// LanguageCodes holds the codes of programming languages from the appendix "Languages" of the package format.
var LanguageCodes = []string{
	"ada", "algol68", "apl", "bash", "c", "cgmp", "cobol", "cpp", "cppgmp", "crystal", "csharp", "d", "dart", "elixir",
	"erlang", "forth", "fortran", "fsharp", "gerbil", "go", "haskell", "java", "javaalgs4", "javascript", "julia",
	"kotlin", "lisp", "lua", "modula2", "nim", "objectivec", "ocaml", "octave", "odin", "pascal", "perl", "php",
	"prolog", "python2", "python3", "python3numpy", "racket", "ruby", "rust", "scala", "simula", "smalltalk", "snobol",
	"swift", "typescript", "visualbasic", "zig",
}
