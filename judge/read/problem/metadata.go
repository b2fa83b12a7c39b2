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
	"time"

	"dlxjudge/judge/read/legacy"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// The format's usual defaults for limits that problem.yaml does not give.
const (
	defaultMemory = 2048 << 20
	defaultOutput = 8 << 20
)

const formatVersion = "2025-09"

// readMetadata reads problem.yaml. A checkout's problems are in the format 2025-09; a package may be in a legacy
// format.
func (p *Problem) readMetadata(at layout) error {
	path := filepath.Join(p.Dir, "problem.yaml")
	doc, err := p.lenient(peopleOfProblem).ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && at.solutions == "" && p.index.Has(filepath.Join(p.Dir, legacy.Settings)) {
		doc, err = yaml.Parse(path, nil) // DOMjudge needs only its own settings
	}
	if errors.Is(err, os.ErrNotExist) {
		if at.solutions == "" {
			return fmt.Errorf("%s: no such file; every problem package has one, so this is the folder of none", path)
		}
		return fmt.Errorf("%s: no such file; a problem needs one with problem_format_version, name and limits", path)
	} else if err != nil {
		return tree.Unreadable(err)
	}
	version, place, err := formatOf(doc)
	switch {
	case err != nil:
		return err
	case version == formatVersion:
		p.Format = version
		return p.decodeMetadata(doc)
	case at.solutions != "":
		return fmt.Errorf("%s: the problems of a checkout are in the format of today; write problem_format_version: %s",
			place, formatVersion)
	case version == "" || version == legacy.Format || version == legacy.ICPC:
		p.Format = cmp.Or(version, legacy.Format)
		p.unversioned = version == ""
		return p.readLegacy(doc)
	}
	if draft.MatchString(version) {
		p.fault(fmt.Errorf("%s: the draft %q of the problem package format is read as %s, which it has become", place,
			version, formatVersion), "")
		p.Format = formatVersion
		if err := p.decodeMetadata(doc); err != nil || !p.scored || !p.gradesAsLegacy() {
			return err
		}
		p.fault(fmt.Errorf("%s: the tests have settings for graders of the legacy formats", p.DataDir),
			"they are graded as there")
		p.graded, p.older.Scoring = p.older, true
		return nil
	}
	return fmt.Errorf("%s: version %q of the problem package format is not supported; %s, %s and %s are", place,
		version, formatVersion, legacy.Format, legacy.ICPC)
}

// formatOf is the version, which decides the meaning of all other keys; "" if there is none.
func formatOf(doc yaml.Value) (version, place string, err error) {
	entries, err := doc.Entries()
	if err != nil {
		return "", "", err
	}
	for _, e := range entries {
		if e.Key == "problem_format_version" && e.Value.Kind() != yaml.Null {
			version, err = e.Value.Text()
			return version, e.Value.Place(), err
		}
	}
	return "", doc.File(), nil
}

func (p *Problem) decodeMetadata(doc yaml.Value) error {
	var owner yaml.Value
	passesAt := ""
	p.Limits = Limits{Memory: defaultMemory, Output: defaultOutput, Validation: DefaultValidation,
		Resolution: time.Second, Multipliers: Multipliers{2000, 1500}}
	fields := yaml.Fields{
		"problem_format_version": yaml.Only(yaml.Value.Text),
		"type":                   p.decodeType,
		"name":                   p.decodeName,
		"uuid":                   p.decodeUUID,
		"version":                p.About.other("version"),
		"credits":                p.About.decodeCredits,
		"source":                 p.About.readSource,
		"license": yaml.Into(&p.License, yaml.OneOf("unknown", "public domain", "cc0", "cc by",
			"cc by-sa", "educational", "permission")),
		"rights_owner": func(v yaml.Value) error {
			owner = v
			return yaml.Into(&p.About.Owner, yaml.Value.Text)(v)
		},
		"embargo_until":      p.About.other("embargo_until"),
		"limits":             func(v yaml.Value) error { return p.decodeLimits(v, &passesAt) },
		"keywords":           yaml.Into(&p.About.Keywords, keywords),
		"languages":          p.About.other("languages"),
		"allow_file_writing": yaml.Into(&p.FileWriting, yaml.Value.Bool),
		"constants": func(v yaml.Value) error {
			p.Constants = make(Constants)
			return p.Constants.decode(v)
		},
	}
	maps.Copy(fields, p.olderFields(doc))
	if err := doc.Keys(fields); err != nil {
		return err
	}
	if o := p.older; o != nil {
		p.Interactive, p.MultiPass = p.Interactive || o.Interactive, p.MultiPass || o.MultiPass
		if o.Minimizes() && p.scored {
			return fmt.Errorf("%s: objective: min is of older versions of the format; in this one scores are to be "+
				"high", doc.File())
		}
	}
	if p.SubmitAnswer && p.Limits.Time == 0 {
		p.Limits.Time = time.Second // nothing is run
	}
	if p.Title == "" {
		p.fault(fmt.Errorf("%s: no name; add the problem's title: name: …", doc.File()), "")
		p.Title = p.Name
	}
	p.checkOwner(owner)
	return p.checkPasses(passesAt)
}

func (p *Problem) checkOwner(owner yaml.Value) {
	if p.License == "public domain" && owner != (yaml.Value{}) {
		p.fault(owner.Errorf("what is in the public domain has no rights owner; remove rights_owner, or give the "+
			"license that the owner grants"), "")
	}
}

// languageCode is an ISO 639 code with an optional ISO 3166-1 region.
var languageCode = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z]{2})?$`)

func (p *Problem) decodeName(v yaml.Value) error {
	if v.Kind() != yaml.Map {
		title, err := v.NonEmpty()
		if err == nil {
			p.Title, p.Titles = title, map[string]string{"en": title}
		}
		return err
	}
	entries, err := v.Entries()
	errs := []error{err}
	p.Titles = make(map[string]string)
	for _, e := range entries {
		if !languageCode.MatchString(e.Key) {
			errs = append(errs, e.At.Errorf("%q is not a language code such as en or pt-BR", e.Key))
		}
		title, err := e.Value.NonEmpty()
		errs = append(errs, err)
		if err != nil {
			continue
		}
		p.Titles[e.Key] = title
		if p.Title == "" || e.Key == "en" {
			p.Title = title
		}
	}
	return errors.Join(errs...)
}

var uuidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func (p *Problem) decodeUUID(v yaml.Value) error {
	uuid, err := v.Text()
	if err == nil && !uuidForm.MatchString(uuid) {
		err = v.Errorf("%q is not a UUID such as 123e4567-e89b-42d3-a456-426614174000", uuid)
		uuid = ""
	}
	p.UUID = uuid
	return err
}

// decodeLimits reads the limits in problem.yaml, and sets the place of validation_passes. A time limit is not in the
// legacy formats, but newer judges read one there.
func (p *Problem) decodeLimits(v yaml.Value, passesAt *string) error {
	var limit yaml.Value
	fields := p.limitFields()
	maps.Copy(fields, p.multiplierFields())
	fields["validation_passes"] = p.About.given("validation_passes", func(v yaml.Value) error {
		*passesAt = v.Place()
		return p.decodePasses(v)
	})
	if p.legacy != nil {
		return p.legacy.Keys(v, fields, slices.Collect(maps.Keys(fields))...)
	}
	fields["time_limit"] = func(v yaml.Value) error { limit = v; return p.decodeTimeLimit(v) }
	err := v.Keys(fields)
	if err == nil && limit != (yaml.Value{}) {
		err = limit.Fault(p.checkResolution(limit), "")
	}
	return err
}

// limitFields are the limits that all formats have.
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
	}
	for key, read := range fields {
		fields[key] = p.About.given(key, read)
	}
	fields["time_limit"] = p.decodeTimeLimit
	return fields
}

// amount reads an integer of a unit of that size.
func amount[T ~int64](field *T, unit string, size T) func(yaml.Value) error {
	return func(v yaml.Value) error {
		if part, err := v.Rational(); err == nil && !part.IsInt() && part.Sign() > 0 {
			if f, _ := part.Float64(); f < maxSeconds*1024 {
				v.Fault(v.Errorf("want an integer, got %s", part.FloatString(3)), "read as it is written")
				*field = T(math.Ceil(f * float64(size)))
				return nil
			}
		}
		n, err := positive(unit)(v)
		if err == nil {
			*field = T(n) * size
		}
		return err
	}
}

// The multipliers have other keys in the legacy formats.
func (p *Problem) fromAccepted() func(yaml.Value) error {
	return p.About.given("ac_to_time_limit", yaml.Into(&p.Limits.Multipliers.FromAccepted, thousandths))
}

func (p *Problem) toTooSlow() func(yaml.Value) error {
	return p.About.given("time_limit_to_tle", yaml.Into(&p.Limits.Multipliers.ToTooSlow, thousandths))
}

// thousandths reads a multiplier of 1 or more.
func thousandths(v yaml.Value) (int64, error) {
	f, err := number(1)(v)
	if err == nil && f > maxSeconds {
		err = v.Errorf("want %d or less, got %v", maxSeconds, f)
	}
	return int64(math.Round(f * 1000)), err
}

// checkResolution checks that the time limit is a multiple of the resolution.
func (p *Problem) checkResolution(limit yaml.Value) error {
	seconds, step := p.Limits.Time, p.Limits.Resolution
	if seconds%step == 0 {
		return nil
	}
	finer := step // the largest resolution that divides both
	for rest := seconds; rest > 0; {
		finer, rest = rest, finer%rest
	}
	return limit.Errorf("a time limit of %v s is no multiple of the time_resolution, %v s; change one of them, such "+
		"as: time_resolution: %v", seconds.Seconds(), step.Seconds(), finer.Seconds())
}

// maxSeconds is the longest limit; twice as much still fits a time.Duration.
const maxSeconds = 1 << 20

func (p *Problem) decodeTimeLimit(v yaml.Value) error { return yaml.Into(&p.Limits.Time, duration)(v) }

// duration reads a number of seconds, to the nanosecond.
func duration(v yaml.Value) (time.Duration, error) {
	seconds, err := number(0)(v)
	if err == nil && seconds > maxSeconds {
		err = v.Errorf("%v seconds are too long; give at most %d", seconds, maxSeconds)
	}
	if err != nil {
		return 0, err
	}
	exact, err := v.Rational()
	if err != nil {
		return 0, err
	}
	nanoseconds := exact.Mul(exact, big.NewRat(int64(time.Second), 1))
	whole, rest := new(big.Int).QuoRem(nanoseconds.Num(), nanoseconds.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return time.Duration(whole.Int64()), nil
}

// number reads a positive number, of least or more.
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

// positive reads an integer greater than 0 that does not overflow when counted in bytes or nanoseconds.
func positive(unit string) func(yaml.Value) (int64, error) {
	return func(v yaml.Value) (int64, error) {
		n, err := v.Int()
		if err == nil && (n <= 0 || n > maxSeconds*1024) {
			err = v.Errorf("want from 1 to %d %s, got %d", maxSeconds*1024, unit, n)
		}
		return n, err
	}
}

// keywords reads the keywords, which are a list; older versions have words in one text.
func keywords(v yaml.Value) ([]string, error) {
	if v.Kind() == yaml.Text {
		v.Fault(v.Errorf("keywords are a list"), "read as one of the words")
		return legacy.Words(v)
	}
	return yaml.ListOf(yaml.Value.Text)(v)
}

// languageCodes are the codes of programming languages that the package format knows, its appendix "Languages".
var languageCodes = []string{
	"ada", "algol68", "apl", "bash", "c", "cgmp", "cobol", "cpp", "cppgmp", "crystal", "csharp", "d", "dart", "elixir",
	"erlang",
	"forth", "fortran", "fsharp", "gerbil", "go", "haskell", "java", "javaalgs4", "javascript", "julia", "kotlin",
	"lisp", "lua",
	"modula2", "nim", "objectivec", "ocaml", "octave", "odin", "pascal", "perl", "php", "prolog", "python2", "python3",
	"python3numpy", "racket", "ruby", "rust", "scala", "simula", "smalltalk", "snobol", "swift", "typescript",
	"visualbasic", "zig",
}
