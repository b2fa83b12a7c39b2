package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

// Comparison writes what two records say of a change: a table a unit, coloured by better and worse, then what to know of
// the records, and last a sentence for each regression or one that says that there is none.
func Comparison(w io.Writer, c *compare.Comparison, color bool) error {
	out := bufio.NewWriter(w)
	t := comparison{paint: paint{on: color}}
	for _, table := range c.Tables {
		t.table(out, c, table)
		fmt.Fprintln(out)
	}
	for _, note := range c.Notes {
		fmt.Fprintln(out, "note:", note)
	}
	t.closing(out, c)
	return out.Flush()
}

type comparison struct{ paint paint }

func (t comparison) yellow(s string) string { return t.paint.code("33", s) }

// Samples writes the figures of one record, for want of another to compare it with.
func Samples(w io.Writer, r *record.Record) error {
	out := bufio.NewWriter(w)
	for _, table := range compare.Summary(r) {
		g := grid{left: map[int]bool{2: true}}
		g.add(plain(title(table.Unit, r.Machine.RoughMemory()), "")...)
		for _, row := range rows(table) {
			remark := samplesOf(row.Now.N)
			if table.Unit.Exact() {
				remark = ""
			}
			g.add(plain(row.name, figure(row.Now, table.Unit), joined(remark, startUp(row.Row)))...)
		}
		if err := g.write(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// table writes one unit's table.
func (t comparison) table(w io.Writer, c *compare.Comparison, table compare.Table) {
	g := grid{left: map[int]bool{4: true}}
	rough := c.Base.Machine.RoughMemory() || c.Now.Machine.RoughMemory()
	g.add(plain(title(table.Unit, rough), c.Base.Run.Name(), c.Now.Run.Name(), "change", "")...)
	for _, row := range rows(table) {
		said, remark, paint := t.verdict(row.Row, table.Unit)
		g.add(cell{text: row.name}, cell{text: figure(row.Base, table.Unit)}, cell{text: figure(row.Now, table.Unit)},
			cell{said, paint}, cell{joined(remark, startUp(row.Row)), paint})
	}
	g.write(w)
}

// verdict is what a row says: its change, a remark, and how both are painted.
func (t comparison) verdict(r compare.Row, u record.Unit) (said, remark string, dress func(string) string) {
	switch remark = evidence(r, u); r.Outcome {
	case compare.Better:
		return change(r), remark, t.paint.green
	case compare.Worse:
		return change(r), joined(remark, "within the threshold"), t.yellow
	case compare.Regression:
		return change(r), joined(remark, "regression"), t.paint.red
	case compare.TooFew:
		return "?", joined(remark, string(r.Outcome)), t.paint.dim
	case compare.Slower, compare.Doubtful:
		return change(r), joined(remark, string(r.Outcome)), t.yellow
	case compare.NotJudged:
		return "", "", nil
	}
	return string(r.Outcome), remark, t.paint.dim
}

// change is the relative change of a row, or a bound of it where a run was stopped.
func change(r compare.Row) string {
	switch {
	case r.Now.Bound:
		return ">" + percent(r.Delta())
	case r.Base.Bound:
		return "<" + percent(r.Delta())
	}
	return percent(r.Delta())
}

// evidence is what an outcome rests on: the corrected p-value and the numbers of samples. Exact counts need none.
func evidence(r compare.Row, u record.Unit) string {
	if u.Exact() || r.Base.Bound || r.Now.Bound {
		return ""
	}
	samples := samplesOf(r.Now.N)
	if r.Base.N != r.Now.N {
		samples = fmt.Sprintf("n=%d+%d", r.Base.N, r.Now.N)
	}
	if r.P < 0.001 {
		return "p<0.001 " + samples
	}
	return fmt.Sprintf("p=%.3f %s", r.P, samples)
}

func samplesOf(n int) string {
	if n == 0 {
		return "stopped"
	}
	return fmt.Sprintf("n=%d", n)
}

// startUp marks times that say little of the program.
func startUp(r compare.Row) string {
	if r.StartUp {
		return "mostly start-up"
	}
	return ""
}

// joined puts remarks together.
func joined(remarks ...string) string {
	var said []string
	for _, r := range remarks {
		if r != "" {
			said = append(said, r)
		}
	}
	return strings.Join(said, ", ")
}

// namedRow is a row with the name that a table shows.
type namedRow struct {
	compare.Row
	name string
}

func rows(t compare.Table) []namedRow {
	var all []namedRow
	for _, r := range t.Rows {
		all = append(all, namedRow{r, "  " + rowName(r.Key)})
	}
	return all
}

func rowName(k record.Key) string {
	switch {
	case k.IsStartUp():
		return "an empty program, " + k.Solution
	case k.Test == "":
		return k.Program().String() + " geometric mean"
	}
	return k.Program().String() + " " + testName(k)
}
