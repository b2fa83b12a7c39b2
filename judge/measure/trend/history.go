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
	Record *record.Record
	Commit Commit // the zero Commit where git does not know it
}

// When is the date of the commit: git's, else the one in the record, else that of the record itself.
func (p Point) When() time.Time {
	if p.Commit.Date.IsZero() {
		return p.Record.Run.Age()
	}
	return p.Commit.Date
}

// Order puts records in the order of their commits, the oldest first. Those of one commit are in the order in which
// they were made.
func Order(records []*record.Record, commits map[string]Commit) []Point {
	points := make([]Point, len(records))
	for i, r := range records {
		points[i] = Point{r, commits[r.Run.Commit]}
	}
	slices.SortStableFunc(points, func(a, b Point) int {
		return cmp.Or(a.When().Compare(b.When()), cmp.Compare(a.Commit.Place, b.Commit.Place),
			a.Record.Run.Date.Compare(b.Record.Run.Date))
	})
	return points
}
