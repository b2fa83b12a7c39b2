package problem

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
)

// settingsFile is what DOMjudge reads beside problem.yaml, or in its place.
const settingsFile = "domjudge-problem.ini"

// timelimitFile is the one file that is read although its name is hidden.
const timelimitFile = ".timelimit"

// readLegacyFiles reads what legacy formats keep beside problem.yaml: the time limit in .timelimit, the settings that
// DOMjudge keeps in domjudge-problem.ini, and the name in the statement. The time limit of problem.yaml comes before
// that of domjudge-problem.ini, which comes before .timelimit, as DOMjudge reads them.
func (p *Problem) readLegacyFiles() error {
	settings, err := p.readINI(filepath.Join(p.Dir, settingsFile))
	errs := []error{err}
	times := []writtenTime{{p.Limits.Time, filepath.Join(p.Dir, "problem.yaml")}, {settings.time, settings.timeAt}}
	if p.legacy.flagsAt == "" {
		p.legacy.flags, p.legacy.flagsAt = settings.flags, settings.flagsAt
	}
	for _, program := range settings.elsewhere {
		if !p.legacy.custom {
			p.legacy.unjudged = append(p.legacy.unjudged, program.setting)
			p.warn(fmt.Errorf("%s: %s: that program is not in the package; put it in output_validators, and write "+
				"in problem.yaml: validation: custom", program.at, program.setting))
		}
	}
	path := filepath.Join(p.Dir, timelimitFile)
	text, err := untrusted.Read(path, 64<<10)
	switch {
	case err == nil:
		limit, err := parseTimeLimit(string(text))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", path, err))
		}
		times = append(times, writtenTime{limit, path})
	case !errors.Is(err, os.ErrNotExist):
		errs = append(errs, unreadable(err))
	}
	times = slices.DeleteFunc(times, func(t writtenTime) bool { return t.limit == 0 })
	for i, t := range times {
		if i > 0 && t.limit != times[0].limit {
			p.warn(fmt.Errorf("%s: a time limit of %v, but %s has %v, which is used", t.at, t.limit, times[0].at,
				times[0].limit))
		}
	}
	if len(times) > 0 {
		p.Limits.Time, p.legacy.timeAt = times[0].limit, times[0].at
	}
	if p.Title == "" {
		p.Title = settings.name
	}
	if p.Title == "" {
		p.Title = p.titleOfStatement()
	}
	if p.Title == "" {
		p.Title = p.Name
	}
	if p.Titles == nil {
		p.Titles = map[string]string{"en": p.Title}
	}
	return errors.Join(errs...)
}

// writtenTime is a time limit and the file that it stands in.
type writtenTime struct {
	limit time.Duration
	at    string
}

// parseTimeLimit reads seconds as a decimal number.
func parseTimeLimit(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds > 0 && seconds <= maxSeconds) { // a NaN is neither
		return 0, fmt.Errorf("the time limit %.40q is not a number of seconds, more than 0 and at most %d", text,
			maxSeconds)
	}
	return time.Duration(math.Ceil(seconds * float64(time.Second))), nil
}

// iniSettings are the settings of domjudge-problem.ini that are used here.
type iniSettings struct {
	time      time.Duration
	timeAt    string
	name      string
	flags     []string // of the output validators
	flagsAt   string
	elsewhere []writtenProgram // that are not in the package
}

// writtenProgram is a setting that names a program, and where it stands.
type writtenProgram struct{ setting, at string }

// harmless are the settings that verdicts do not depend on.
var harmless = []string{"probid", "shortname", "short-name", "externalid", "cid", "color", "rgb", "allow_submit",
	"allow_judge", "points", "lazy_eval_results"}

// usual are the programs of DOMjudge's own that compare outputs and run submissions in the usual way.
var usual = map[string]string{"special_compare": "compare", "special_run": "run"}

func (p *Problem) readINI(path string) (iniSettings, error) {
	text, err := untrusted.Read(path, 64<<10)
	if errors.Is(err, os.ErrNotExist) {
		return iniSettings{}, nil
	} else if err != nil {
		return iniSettings{}, unreadable(err)
	}
	return p.parseINI(path, text)
}

// parseINI reads lines of the form name = value or name = 'value'. Lines that begin with ; or # are comments.
func (p *Problem) parseINI(path string, text []byte) (s iniSettings, err error) {
	var errs []error
	number := 0
	for line := range bytes.Lines(text) {
		number++
		at := fmt.Sprintf("%s:%d", path, number)
		line := strings.TrimSpace(string(line))
		if line == "" || strings.ContainsAny(line[:1], ";#[") {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		key = strings.TrimSpace(key)
		value = unquoted(strings.TrimSpace(value))
		switch {
		case !ok:
			p.warn(fmt.Errorf("%s: ignored: not of the form name = value", at))
		case key == "timelimit":
			s.timeAt = at
			if s.time, err = parseTimeLimit(value); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", at, err))
			}
		case key == "name":
			s.name = value
		case key == "special_compare_args":
			s.flags, s.flagsAt = strings.Fields(value), at
		case usual[key] == "" && !slices.Contains(harmless, key):
			p.warn(fmt.Errorf("%s: unknown setting %q: ignored", at, key))
		case usual[key] != "" && value != "" && value != usual[key]:
			s.elsewhere = append(s.elsewhere, writtenProgram{key + " " + value, at})
		}
	}
	return s, errors.Join(errs...)
}

// unquoted is a value without the quotes around it.
func unquoted(value string) string {
	for _, quote := range []string{`"`, `'`} {
		if inner, ok := strings.CutPrefix(value, quote); ok && strings.HasSuffix(inner, quote) {
			return strings.TrimSuffix(inner, quote)
		}
	}
	return value
}

// The name that a statement in LaTeX gives, the plain one first.
var statementTitles = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^%+\s*plainproblemname:\s*(\S.*?)\s*$`),
	regexp.MustCompile(`\\problemname\{([^{}]+)\}`),
}

// statementFiles are the statements whose name is read.
var statementFiles = []string{"problem.en.tex", "problem.tex"}

// titleOfStatement is the name that the statement gives, "" if none can be read.
func (p *Problem) titleOfStatement() string {
	for _, name := range statementFiles {
		text, err := untrusted.Read(filepath.Join(p.Dir, "problem_statement", name), 1<<20)
		if err != nil {
			continue
		}
		for _, form := range statementTitles {
			if m := form.FindSubmatch(text); m != nil {
				return strings.TrimSpace(string(m[1]))
			}
		}
	}
	return ""
}
