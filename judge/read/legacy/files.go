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

// Settings is the file that DOMjudge reads beside problem.yaml, or instead of it.
const Settings = "domjudge-problem.ini"

// Statements lists the statement files that may hold the problem's name.
var Statements = []string{"problem.en.tex", "problem.tex"}

// Beside holds the settings in files beside problem.yaml.
type Beside struct {
	Title     string
	Time      time.Duration // the time limit; 0 for none
	Args      []string      // of all output validators
	ArgsAt    string        // where they are written; "" for nowhere
	Elsewhere []Setting     // settings that name a program outside of the package
}

// Setting is a line of domjudge-problem.ini.
type Setting struct{ Key, Value, At string }

// ReadFiles reads the files beside problem.yaml: the time limit in .timelimit, DOMjudge's settings in
// domjudge-problem.ini, and the name in the statement. inYAML is the time limit of problem.yaml, 0 if it has none. As
// in DOMjudge, inYAML takes precedence over domjudge-problem.ini, which takes precedence over .timelimit.
func ReadFiles(dir string, inYAML time.Duration, warn func(...error)) (b Beside, err error) {
	limits := []limit{{inYAML, filepath.Join(dir, "problem.yaml")}}
	addLimit := func(text, at string) {
		seconds, wrong := parseTimeLimit(text)
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", at, wrong))
		}
		limits = append(limits, limit{seconds, at})
	}
	path := filepath.Join(dir, Settings)
	text, _, unread := optional(path)
	for _, s := range settingsIn(path, text, warn) {
		switch {
		case s.Key == "timelimit":
			addLimit(s.Value, s.At)
		case s.Key == "name":
			b.Title = s.Value
		case s.Key == "special_compare_args":
			b.Args, b.ArgsAt = strings.Fields(s.Value), s.At
		case usual[s.Key] == "" && !slices.Contains(harmless, s.Key):
			warn(fmt.Errorf("%s: unknown setting %q: ignored", s.At, s.Key))
		case usual[s.Key] != "" && s.Value != "" && s.Value != usual[s.Key]:
			b.Elsewhere = append(b.Elsewhere, s)
		}
	}
	path = filepath.Join(dir, tree.TimeLimit)
	text, found, unreadLimit := optional(path)
	if found {
		addLimit(string(text), path)
	}
	limits = slices.DeleteFunc(limits, func(l limit) bool { return l.time == 0 })
	for _, l := range limits {
		if b.Time = limits[0].time; l.time != b.Time {
			warn(fmt.Errorf("%s: a time limit of %v, but %s has %v, which is used", l.at, l.time, limits[0].at, b.Time))
		}
	}
	b.Title = cmp.Or(b.Title, titleOfStatement(dir))
	return b, errors.Join(unread, unreadLimit, err)
}

// limit is a time limit and the place where it is written.
type limit struct {
	time time.Duration
	at   string
}

// optional reads a small file, which may be missing.
func optional(path string) (text []byte, found bool, err error) {
	text, err = untrusted.Read(path, 64<<10)
	if errors.Is(err, os.ErrNotExist) {
		return nil, false, nil
	}
	return text, err == nil, err
}

// maxSeconds is the longest time limit, as in the format 2025-09. A time.Duration can hold much longer times.
const maxSeconds = 1 << 20

// parseTimeLimit reads seconds as a decimal number.
func parseTimeLimit(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds > 0 && seconds <= maxSeconds) { // refuses NaN, too
		return 0, fmt.Errorf("the time limit %.40q is not a number of seconds, more than 0 and at most %d", text,
			maxSeconds)
	}
	return time.Duration(math.Ceil(seconds * float64(time.Second))), nil
}

// harmless are the settings that do not affect verdicts.
var harmless = []string{"probid", "shortname", "short-name", "externalid", "cid", "color", "rgb", "allow_submit",
	"allow_judge", "points", "lazy_eval_results"}

// usual maps each setting that can replace a program of DOMjudge to the name of DOMjudge's own program.
var usual = map[string]string{"special_compare": "compare", "special_run": "run"}

// settingsIn reads lines of the form name = value or name = 'value'. It ignores lines that begin with ;, # or [.
func settingsIn(path string, text []byte, warn func(...error)) (settings []Setting) {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		at := fmt.Sprintf("%s:%d", path, number)
		line := strings.TrimSpace(string(line))
		if line == "" || strings.ContainsAny(line[:1], ";#[") {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			warn(fmt.Errorf("%s: ignored: not of the form name = value", at))
			continue
		}
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		settings = append(settings, Setting{strings.TrimSpace(key), value, at})
	}
	return settings
}

// statementTitles match the problem's name in a LaTeX statement. A plainproblemname takes precedence.
var statementTitles = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^%+\s*plainproblemname:\s*(\S.*?)\s*$`),
	regexp.MustCompile(`\\problemname\{([^{}]+)\}`),
}

// titleOfStatement returns the problem's name in the statement, "" if none can be read.
func titleOfStatement(dir string) string {
	for _, name := range Statements {
		text, err := untrusted.Read(filepath.Join(dir, "problem_statement", name), 1<<20)
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
