package shrink

import (
	"iter"
	"slices"
)

// part is a line, a token or a character. It is removed as a whole. A run is a sequence of consecutive parts.
type part struct {
	span
	// counts returns the numbers that may be counts of the parts of a run. The run begins with this part. The function
	// is nil for characters.
	counts func(l layout, run []part) []token
	line   int
	token  int // the index of a token on its line
}

func lines(l layout) []part {
	var all []part
	for i, line := range l.lines {
		all = append(all, part{span: line.span, counts: lineCounts, line: i})
	}
	return all
}

func tokens(l layout) []part {
	var all []part
	for i, line := range l.lines {
		for k, t := range line.tokens {
			all = append(all, part{span: t.span, counts: tokenCounts, line: i, token: k})
		}
	}
	return all
}

// characters returns the characters of tokens. It leaves out one-character tokens, which are removed as tokens.
func characters(l layout) []part {
	var all []part
	for _, line := range l.lines {
		for _, t := range line.tokens {
			for at := t.word; at < t.to && t.to-t.word > 1; at++ {
				all = append(all, part{span: span{at, at + 1}})
			}
		}
	}
	return all
}

// Only the first mostColumns tokens of a line are tried as counts of lines or tokens. Once a run of lines has
// mostCounts such counts, only counts on the first line are added.
const (
	mostColumns = 4
	mostCounts  = 8
)

// lineCounts returns the numbers, on lines above a run, that may be counts of the run's lines. It goes upwards from the
// run, and takes each number n for which the n lines below the number's line exist and include the run. Then it adds
// the numbers of the first line.
func lineCounts(l layout, run []part) []token {
	first, last := run[0].line, run[len(run)-1].line
	var all []token
	for at := first - 1; at >= 0 && len(all) < mostCounts; at-- {
		for _, t := range l.head(at) {
			if end := int64(at) + t.value; end >= int64(last) && end < int64(len(l.lines)) {
				all = append(all, t)
			}
		}
	}
	if first > 0 {
		for _, t := range l.head(0) {
			if !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	return all
}

// tokenCounts returns the numbers that may be counts of the tokens on a run's line. Such a number is on that line
// before the run, on the line above, or on the first line of the input.
func tokenCounts(l layout, run []part) []token {
	at := run[0].line
	if run[len(run)-1].line != at {
		return nil
	}
	line := l.lines[at].tokens
	var all []token
	for i, t := range line[:min(run[0].token, mostColumns)] {
		if t.whole && t.value == int64(len(line)-i-1) {
			all = append(all, t)
		}
	}
	for _, above := range []int{at - 1, 0} {
		if above < 0 || above >= at {
			continue
		}
		for _, t := range l.head(above) {
			if t.value == int64(len(line)) && !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	return all
}

// head returns the positive numbers among the first mostColumns tokens of a line.
func (l layout) head(line int) []token {
	tokens := l.lines[line].tokens
	tokens = tokens[:min(len(tokens), mostColumns)]
	return slices.DeleteFunc(slices.Clone(tokens), func(t token) bool { return !t.whole || t.value < 1 })
}

// without yields versions of the input that lack a run of parts. In the first version, all numbers are unchanged. In
// each later version, a number that may be a count of the run's parts is lowered, alone or together with other numbers
// of its line.
func (l layout) without(run []part) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var removed []edit
		for _, p := range run {
			removed = append(removed, edit{span: p.span})
		}
		if !yield(l.with(removed)) || run[0].counts == nil {
			return
		}
		for _, t := range run[0].counts(l, run) {
			for _, less := range steps(len(run)) {
				if t.value < less {
					continue
				}
				edits := append(slices.Clone(removed), t.set(t.value-less))
				if !yield(l.with(edits)) {
					return
				}
				for _, other := range l.beside(t, run[0].from) {
					if other.value >= less {
						edits = append(edits, other.set(other.value-less))
					}
				}
				if len(edits) > len(removed)+1 && !yield(l.with(edits)) {
					return
				}
			}
		}
	}
}

// steps returns how much to lower a count when parts are removed: by the number of removed parts, and by 1, because the
// removed parts together may be one test case.
func steps(parts int) []int64 {
	all := []int64{int64(parts)}
	if parts > 1 {
		all = append(all, 1)
	}
	return all
}

// beside returns the numbers in input[:end] that are at the beginning of t's line, except t itself.
func (l layout) beside(t token, end int) []token {
	i := slices.IndexFunc(l.lines, func(line line) bool { return t.from < line.to })
	return slices.DeleteFunc(l.head(i), func(other token) bool { return other == t || other.to > end })
}

// numbers yields inputs in which one number is changed. Each input comes with the index at which that number's span
// begins.
func numbers(l layout) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for _, line := range l.lines {
			for _, t := range line.tokens {
				if !t.whole {
					continue
				}
				for _, v := range nearer(t.value) {
					if !yield(t.from, l.with([]edit{t.set(v)})) {
						return
					}
				}
			}
		}
	}
}

// nearer returns the values to try instead of v. They are 0, 1 and values between 0 and v; for a negative v, they
// include -v and -1.
func nearer(v int64) []int64 {
	values := []int64{0, 1}
	if v < 0 {
		values = append(values, -v, -1)
	}
	one := v / max(v, -v, 1) // the sign of v
	return append(values, v/2, v-v/4, v-v/16, v-one)
}
