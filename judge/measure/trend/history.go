// Package trend shows how figures went over the commits that were recorded, and where their level changed. It starts no
// program and reads no files.
//
//	points := trend.Order(records, commits)
//	history := trend.Of(points, machine, trend.Options{Threshold: 0.03})
//
// Two neighbouring records are compared on the tests and workloads that both hold, and only on those; a series is the
// chain of these comparisons. Times are of one machine. Statements and search nodes are of all machines.
package trend

import (
	"cmp"
	"context"
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

// Commit is git's information about a commit.
type Commit struct {
	Date    time.Time
	Place   int // among all commits, parents first
	Subject string
}

// Point is a record and its place in the history.
type Point struct {
	Record *record.Record `json:"-"`
	Path   string         `json:"record"`
	checkout.State
	Date    time.Time `json:"date"` // of the commit: git's, else the one in the record, else that of the record itself
	Subject string    `json:"subject"`
	place   int
}

// Order sorts records by commit, oldest first. Those of one commit are in the order in which they were made.
func Order(records []*record.Record, commits map[string]Commit) []Point {
	points := make([]Point, len(records))
	for i, r := range records {
		c := commits[r.Run.Commit]
		if c.Date.IsZero() {
			c.Date = r.Run.Age()
		}
		points[i] = Point{r, r.Path, checkout.StateOf(r.Run.Commit, r.Run.Dirty), c.Date.UTC(), c.Subject, c.Place}
	}
	slices.SortStableFunc(points, Point.Compare)
	return points
}

// Compare orders points by commit, and those of one commit by recording time.
func (p Point) Compare(q Point) int {
	return cmp.Or(p.Date.Compare(q.Date), cmp.Compare(p.place, q.place), p.Record.Run.Date.Compare(q.Record.Run.Date))
}

// Read reads the records in a folder. It returns an error if there are none, and skips invalid or interrupted ones with
// a note.
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

// MachineOf returns the machine whose times are shown: this one or, with a note, that of the newest record.
func MachineOf(records []*record.Record, here record.Machine) (machine record.Machine, note string) {
	if slices.ContainsFunc(records, func(r *record.Record) bool { return len(r.Machine.Apart(here)) == 0 }) {
		return here, ""
	}
	newest := slices.MaxFunc(records, func(x, y *record.Record) int { return x.Run.Date.Compare(y.Run.Date) })
	return newest.Machine, fmt.Sprintf("no record is of this machine; times are those of the machine of the newest, "+
		"%s (%s)", newest.Path, strings.Join(newest.Machine.Apart(here), ", "))
}

// Commits returns a checkout's commits by hash. Without git, a note says that the records' own dates order them.
func Commits(ctx context.Context, root string) (known map[string]Commit, note string) {
	log, err := checkout.Log(ctx, root)
	if err != nil {
		note = fmt.Sprintf("note: the order of the commits is not known, and that of the records' dates is shown: %v",
			err)
	}
	known = make(map[string]Commit)
	for place, c := range log {
		known[c.Hash] = Commit{Date: c.Date, Place: place, Subject: c.Subject}
	}
	return known, note
}
