package lab

import (
	"io"
	"math"
	"time"

	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/report"
)

// The document of judge trend. It runs nothing: the commits are those of the records.
type (
	trendDocument struct {
		Schema  int               `json:"schema"`
		Machine map[string]string `json:"machine"` // whose times these are
		Series  []series          `json:"series"`
	}
	series struct {
		Problem    string        `json:"problem"`
		Submission string        `json:"submission"`
		Unit       record.Unit   `json:"unit"`
		Since      number        `json:"change"`
		Divided    int           `json:"steps_divided_by_reference"`
		Points     []seriesPoint `json:"records"`
		Changes    []levelChange `json:"changes"`
	}
	seriesPoint struct {
		Record string `json:"record"`
		report.Checkout
		Date    time.Time `json:"date"`
		Subject string    `json:"subject"`
		Figure  number    `json:"figure"`
		Change  number    `json:"change"`
		Begins  bool      `json:"begins"`
	}
	levelChange struct {
		At     int      `json:"at"` // index of the record that it came with
		Change number   `json:"change"`
		P      number   `json:"p"`     // null for counts, which have no noise
		Tools  []string `json:"tools"` // other versions of a kernel or a compiler, which may explain it
	}
)

// TrendJSON writes the figures over the commits as one document.
func TrendJSON(w io.Writer, all []trend.Series, m record.Machine) error {
	d := trendDocument{Schema: report.Schema, Machine: machineOf(m), Series: []series{}}
	for _, s := range all {
		row := series{
			Problem: s.Problem, Submission: s.Program.Solution, Unit: s.Unit, Since: number(s.Since()),
			Divided: s.Divided, Points: []seriesPoint{}, Changes: []levelChange{},
		}
		for _, part := range s.Parts() {
			for i := part[0]; i < part[1]; i++ {
				p := s.Points[i]
				row.Points = append(row.Points, seriesPoint{
					Record: p.Record.Path, Date: p.When().UTC(),
					Checkout: report.CheckoutOf(p.Record.Run.Commit, p.Record.Run.Dirty),
					Subject:  p.Commit.Subject, Figure: number(s.Figures[i]),
					Change: number(math.Expm1(s.Levels[i] - s.Levels[part[0]])), Begins: i == part[0],
				})
			}
		}
		for _, c := range s.Changes {
			change := levelChange{At: c.At, Change: number(c.Delta), P: number(c.P), Tools: []string{}}
			if s.Unit.Exact() {
				change.P = unknown()
			} else {
				change.Tools = texts(s.Points[c.At-1].Record.Machine.Changed(s.Points[c.At].Record.Machine))
			}
			row.Changes = append(row.Changes, change)
		}
		d.Series = append(d.Series, row)
	}
	return report.Document(w, d)
}
