package lab

import (
	"fmt"
	"strings"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// closing names the regressions and what is undecided, or says that there is no regression.
func (t comparison) closing(w *terminal.Sheet, c *compare.Comparison) {
	say := func(format string, args ...any) { w.Paragraph(2, fmt.Sprintf(format, args...)) }
	regressions := c.Regressions()
	for _, table := range regressions {
		for _, r := range table.Rows {
			where := "on " + testName(r.Key)
			if r.Test == "" {
				where = "over all its tests"
			}
			say("%s %s %s %s: %s, was %s (%s)", t.paint.Red("REGRESSION"), r.Program(), worse[table.Unit], where,
				figure(r.Now, table.Unit), figure(r.Base, table.Unit), joined(change(r), evidence(r, table.Unit),
					startUp(r)))
		}
	}
	for _, k := range c.Lost {
		say("%s %s: counts are missing now on %s; the notes on standard error say why", t.paint.Red("REGRESSION"),
			k.Program(), testName(k))
	}
	undecided := t.paint.Yellow("UNDECIDED")
	for _, k := range c.Unsure {
		say("%s %s: counts are missing now on %s; the base was counted by another machine or compiler, which may "+
			"count more before its limit; record a base on this one",
			undecided, k.Program(), testName(k))
	}
	n := judge(c)
	if n.doubtful > 0 {
		say("%s times are not judged: an empty program takes %s, and %s rose with it; measure both in turns with: "+
			"judge bench --against %s",
			undecided, strings.Join(n.slower, ", "), figures.Plural(n.doubtful, "row"), commit(c.Base.Run))
	}
	more := "too few samples; take more for both records, for example with --count 10"
	if n.few > 0 && n.few < n.rows {
		say("%s %d of %d rows have %s", undecided, n.few, n.rows, more)
	}
	done := t.paint.Bold("DONE")
	switch {
	case len(regressions)+len(c.Lost) > 0:
	case n.few > 0 && n.few == n.rows:
		say("%s undecided: all %s have %s", done, figures.Plural(n.rows, "row"), more)
	case n.few+n.doubtful == n.rows:
		say("%s undecided: no row could be judged", done)
	case n.few+n.doubtful+len(c.Unsure) > 0:
		say("%s no regression in the rows that could be decided: %s", done, slowdown(c))
	default:
		say("%s no regression: %s", done, slowdown(c))
	}
}

// testName is the name of a test, short: without "secret/"; or of a workload, with its number of cases: "hard/4000".
func testName(k record.Key) string {
	if name, cases, is := k.Workload(); is {
		return fmt.Sprintf("%s/%d", name, cases)
	}
	return strings.TrimPrefix(k.Test, "secret/")
}

// judged counts the rows of solutions.
type judged struct {
	rows     int      // all
	few      int      // with too few samples
	doubtful int      // slower, on a machine that is slower
	slower   []string // the start-up times that show it: "+12.00% (go)"
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

// commit is a name of the run for git, or COMMIT if it has none.
func commit(r record.Run) string {
	if r.Commit == "" || r.Dirty {
		return "COMMIT"
	}
	return r.Name()
}

// slowdown is the change that was not found.
func slowdown(c *compare.Comparison) string {
	return fmt.Sprintf("no statistically significant slow-down above %g%% (exact counts: %g%%)", 100*c.Threshold,
		100*compare.ExactThreshold)
}

// startUp marks times that are mostly the start of the process.
func startUp(r compare.Row) string {
	if r.StartUp {
		return "mostly start-up"
	}
	return ""
}
