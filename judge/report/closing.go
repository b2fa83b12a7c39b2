package report

import (
	"fmt"
	"io"
	"strings"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

// closing says which rows are regressions and by how much, what is undecided, and else that there is no regression.
func (t comparison) closing(w io.Writer, c *compare.Comparison) {
	regressions := c.Regressions()
	for _, table := range regressions {
		for _, r := range table.Rows {
			where := "on " + testName(r.Key)
			if r.Test == "" {
				where = "over all its tests"
			}
			fmt.Fprintf(w, "%s %s %s %s: %s, was %s (%s)\n", t.paint.red("REGRESSION"), r.Program(), worse[table.Unit], where,
				figure(r.Now, table.Unit), figure(r.Base, table.Unit), joined(change(r), evidence(r, table.Unit), startUp(r)))
		}
	}
	for _, k := range c.Lost {
		fmt.Fprintf(w, "%s %s: counts became unknown on %s (the notes of the measuring say why)\n", t.paint.red("REGRESSION"), k.Program(), testName(k))
	}
	undecided := t.yellow("UNDECIDED")
	for _, k := range c.Unsure {
		fmt.Fprintf(w, "%s %s: counts became unknown on %s, but another machine or compiler made those of the base, and may come further in the time; record a base with this one\n",
			undecided, k.Program(), testName(k))
	}
	n := judge(c)
	if n.doubtful > 0 {
		fmt.Fprintf(w, "%s times are not judged: the empty program itself takes %s, and %s rose; measure both in turns with: judge bench --against %s\n",
			undecided, strings.Join(n.slower, ", "), plural(n.doubtful, "row"), commit(c.Base.Run))
	}
	more := "too few samples; take more for both records, for example with --count 10"
	if n.few > 0 && n.few < n.rows {
		fmt.Fprintf(w, "%s %d of %d rows have %s\n", undecided, n.few, n.rows, more)
	}
	done := t.paint.bold("DONE")
	switch {
	case len(regressions)+len(c.Lost) > 0:
	case n.few > 0 && n.few == n.rows:
		fmt.Fprintf(w, "%s undecided: all %s have %s\n", done, plural(n.rows, "row"), more)
	case n.few+n.doubtful == n.rows:
		fmt.Fprintf(w, "%s undecided: nothing could be judged\n", done)
	case n.few+n.doubtful+len(c.Unsure) > 0:
		fmt.Fprintf(w, "%s no regression in what could be decided: nothing there %s\n", done, rose(c))
	default:
		fmt.Fprintf(w, "%s no regression: nothing %s\n", done, rose(c))
	}
}

// testName names a test as people do.
func testName(k record.Key) string { return strings.TrimPrefix(k.Test, "secret/") }

// judged counts the rows of a comparison that speak of solutions: all, those with too few samples, and those that are
// slower beside a slower machine; and says what shows the machine.
type judged struct {
	rows, few, doubtful int
	slower              []string
}

func judge(c *compare.Comparison) judged {
	var n judged
	for _, table := range c.Tables {
		for _, r := range table.Rows {
			n.rows++
			switch r.Outcome {
			case compare.TooFew:
				n.few++
			case compare.Doubtful:
				n.doubtful++
			case compare.Slower:
				n.slower = append(n.slower, fmt.Sprintf("%s (%s)", change(r), r.Solution))
				n.rows--
			case compare.NotJudged:
				n.rows--
			}
		}
	}
	return n
}

// commit is the commit of a run as git takes it, or a word for it.
func commit(r record.Run) string {
	if r.Commit == "" || r.Dirty {
		return "COMMIT"
	}
	return r.Name()
}

func rose(c *compare.Comparison) string {
	return fmt.Sprintf("rose by more than %g%% (exact counts: %g%%) that chance does not explain", 100*c.Threshold, 100*compare.ExactThreshold)
}
