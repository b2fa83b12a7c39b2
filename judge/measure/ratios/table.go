package main

import (
	"fmt"
	"slices"
)

// mark is the first character of a row.
type mark string

const (
	markReached mark = "✓" // its goal
	markMissed  mark = "✖"
	markNone    mark = "·" // it has no goal
	markSkipped mark = "∅"
)

// row is a line of the table.
type row struct {
	label   string
	skipped string // why there is no figure
	said    string // the figures
	goal    string // "≥ 6"; "" for none
	reached bool
	note    string
}

func (r row) mark() mark {
	switch {
	case r.skipped != "":
		return markSkipped
	case r.goal == "":
		return markNone
	case r.reached:
		return markReached
	}
	return markMissed
}

func (r row) String() string {
	text := fmt.Sprintf("  %s %-28s  ", r.mark(), r.label)
	if r.skipped != "" {
		return text + "skipped: " + r.skipped
	}
	text += r.said
	if r.goal != "" {
		text += "   goal " + r.goal
	}
	if r.note != "" {
		text += "   " + r.note
	}
	return text
}

// duel is what two programs took on one input, turn by turn, in seconds.
type duel struct {
	a, b []float64
}

// row tells the medians, how many times as fast b is as a, and how far the pairs reach.
func (d duel) row(label string, goal, startUp float64) row {
	var ratios []float64
	for i := range d.a {
		ratios = append(ratios, d.a[i]/d.b[i])
	}
	a, b, ratio := median(d.a), median(d.b), median(ratios)
	r := row{
		label: label,
		said: fmt.Sprintf("%8s / %8s = %8s  (%s to %s)", seconds(a), seconds(b), times(ratio),
			times(slices.Min(ratios)), times(slices.Max(ratios))),
		reached: ratio >= goal,
	}
	if goal > 0 {
		r.goal = fmt.Sprintf("≥ %g", goal)
	}
	if min(a, b) < 2*startUp {
		r.note = "start-up"
	}
	return r
}

// row tells how long the slowest case takes, or that none takes longer than so many together.
// The cases come from inputs of so many each, made with the seeds 1, 2, …
func (w worst) row(label string, limit float64, cases int) row {
	r := row{label: label, reached: !w.stopped && w.seconds <= limit}
	which := fmt.Sprintf("case %d of seed %d", w.first%cases+1, w.first/cases+1)
	switch {
	case w.stopped:
		r.said = fmt.Sprintf("%s takes more than %s", which, seconds(w.seconds))
		if w.cases > 1 {
			r.said = fmt.Sprintf("from %s on, %d take more than %s", which, w.cases, seconds(w.seconds))
		}
	case w.cases == 1:
		r.said = fmt.Sprintf("%s takes %s", which, seconds(w.seconds))
	default:
		r.said = fmt.Sprintf("none takes more than %s, as %d do together", seconds(w.seconds), w.cases)
	}
	if limit > 0 {
		r.goal = "≤ " + seconds(limit)
	}
	return r
}

// median is the middle of the values, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// seconds keeps three digits of a time.
func seconds(s float64) string {
	switch {
	case s >= 0.9995:
		return fmt.Sprintf("%.2fs", s)
	case s >= 0.0995:
		return fmt.Sprintf("%.0fms", s*1e3)
	case s >= 0.00995:
		return fmt.Sprintf("%.1fms", s*1e3)
	case s >= 0.0009995:
		return fmt.Sprintf("%.2fms", s*1e3)
	}
	return fmt.Sprintf("%.0fµs", s*1e6)
}

// times keeps three digits of a ratio, or two of a small one.
func times(ratio float64) string {
	switch {
	case ratio < 0.1:
		return fmt.Sprintf("%.2g", ratio)
	case ratio < 10:
		return fmt.Sprintf("%.2f", ratio)
	case ratio < 100:
		return fmt.Sprintf("%.1f", ratio)
	}
	return fmt.Sprintf("%.0f", ratio)
}
