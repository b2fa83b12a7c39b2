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

// Writer appends samples to a record and to its file. Each sample's line is written immediately, so an interrupted run
// keeps its samples. Only Finish waits until the file is on disk, since disk writes would disturb the timed rounds.
type Writer struct {
	record *Record
	file   *os.File
}

// Create creates a file and writes the record to it. If the file exists already, Create leaves it alone and returns an
// error.
func Create(path string, r *Record) (*Writer, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: there is already a record of that name; remove it, or choose another name", path)
	}
	if err != nil {
		return nil, err
	}
	w := &Writer{r, file}
	if _, err := file.WriteString(r.text()); err != nil {
		return nil, errors.Join(err, w.Abandon(false))
	}
	return w, nil
}

// Sample appends one sample.
func (w *Writer) Sample(s Sample) error {
	w.record.Samples = append(w.record.Samples, s)
	_, err := w.file.WriteString(s.line()) // one system call, so that no line is truncated
	return err
}

// Finish marks the record as complete and closes its file.
func (w *Writer) Finish() error {
	w.record.Finished = true
	_, err := w.file.WriteString(comment("finished", "yes"))
	return errors.Join(err, w.file.Sync(), w.file.Close())
}

// Abandon closes the file, and removes it unless keep is set. After Finish it returns an error, since the file is
// already closed.
func (w *Writer) Abandon(keep bool) error {
	err := w.file.Close()
	if !keep {
		err = errors.Join(err, os.Remove(w.file.Name()))
	}
	return err
}

// text returns the record in its file format, without the completion mark. The run's commit and date are in comments,
// not in configuration lines: benchstat does not compare files whose configuration lines differ.
func (r *Record) text() string {
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
	if r.Run.Seed != 0 {
		b.WriteString(comment("seed", strconv.FormatUint(r.Run.Seed, 10)))
	}
	b.WriteString(comment("planned", strconv.Itoa(r.Planned)+" samples"))
	var languages []string
	for p, language := range r.Languages {
		languages = append(languages, comment("language", p.String()+" "+language))
	}
	slices.Sort(languages)
	b.WriteString(strings.Join(languages, ""))
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
	for _, at := range r.Bounds {
		b.WriteString(comment("stopped", fmt.Sprintf("%s after %d cpu-ns", at.name(), at.CPU.Nanoseconds())))
	}
	for _, k := range r.Uncounted {
		b.WriteString(comment("uncounted", k.name()))
	}
	for _, s := range r.Samples {
		b.WriteString(s.line())
	}
	return b.String()
}

// comment returns a line that Read understands and other readers of the format skip.
func comment(key, value string) string { return "# " + key + ": " + value + "\n" }

// line returns the sample in benchmark format. It does not use benchfmt.Writer, which writes 4190000 as 4.19e+06.
func (s Sample) line() string {
	line := fmt.Sprintf("Benchmark%s %d", s.name(), s.Runs)
	for _, u := range Units {
		if v, known := s.Values[u]; known {
			line += " " + strconv.FormatFloat(v, 'f', -1, 64) + " " + string(u)
		}
	}
	return line + "\n"
}
