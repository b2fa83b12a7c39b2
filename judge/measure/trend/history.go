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
	"slices"
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/measure/record"
)

// Commit is what git knows of a commit.
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

// Order puts records in the order of their commits, the oldest first. Those of one commit are in the order in which
// they were made.
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

// Compare orders points by their commits, and those of one commit by when they were recorded.
func (p Point) Compare(q Point) int {
	return cmp.Or(p.Date.Compare(q.Date), cmp.Compare(p.place, q.place), p.Record.Run.Date.Compare(q.Record.Run.Date))
}
