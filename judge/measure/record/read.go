package record

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"

	"dlxjudge/judge/base/untrusted"
)

// maxSize bounds a record: 1,000 samples of 1,000 tests take less.
const maxSize = 256 << 20

// Read reads a record. It accepts only what one run of judge bench on one machine wrote. Anything else, including a
// truncated line, is an error that names file and line and says what to do.
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

// Folder reads the records (*.txt) in a folder, which need not exist. Broken says why other such files are not records.
func Folder(dir string) (records []*Record, broken []string, err error) {
	files, err := untrusted.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	for _, file := range files {
		if filepath.Ext(file.Name()) != ".txt" {
			continue
		}
		if r, err := Read(filepath.Join(dir, file.Name())); err != nil {
			broken = append(broken, err.Error())
		} else {
			records = append(records, r)
		}
	}
	return records, broken, nil
}

func parse(path string, text []byte) (*Record, error) {
	r := &reader{record: &Record{Path: path, Languages: make(map[Program]string)}}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("%s: this is not text; name a record of judge bench --out", path)
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if !strings.HasSuffix(line, "\n") {
			return nil, r.errorf(number, "the last line was cut: it does not end; remove it")
		}
		if err := r.line(number, strings.TrimRight(line, "\r\n")); err != nil {
			return nil, err
		}
	}
	results := benchfmt.NewReader(bytes.NewReader(text), path)
	for results.Scan() {
		var err error
		switch result := results.Result().(type) {
		case *benchfmt.SyntaxError:
			err = fmt.Errorf("%w; the line is cut or damaged: remove it, or record again", result)
		case *benchfmt.Result:
			err = r.sample(result)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(r.record.Samples) == 0 && len(r.record.Same) == 0 {
		return nil, fmt.Errorf("%s: no samples in it; record again with judge bench --out", path)
	}
	return r.record, results.Err()
}

type reader struct{ record *Record }

func (r *reader) errorf(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", r.record.Path, line, fmt.Sprintf(format, args...))
}

var (
	headerLine = regexp.MustCompile(`^# ([a-z]+): (.+)$`)
	configLine = regexp.MustCompile(`^([a-z][^\sA-Z]*:[ \t]|Unit |Benchmark|#|$)`)
)

// line reads the comments, which package benchfmt skips, and rejects lines that are not of the format. Benchfmt skips
// those too, and so would hide a truncated line.
func (r *reader) line(number int, line string) error {
	switch {
	case strings.ContainsFunc(strings.ReplaceAll(line, "\t", ""), unicode.IsControl):
		return r.errorf(number, "a control character in %q; remove the line", line)
	case !configLine.MatchString(line):
		return r.errorf(number, "%q is not a line of the Go benchmark format; remove it if it was cut or added, or "+
			"name another file", line)
	case strings.HasPrefix(line, "Benchmark") && len(strings.Fields(line)) < 4:
		return r.errorf(number, "%q was cut: a sample has a name, a number of runs and figures; remove the line", line)
	}
	m := headerLine.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	if err := r.header(m[1], m[2]); err != nil {
		return r.errorf(number, "%s: %v; fix the line, or record again", m[1], err)
	}
	return nil
}

// header reads a comment of the form "# key: value".
func (r *reader) header(key, value string) (err error) {
	record := r.record
	switch key {
	case "commit":
		record.Run.Commit = value
	case "dirty":
		record.Run.Dirty = true
	case "committed":
		record.Run.Committed, err = parseDate(value)
	case "date":
		if !record.Run.Date.IsZero() {
			return errors.New("there is one above: a record is of one run")
		}
		record.Run.Date, err = parseDate(value)
	case "planned":
		if n, err := fmt.Sscanf(value, "%d samples", &record.Planned); n == 0 || err != nil || record.Planned < 0 {
			return fmt.Errorf("want a number of samples, got %q", value)
		}
	case "finished":
		record.Finished = true
	case "language", "same":
		name, language, _ := strings.Cut(value, " ")
		problem, solution, slash := strings.Cut(name, "/")
		if !slash || (language == "") != (key == "same") {
			return fmt.Errorf("want problem/solution, of a language with its name, got %q", value)
		}
		if p := (Program{problem, solution}); key == "same" {
			record.Same = append(record.Same, p)
		} else {
			record.Languages[p] = language
		}
	case "uncounted":
		k, err := parseName(value)
		record.Uncounted = append(record.Uncounted, k)
		return err
	case "stopped":
		var name string
		var ns int64
		if _, err := fmt.Sscanf(value, "%s after %d cpu-ns", &name, &ns); err != nil || !CPU.plausible(float64(ns)) {
			return fmt.Errorf("want a name, after, and a number of cpu-ns from 1 to %g, got %q", most, value)
		}
		k, err := parseName(name)
		record.Bounds = append(record.Bounds, Bound{k, time.Duration(ns)})
		return err
	}
	return err
}

func parseDate(value string) (time.Time, error) {
	date, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return date, fmt.Errorf("want one as 2006-01-02T15:04:05Z, got %q", value)
	}
	return date.UTC().Truncate(time.Second), nil
}

// sample adds one sample to the record.
func (r *reader) sample(result *benchfmt.Result) error {
	_, line := result.Pos()
	key, err := parseName(result.Name.String())
	if err != nil {
		return r.errorf(line, "%v", err)
	}
	if err := r.machine(line, result); err != nil {
		return err
	}
	s := Sample{Key: key, Runs: result.Iters, Values: make(map[Unit]float64)}
	for _, v := range result.Values {
		value, unit := v.Value, Unit(v.Unit)
		if v.OrigUnit != "" {
			value, unit = v.OrigValue, Unit(v.OrigUnit)
		}
		switch {
		case !unit.plausible(value):
			return r.errorf(line, "%v %s is not a measurement; remove the line", value, unit)
		case slices.Contains(Units, unit):
			s.Values[unit] = value
		case unit != instructions:
			return r.errorf(line, "%s is not a unit of judge bench; the line is damaged: remove it", unit)
		}
	}
	if len(s.Values) > 0 {
		r.record.Samples = append(r.record.Samples, s)
	}
	return nil
}

// machine reads the machine from the first sample, and rejects samples of another.
func (r *reader) machine(number int, result *benchfmt.Result) error {
	var m Machine
	for _, line := range m.lines() {
		*line.value = result.GetConfig(line.key)
		if *line.value == "" && line.apart {
			return r.errorf(number, "no line %q above this sample, so the machine is not known; name a record of "+
				"judge bench", line.key+": …")
		}
	}
	if len(r.record.Samples) == 0 {
		r.record.Machine = m
	} else if m != r.record.Machine {
		differs := append(m.Apart(r.record.Machine), m.Changed(r.record.Machine)...)
		return r.errorf(number, "samples of two machines in one record (%s); split the file above this line",
			strings.Join(differs, ", "))
	}
	return nil
}
