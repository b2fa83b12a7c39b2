package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Writer appends to a record. A call writes its lines to the file at once: a run that is interrupted keeps its samples.
// They need not be on the disk before Finish, as writing there between timed rounds would disturb them.
type Writer struct {
	file *os.File
}

// Create creates the file at r.Path and writes r's Run, Machine, Languages and Planned to it. It is an error if the
// file exists; the file is then left as it is.
func Create(r Record) (*Writer, error) {
	file, err := os.OpenFile(r.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: there is a record of that name; remove it, or choose another name", r.Path)
	}
	if err != nil {
		return nil, err
	}
	w := &Writer{file}
	if err := w.append(r.header()); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(r.Path))
	}
	return w, nil
}

// Sample appends one sample.
func (w *Writer) Sample(s Sample) error { return w.append(s.line()) }

// Bound appends a run that was stopped at its limit.
func (w *Writer) Bound(b Bound) error { return w.append(b.line()) }

// Uncounted appends a test that was run to count, and whose counts are unknown.
func (w *Writer) Uncounted(k Key) error { return w.append(comment("uncounted", k.name())) }

// Finish marks the record as complete and closes it.
func (w *Writer) Finish() error {
	return errors.Join(w.append(comment("finished", "yes")), w.file.Sync(), w.file.Close())
}

// Abandon closes the record without marking it as complete. After Finish it does nothing.
func (w *Writer) Abandon() error { return w.file.Close() }

// append writes whole lines in one system call.
func (w *Writer) append(lines string) error {
	_, err := w.file.WriteString(lines)
	return err
}

// header is the text above the first sample. What names the run is in comments, not in configuration lines: benchstat
// does not compare files whose configuration lines differ.
func (r *Record) header() string {
	var b strings.Builder
	b.WriteString("# A record of judge bench; go tool benchstat reads it too.\n")
	if r.Run.Commit != "" {
		b.WriteString(comment("commit", r.Run.Commit))
	}
	if r.Run.Dirty {
		b.WriteString(comment("dirty", "yes"))
	}
	if !r.Run.Committed.IsZero() {
		b.WriteString(comment("committed", r.Run.Committed.UTC().Format(time.RFC3339)))
	}
	b.WriteString(comment("date", r.Run.Date.UTC().Format(time.RFC3339)))
	b.WriteString(comment("planned", strconv.Itoa(r.Planned)+" samples"))
	for _, p := range r.programs() {
		b.WriteString(comment("language", p.String()+" "+r.Languages[p]))
	}
	for _, p := range r.Same {
		b.WriteString(comment("same", p.String()))
	}
	b.WriteByte('\n')
	for _, line := range r.Machine.lines() {
		if *line.value != "" {
			fmt.Fprintf(&b, "%s: %s\n", line.key, *line.value)
		}
	}
	for _, u := range Units {
		fmt.Fprintf(&b, "Unit %s %s\n", u, u.metadata())
	}
	b.WriteByte('\n')
	return b.String()
}

// programs are the programs whose language is known, in order.
func (r *Record) programs() []Program {
	var all []Program
	for p := range r.Languages {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b Program) int { return strings.Compare(a.String(), b.String()) })
	return all
}

// comment is a line that other readers of the format skip, and Read reads.
func comment(key, value string) string { return "# " + key + ": " + value + "\n" }

// line is the sample in the benchmark format. It is not left to benchfmt.Writer, which writes 4190000 as 4.19e+06.
func (s Sample) line() string {
	line := fmt.Sprintf("Benchmark%s %d", s.name(), s.Runs)
	for _, u := range Units {
		if v, known := s.Values[u]; known {
			line += " " + strconv.FormatFloat(v, 'f', -1, 64) + " " + string(u)
		}
	}
	return line + "\n"
}

func (b Bound) line() string {
	return comment("stopped", fmt.Sprintf("%s after %d cpu-ns", b.name(), b.CPU.Nanoseconds()))
}
