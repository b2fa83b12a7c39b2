package compare

import (
	"math"

	"dlxjudge/judge/measure/record"
)

// FirstLook is the least number of rounds after which a ladder is looked at, to see whether its intervals are short
// enough.
const FirstLook = 10

// Precise reports which keys of a problem's solutions, in the order of their ladder, need more samples for intervals
// that reach no further than within, 0.03 for ±3%. It answers only at looks, each after about √2 times the rounds of
// the one before.
//
// A rule that looks again and again makes intervals too narrow in general: those that missed are looked at more often
// than those that hit. This one looks only at how far an interval reaches, and never at where it lies, which for values
// that scatter symmetrically says nothing of whether it misses. What remains is that it stops where the samples happen
// to scatter less than the others would. That costs up to 1.5% of the confidence, which ratioLevel makes up for;
// TestPreciseCovers simulates it.
//
// Y. S. Chow and H. Robbins, On the asymptotic theory of fixed-width sequential confidence intervals for the mean,
// Annals of Mathematical Statistics 36 (1965).
func Precise(r *record.Record, problem string, names []string, rounds int,
	within float64) (wanted []record.Key, look bool) {
	if !precisionLook(rounds) {
		return nil, false
	}
	l, err := Solutions(r, problem, names, nil)
	if err != nil { // a solution has neither a sample nor a bound, and no more rounds give it one
		return nil, true
	}
	seen := make(map[record.Key]bool)
	for _, ratio := range l.ratios() {
		if ratio.Within() > within {
			for _, k := range ratio.keys {
				seen[k] = true
			}
		}
	}
	for k := range seen {
		wanted = append(wanted, k)
	}
	return wanted, true
}

// Wide is how many of the ladder's intervals reach further than within, and of how many.
func (l *Ladder) Wide(within float64) (wide, of int) {
	for _, r := range l.ratios() {
		if far := r.Within(); !math.IsNaN(far) {
			of++
			if far > within {
				wide++
			}
		}
	}
	return wide, of
}

// ratios are all that a ladder shows: on each workload and over all, with the rung before and with the first.
func (l *Ladder) ratios() []Ratio {
	sections := l.Sections
	if l.All != nil {
		sections = append(sections[:len(sections):len(sections)], *l.All)
	}
	var all []Ratio
	for _, s := range sections {
		for i, rung := range s.Rungs {
			switch {
			case i > 1:
				all = append(all, rung.Before, rung.First)
			case i == 1: // they are the same
				all = append(all, rung.Before)
			}
		}
	}
	return all
}

// precisionLook reports whether a number of rounds is a look.
func precisionLook(rounds int) bool {
	for k := 0; ; k++ {
		switch at := int(math.Round(FirstLook * math.Pow(math.Sqrt2, float64(k)))); {
		case at == rounds:
			return true
		case at > rounds:
			return false
		}
	}
}
