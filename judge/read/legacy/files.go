package legacy

import (
	"bytes"
	"cmp"
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
	"dlxjudge/judge/read/tree"
)

// Settings is the file that DOMjudge reads beside problem.yaml, or in its place.
const Settings = "domjudge-problem.ini"

// Statements are the statements whose name may be that of the problem.
var Statements = []string{"problem.en.tex", "problem.tex"}

// ReadFiles reads what stands beside problem.yaml: the time limit in .timelimit, the settings that DOMjudge keeps in
// domjudge-problem.ini, and the name in the statement. The time limit of problem.yaml, 0 if it has none, comes before
// that of domjudge-problem.ini, which comes before .timelimit, as DOMjudge reads them.
func (k *Package) ReadFiles(inYAML time.Duration) error {
	settings, err := k.readINI(filepath.Join(k.Dir, Settings))
	errs := []error{err}
	if k.flagsAt == "" {
		k.flags, k.flagsAt = settings.flags, settings.flagsAt
	}
	for _, program := range settings.elsewhere {
		if !k.Custom {
			k.Unjudged(program.setting)
			k.Warn(fmt.Errorf("%s: %s: that program is not in the package; put it in output_validators, and write "+
				"in problem.yaml: validation: custom", program.at, program.setting))
		}
	}
	limit, err := readTimeLimit(filepath.Join(k.Dir, tree.TimeLimit))
	errs = append(errs, err)
	times := []writtenTime{{inYAML, filepath.Join(k.Dir, "problem.yaml")}, {settings.time, settings.timeAt}, limit}
	times = slices.DeleteFunc(times, func(t writtenTime) bool { return t.limit == 0 })
	for i, t := range times {
		if i > 0 && t.limit != times[0].limit {
			k.Warn(fmt.Errorf("%s: a time limit of %v, but %s has %v, which is used", t.at, t.limit, times[0].at,
				times[0].limit))
		}
	}
	if len(times) > 0 {
		k.Time = times[0].limit
	}
	k.Title = cmp.Or(settings.name, k.titleOfStatement())
	return errors.Join(errs...)
}

// writtenTime is a time limit and the file that it stands in.
type writtenTime struct {
	limit time.Duration
	at    string
}

// readTimeLimit reads the file .timelimit, if there is one.
func readTimeLimit(path string) (writtenTime, error) {
	text, err := untrusted.Read(path, 64<<10)
	if errors.Is(err, os.ErrNotExist) {
		return writtenTime{}, nil
	} else if err != nil {
		return writtenTime{}, err
	}
	limit, err := parseTimeLimit(string(text))
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return writtenTime{limit, path}, err
}

// maxSeconds is the longest time limit, as in the format 2025-09; twice as much still fits a time.Duration.
const maxSeconds = 1 << 20

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

func (k *Package) readINI(path string) (iniSettings, error) {
	text, err := untrusted.Read(path, 64<<10)
	if errors.Is(err, os.ErrNotExist) {
		return iniSettings{}, nil
	} else if err != nil {
		return iniSettings{}, err
	}
	return k.parseINI(path, text)
}

// parseINI reads lines of the form name = value or name = 'value'. Lines that begin with ; or # are comments.
func (k *Package) parseINI(path string, text []byte) (s iniSettings, err error) {
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
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch {
		case !ok:
			k.Warn(fmt.Errorf("%s: ignored: not of the form name = value", at))
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
			k.Warn(fmt.Errorf("%s: unknown setting %q: ignored", at, key))
		case usual[key] != "" && value != "" && value != usual[key]:
			s.elsewhere = append(s.elsewhere, writtenProgram{key + " " + value, at})
		}
	}
	return s, errors.Join(errs...)
}

// The name that a statement in LaTeX gives, the plain one first.
var statementTitles = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^%+\s*plainproblemname:\s*(\S.*?)\s*$`),
	regexp.MustCompile(`\\problemname\{([^{}]+)\}`),
}

// titleOfStatement is the name that the statement gives, "" if none can be read.
func (k *Package) titleOfStatement() string {
	for _, name := range Statements {
		text, err := untrusted.Read(filepath.Join(k.Dir, "problem_statement", name), 1<<20)
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
