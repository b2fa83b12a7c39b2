package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
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

// maxSize is the maximum size of a record in bytes: 1,000 samples of each of 1,000 tests take less.
const maxSize = 256 << 20

// Read reads a record. It accepts only what one run of "judge bench" wrote on one machine. For anything else, such as a
// truncated line, it returns an error that names the file and the line and says what to do.
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

// Folder reads the records (*.txt) in a folder, which need not exist. The list broken has one message for each invalid
// file.
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
		if err := r.line(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	if len(r.record.Samples) == 0 && len(r.record.Same) == 0 {
		return nil, fmt.Errorf("%s: no samples in it; record again with judge bench --out", path)
	}
	return r.record, nil
}

type reader struct {
	record *Record
	format benchfmt.Reader
}

var (
	headerLine = regexp.MustCompile(`^# ([a-z]+): (.+)$`)
	configLine = regexp.MustCompile(`^([a-z][^\sA-Z]*):[ \t]+(.*)$`)
)

// line reads one line. It rejects a line that is not in the format; package benchfmt would skip it, which would hide a
// truncation.
func (r *reader) line(line string) error {
	if !strings.HasSuffix(line, "\n") {
		return errors.New("the last line is truncated: it has no line end; remove it")
	}
	line = strings.TrimRight(line, "\r\n")
	header, config := headerLine.FindStringSubmatch(line), configLine.FindStringSubmatch(line)
	switch {
	case strings.ContainsFunc(strings.ReplaceAll(line, "\t", ""), unicode.IsControl):
		return fmt.Errorf("a control character in %q; remove the line", line)
	case header != nil:
		if err := r.header(header[1], header[2]); err != nil {
			return fmt.Errorf("%s: %v; fix the line, or record again", header[1], err)
		}
	case config != nil:
		return r.configure(config[1], config[2])
	case strings.HasPrefix(line, "Benchmark"):
		return r.sample(line)
	case line != "" && line[0] != '#' && !strings.HasPrefix(line, "Unit "):
		return fmt.Errorf("%q is not a line of the Go benchmark format; remove it if it was truncated or added, or "+
			"name another file", line)
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
			return errors.New("there is one above, and a record holds only one run")
		}
		record.Run.Date, err = parseDate(value)
	case "seed":
		if record.Run.Seed, err = strconv.ParseUint(value, 10, 32); err != nil {
			return fmt.Errorf("want a number of at most 32 bits, got %q", value)
		}
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
			return fmt.Errorf("want problem/solution, and in a language line the language after it, got %q", value)
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
			return fmt.Errorf("want: NAME after N cpu-ns, with N from 1 to %g, got %q", most, value)
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
		return date, fmt.Errorf("want the form 2006-01-02T15:04:05Z, got %q", value)
	}
	return date.UTC().Truncate(time.Second), nil
}

// configure reads a configuration line. It ignores keys that do not describe the machine.
func (r *reader) configure(key, value string) error {
	for _, line := range r.record.Machine.lines() {
		if line.key != key {
			continue
		}
		if len(r.record.Samples) > 0 && *line.value != value {
			return fmt.Errorf("samples of two machines in one record (%s: %s and %s); split the file above this line",
				key, value, cmp.Or(*line.value, "none"))
		}
		*line.value = value
	}
	return nil
}

// sample reads the line of one sample, and adds the sample to the record.
func (r *reader) sample(line string) error {
	if len(strings.Fields(line)) < 4 {
		return fmt.Errorf("%q is truncated: a sample has a name, a number of runs and figures; remove the line", line)
	}
	for _, line := range r.record.Machine.lines() {
		if *line.value == "" && line.essential {
			return fmt.Errorf("no line %q above this sample, so the machine is not known; name a record of judge bench",
				line.key+": …")
		}
	}
	r.format.Reset(strings.NewReader(line), "")
	r.format.Scan()
	result, ok := r.format.Result().(*benchfmt.Result)
	if !ok {
		return fmt.Errorf("%s; the line is truncated or damaged: remove it, or record again",
			r.format.Result().(*benchfmt.SyntaxError).Msg)
	}
	key, err := parseName(result.Name.String())
	if err != nil {
		return err
	}
	s := Sample{Key: key, Runs: result.Iters, Values: make(map[Unit]float64)}
	for _, v := range result.Values {
		value, unit := v.Value, Unit(v.Unit)
		if v.OrigUnit != "" {
			value, unit = v.OrigValue, Unit(v.OrigUnit)
		}
		switch {
		case !slices.Contains(Units, unit):
			return fmt.Errorf("%s is not a unit of judge bench; the line is damaged: remove it", unit)
		case !unit.plausible(value):
			return fmt.Errorf("%v %s is not a measurement; remove the line", value, unit)
		}
		s.Values[unit] = value
	}
	r.record.Samples = append(r.record.Samples, s)
	return nil
}
