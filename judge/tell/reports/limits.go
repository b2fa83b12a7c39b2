package reports

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// TimeLimit holds what measurements say about the time limit of one problem.
type TimeLimit struct {
	Problem  string
	Limits   problem.Limits // the limits of the package
	Proposal limits.Proposal
	Breaches []limits.Breach // programs whose times are too close to the package's limit; nil if it has no limit
	Notes    []string        // submissions that could not be timed
	Wrong    []string        // submissions with an unexpected verdict
	Crashed  bool            // the judge or a tool failed on a test
}

// TimeLimitOf proposes a time limit from the times of a problem's submissions, and checks the package's own limit.
func TimeLimitOf(p *problem.Problem, got timing.Times) TimeLimit {
	l := TimeLimit{
		Problem: p.Name, Limits: p.Limits, Proposal: limits.Propose(p.Limits, got.Programs), Notes: got.Notes,
		Wrong: got.Wrong, Crashed: got.Crashed,
	}
	if p.Limits.Time > 0 {
		l.Breaches = limits.Check(p.Limits, got.Programs)
	}
	return l
}

// Sound reports whether there is nothing to fix. Some limit must fit. If the package has a limit, that limit must fit.
// All submissions must have their expected verdicts.
func (l TimeLimit) Sound() bool { return l.Proposal.Limit > 0 && len(l.Breaches)+len(l.Wrong) == 0 }

// TimeLimits writes the proposed time limit for each problem, with its bounds and margins.
func TimeLimits(w io.Writer, all []TimeLimit, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	found := 0
	for _, l := range all {
		mark := "✓"
		if !l.Sound() {
			mark, found = "✖", found+1
		}
		out.Paragraph(6, fmt.Sprintf("  %s %s  %s", mark, l.Problem, l.headline()))
		for _, line := range l.lines() {
			out.Paragraph(8, "      "+legible.Line(line))
		}
	}
	fmt.Fprintf(out, "DONE %s, %d with findings\n", figures.Plural(len(all), "problem"), found)
	return out.Flush()
}

// headline compares the proposed limit with the package's.
func (l TimeLimit) headline() string {
	text := "no time limit fits"
	switch p := l.Proposal; {
	case p.Limit > 0:
		text = "time limit " + figures.Exactly(p.Limit)
	case p.Fast == nil:
		text = "no time limit can be proposed: none of the submissions that must be fast enough could be timed"
	case p.Fast.Stopped:
		text = fmt.Sprintf("no time limit can be proposed: %s was stopped after %s on %s; fix it",
			p.Fast.Name, figures.Seconds(p.Fast.Median), p.Fast.Test)
	}
	switch p := l.Proposal; {
	case l.Limits.Time == 0:
		text += "; the package gives none"
	case p.Least == 0:
		text += fmt.Sprintf("; the package gives %s", figures.Exactly(l.Limits.Time))
	case len(l.Breaches) > 0:
		text += fmt.Sprintf("; the package's limit, %s, does not fit", figures.Exactly(l.Limits.Time))
	case l.Limits.Time == p.Limit:
		text += ", as the package says"
	default:
		text += fmt.Sprintf("; the package's limit, %s, fits too", figures.Exactly(l.Limits.Time))
	}
	return legible.Line(text)
}

func (l TimeLimit) lines() (lines []string) {
	p := l.Proposal
	at := cmp.Or(p.Limit, p.Least)
	if p.Fast != nil && !p.Fast.Stopped {
		lines = append(lines, fmt.Sprintf("slowest that must be fast enough: %s; %s", took(*p.Fast),
			margin(at, *p.Fast, l.Limits)))
	}
	if p.Slow != nil && at > 0 {
		lines = append(lines, fmt.Sprintf("fastest that is meant to be too slow: %s; %s", took(*p.Slow),
			margin(at, *p.Slow, l.Limits)))
	} else if p.Slow == nil && p.Limit > 0 {
		lines = append(lines, "no submission is meant to be too slow: nothing bounds the limit from above")
	}
	if p.Limit == 0 && p.Slow != nil && p.Least > 0 {
		lines = append(lines, l.nearest())
	}
	if p.Least > 0 && p.Fast.Runs == 1 {
		lines = append(lines, "measured only once, so it is unknown how much times vary; try --count 3")
	}
	for _, breach := range l.Breaches {
		lines = append(lines, Breach(breach, l.Limits))
	}
	lines = append(lines, l.Wrong...)
	return append(lines, l.Notes...)
}

// nearest describes the limits that come closest to fitting. It is used only if no limit fits.
func (l TimeLimit) nearest() string {
	p := l.Proposal
	text := fmt.Sprintf("nearest limits: %s is high enough for the slowest", figures.Exactly(p.Least))
	if p.Most > 0 {
		text += fmt.Sprintf(", and %s low enough for the fastest (%s times the time of the slowest)",
			figures.Exactly(p.Most), multiple(p.Most, p.Fast.Median))
	} else {
		text += fmt.Sprintf(", and no multiple of the time_resolution, %s, is low enough for the fastest",
			figures.Exactly(l.Limits.Resolution))
	}
	return text
}

// margin says how far a limit is from the time of a submission.
func margin(limit time.Duration, b limits.Bound, l problem.Limits) string {
	if b.Slow {
		return fmt.Sprintf("that is %s times %s, want at least %s", multiple(b.Median, limit),
			figures.Exactly(limit), thousandths(l.Multipliers.ToTooSlow))
	}
	return fmt.Sprintf("%s is %s times that, want at least %s", figures.Exactly(limit), multiple(limit, b.Median),
		thousandths(l.Multipliers.FromAccepted))
}

// Breach says that the limit is too close to the time of a submission, and by how much.
func Breach(b limits.Breach, l problem.Limits) string {
	text := "too low for " + took(b.Bound)
	if b.Slow {
		text = fmt.Sprintf("too high for %s, which is meant to be too slow", took(b.Bound))
	}
	if b.Slow || !b.Stopped {
		text += ": " + margin(l.Time, b.Bound, l)
	}
	switch {
	case b.Runs > 1 && b.Sure:
		text += fmt.Sprintf(" (all %d runs agree)", b.Runs)
	case !b.Sure:
		text += fmt.Sprintf(" (uncertain: not all %d runs agree)", b.Runs)
	}
	return text
}

// took formats a submission with its time: "accepted/a.c, 0.81s on secret/1 (3 runs, 0.80s to 0.83s)".
func took(b limits.Bound) string {
	if b.Stopped {
		return fmt.Sprintf("%s, stopped after %s on %s", b.Name, figures.Exactly(b.Median), b.Test)
	}
	text := fmt.Sprintf("%s, %s on %s", b.Name, figures.Seconds(b.Median), b.Test)
	if b.Runs > 1 {
		text += fmt.Sprintf(" (%d runs, %s to %s)", b.Runs, figures.Seconds(b.Least), figures.Seconds(b.Most))
	}
	return text
}

// multiple formats a/b with two decimals. It rounds down, so that it does not overstate a margin.
func multiple(a, b time.Duration) string {
	if b <= 0 || a/b >= 1000 {
		return "more than 999"
	}
	return fmt.Sprintf("%.2f", float64(int64(a)*100/int64(b))/100)
}

// thousandths formats the multiplier n/1000 as in problem.yaml: 1.5.
func thousandths(n int64) string { return figures.Decimal(time.Duration(n) * time.Millisecond) }
