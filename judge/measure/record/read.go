package record

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"

	"dlxjudge/judge/base/untrusted"
)

// maxSize bounds a record: 1,000 samples of 1,000 tests take less.
const maxSize = 256 << 20

// Read reads a record. It accepts only what one run of judge bench on one machine has written. Anything else, a line
// that was cut included, is an error, which names file and line and says what to do.
func Read(path string) (*Record, error) {
	text, err := untrusted.Read(path, maxSize)
	if err != nil {
		if at, ok := err.(*fs.PathError); ok {
			return nil, fmt.Errorf("%s: %w; name a record of judge bench --out", at.Path, at.Err)
		}
		return nil, err
	}
	return parse(path, text)
}

func parse(path string, text []byte) (*Record, error) {
	r := &reader{record: &Record{Path: path, Languages: make(map[Program]string)}, exact: make(map[exactKey]Sample)}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("%s: this is not text; name a record of judge bench --out", path)
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		return nil, r.errorf(bytes.Count(text, []byte("\n"))+1, "the last line was cut: it does not end; remove it")
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if err := r.classify(number, strings.TrimRight(line, "\r\n")); err != nil {
			return nil, err
		}
	}
	if err := r.results(text); err != nil {
		return nil, err
	}
	if err := r.stopped(); err != nil {
		return nil, err
	}
	if len(r.record.Samples) == 0 && len(r.record.Same) == 0 {
		return nil, fmt.Errorf("%s: %w; record again with judge bench --out", path, ErrEmpty)
	}
	return r.record, nil
}

// ErrEmpty is why a file is no record: it holds no samples.
var ErrEmpty = errors.New("no samples in it")

type reader struct {
	record *Record
	set    []string // the headers that were read
	exact  map[exactKey]Sample
}

// exactKey is a count, which must be the same in each sample.
type exactKey struct {
	Key
	Unit
}

func (r *reader) errorf(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", r.record.Path, line, fmt.Sprintf(format, args...))
}

var (
	headerLine = regexp.MustCompile(`^# ([a-z]+): (.+)$`)
	configLine = regexp.MustCompile(`^[a-z][^\sA-Z]*:[ \t]`)
)

// classify reads the comments, which package benchfmt skips, and refuses lines that are not of the format. Benchfmt
// skips those too, and with them a line whose beginning or end is lost.
func (r *reader) classify(number int, line string) error {
	switch {
	case strings.ContainsFunc(strings.ReplaceAll(line, "\t", ""), unicode.IsControl):
		return r.errorf(number, "a control character in %q; remove the line", line)
	case line == "" || configLine.MatchString(line) || strings.HasPrefix(line, "Unit "):
		return nil
	case strings.HasPrefix(line, "Benchmark"):
		if len(strings.Fields(line)) < 4 {
			return r.errorf(number, "%q was cut: a sample has a name, a number of runs and figures; remove the line",
				line)
		}
		return nil
	case strings.HasPrefix(line, "#"):
		if m := headerLine.FindStringSubmatch(line); m != nil {
			return r.header(number, m[1], m[2])
		}
		return nil
	}
	return r.errorf(number, "%q is not a line of the Go benchmark format; remove it if it was cut or added, or name "+
		"another file", line)
}

// header reads a comment of the form "# key: value".
func (r *reader) header(number int, key, value string) error {
	read, known := headers[key]
	if !known {
		return nil
	}
	if key != "language" && key != "same" && key != "stopped" && key != "uncounted" {
		if slices.Contains(r.set, key) {
			return r.errorf(number, "a second %s: a record is of one run; split the file here", key)
		}
		r.set = append(r.set, key)
	}
	if err := read(r.record, value); err != nil {
		return r.errorf(number, "%s: %v", key, err)
	}
	return nil
}

var headers = map[string]func(r *Record, value string) error{
	"commit": func(r *Record, value string) error { r.Run.Commit = value; return nil },
	"dirty":  func(r *Record, _ string) error { r.Run.Dirty = true; return nil },
	"committed": func(r *Record, value string) (err error) {
		r.Run.Committed, err = parseDate(value)
		return err
	},
	"date": func(r *Record, value string) (err error) {
		r.Run.Date, err = parseDate(value)
		return err
	},
	"planned": func(r *Record, value string) error {
		n, err := strconv.ParseUint(strings.TrimSuffix(value, " samples"), 10, 31)
		if err != nil {
			return fmt.Errorf("want a number of samples, got %q; fix the line, or record again", value)
		}
		r.Planned = int(n)
		return nil
	},
	"finished": func(r *Record, _ string) error { r.Finished = true; return nil },
	"language": func(r *Record, value string) error {
		name, language, ok := strings.Cut(value, " ")
		problem, solution, slash := strings.Cut(name, "/")
		if !ok || !slash {
			return fmt.Errorf("want problem/solution and its language, got %q; fix the line, or record again", value)
		}
		r.Languages[Program{problem, solution}] = language
		return nil
	},
	"same": func(r *Record, value string) error {
		problem, solution, slash := strings.Cut(value, "/")
		if !slash {
			return fmt.Errorf("want problem/solution, got %q; fix the line, or record again", value)
		}
		r.Same = append(r.Same, Program{problem, solution})
		return nil
	},
	"uncounted": func(r *Record, value string) error {
		key, err := parseName(value)
		if err != nil {
			return err
		}
		r.Uncounted = append(r.Uncounted, key)
		return nil
	},
	"stopped": func(r *Record, value string) error {
		name, rest, _ := strings.Cut(value, " ")
		key, err := parseName(name)
		if err != nil {
			return err
		}
		digits, ok := strings.CutSuffix(strings.TrimPrefix(rest, "after "), " cpu-ns")
		ns, err := strconv.ParseUint(digits, 10, 63)
		if !ok || err != nil || !CPU.plausible(float64(ns)) {
			return fmt.Errorf("want a name, after, and a number of cpu-ns from 1 to %g, got %q; fix the line, or "+
				"record again", most, value)
		}
		r.Bounds = append(r.Bounds, Bound{key, time.Duration(ns)})
		return nil
	},
}

func parseDate(value string) (time.Time, error) {
	date, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return date, fmt.Errorf("want one as 2006-01-02T15:04:05Z, got %q; fix the line, or record again", value)
	}
	return date.UTC().Truncate(time.Second), nil
}

// results reads all the rest through package benchfmt.
func (r *reader) results(text []byte) error {
	in := benchfmt.NewReader(bytes.NewReader(text), r.record.Path)
	for in.Scan() {
		var err error
		switch rec := in.Result().(type) {
		case *benchfmt.SyntaxError:
			err = fmt.Errorf("%w; the line is cut or damaged: remove it, or record again", rec)
		case *benchfmt.UnitMetadata:
			err = r.unit(rec)
		case *benchfmt.Result:
			err = r.sample(rec)
		}
		if err != nil {
			return err
		}
	}
	return in.Err()
}

// unit checks what a file says of one of our units.
func (r *reader) unit(m *benchfmt.UnitMetadata) error {
	_, line := m.Pos()
	if said := m.Key + "=" + m.Value; slices.Contains(Units, Unit(m.OrigUnit)) &&
		!slices.Contains(strings.Fields(Unit(m.OrigUnit).metadata()), said) {
		return r.errorf(line, "%s is %s here, but judge bench declares it %s; name a record of judge bench", m.OrigUnit,
			said, Unit(m.OrigUnit).metadata())
	}
	return nil
}

// sample adds one sample to the record.
func (r *reader) sample(res *benchfmt.Result) error {
	_, line := res.Pos()
	key, err := parseName(res.Name.String())
	if err != nil {
		return r.errorf(line, "%v", err)
	}
	if err := r.machine(line, res); err != nil {
		return err
	}
	if res.Iters < 1 {
		return r.errorf(line, "the figures of %d runs: there must be at least one", res.Iters)
	}
	s := Sample{Key: key, Runs: res.Iters, Values: make(map[Unit]float64), Line: line}
	for _, v := range res.Values {
		value, unit := v.Value, Unit(v.Unit)
		if v.OrigUnit != "" {
			value, unit = v.OrigValue, Unit(v.OrigUnit)
		}
		if _, twice := s.Values[unit]; twice || unit != instructions && !slices.Contains(Units, unit) {
			return r.errorf(line, "%s is not a unit of judge bench, or is there twice; the line is damaged: remove it",
				unit)
		}
		if !unit.plausible(value) {
			return r.errorf(line, "%v %s is not a measurement; remove the line", value, unit)
		}
		s.Values[unit] = value
		if !unit.Exact() {
			continue
		}
		if before, ok := r.exact[exactKey{key, unit}]; ok && before.Values[unit] != value {
			return r.errorf(line, "%.0f %s, but %.0f on line %d: counts of one program never change; the file is of "+
				"several runs or damaged, or the solution is not deterministic", value, unit, before.Values[unit],
				before.Line)
		}
		r.exact[exactKey{key, unit}] = s
	}
	if delete(s.Values, instructions); len(s.Values) > 0 {
		r.record.Samples = append(r.record.Samples, s)
	}
	return nil
}

// stopped refuses times of tests that, by another line, were stopped: those are never measured.
func (r *reader) stopped() error {
	for _, s := range r.record.Samples {
		for _, b := range r.record.Bounds {
			if _, timed := s.Values[CPU]; timed && b.Key == s.Key {
				return r.errorf(s.Line, "%s, but a line says that this test was stopped at the time limit; remove "+
					"the one that is wrong", CPU)
			}
		}
	}
	return nil
}

// machine takes the machine from the first sample, and refuses samples of another.
func (r *reader) machine(number int, res *benchfmt.Result) error {
	var m Machine
	for _, line := range m.lines() {
		*line.value = res.GetConfig(line.key)
		if *line.value == "" && line.apart {
			return r.errorf(number, "no line %q above this sample, so the machine is not known; name a record of "+
				"judge bench", line.key+": …")
		}
	}
	if len(r.record.Samples) == 0 {
		r.record.Machine = m
		return nil
	}
	if differs := append(m.Apart(r.record.Machine), m.Changed(r.record.Machine)...); len(differs) > 0 {
		return r.errorf(number, "samples of two machines in one record (%s); split the file above this line",
			strings.Join(differs, ", "))
	}
	return nil
}
