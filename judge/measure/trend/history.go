// Package trend shows how figures changed from one recorded commit to the next, and where their level changed. It
// starts no program, and reads only records.
//
//	points := trend.Order(records, log)
//	history := trend.Of(points, machine, trend.Options{Threshold: 0.03})
//
// Neighbouring records are compared only on the tests and workloads that both hold. A series is the chain of these
// comparisons. Times come from one machine; numbers of statements and search nodes come from all machines.
package trend

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/record"
)

// Point is a record and its place in the history.
type Point struct {
	Record *record.Record `json:"-"`
	Path   string         `json:"record"`
	checkout.State
	Date    time.Time `json:"date"` // commit's date, from git or the record; if unknown, the start of the run
	Subject string    `json:"subject"`
	place   int
}

// Order sorts records by commit, oldest first. Records of one commit are in the order in which they were made. log
// lists commits, parents first.
func Order(records []*record.Record, log []checkout.Commit) []Point {
	points := make([]Point, len(records))
	for i, r := range records {
		c := checkout.Commit{Date: r.Run.Age()}
		place := slices.IndexFunc(log, func(c checkout.Commit) bool { return c.Hash == r.Run.Commit })
		if place >= 0 {
			c = log[place]
		}
		points[i] = Point{r, r.Path, checkout.StateOf(r.Run.Commit, r.Run.Dirty), c.Date.UTC(), c.Subject, place}
	}
	slices.SortStableFunc(points, Point.Compare)
	return points
}

// Compare orders points by commit, and points of one commit by recording time.
func (p Point) Compare(q Point) int {
	return cmp.Or(p.Date.Compare(q.Date), cmp.Compare(p.place, q.place), p.Record.Run.Date.Compare(q.Record.Run.Date))
}

// Read reads the records in a folder. It leaves out invalid and interrupted records, and returns a note for each of
// them. If no record remains, it returns an error.
func Read(dir string) (records []*record.Record, notes []string, err error) {
	records, notes, err = record.Folder(dir)
	if err != nil {
		return nil, nil, err
	}
	for i, note := range notes {
		notes[i] = "left out: " + note
	}
	records = slices.DeleteFunc(records, func(r *record.Record) bool {
		if !r.Finished {
			notes = append(notes, fmt.Sprintf("left out: %s was interrupted", r.Path))
		}
		return !r.Finished
	})
	if len(records) == 0 {
		folder := ""
		if _, missing := os.Stat(dir); missing != nil {
			folder = "mkdir -p" + legible.Words(dir) + " && "
		}
		err = fmt.Errorf("%s has no record; make one with: %sjudge bench --out%s", dir, folder,
			legible.Words(filepath.Join(dir, "FILE.txt")))
	}
	return records, notes, err
}

// MachineOf returns the machine whose times are to be shown: this machine or, if no record is from this machine, the
// machine of the newest record.
func MachineOf(records []*record.Record, here record.Machine) (machine record.Machine, note string) {
	if slices.ContainsFunc(records, func(r *record.Record) bool { return len(r.Machine.Apart(here)) == 0 }) {
		return here, ""
	}
	newest := slices.MaxFunc(records, func(x, y *record.Record) int { return x.Run.Date.Compare(y.Run.Date) })
	return newest.Machine, fmt.Sprintf("no record is from this machine; showing times of the machine that made the "+
		"newest record, %s (%s)", newest.Path, strings.Join(newest.Machine.Apart(here), ", "))
}
