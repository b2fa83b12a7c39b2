package shrink

// linePlans remove lines: those that a number before them counts, and any others.
func linePlans(l layout) []plan {
	var plans []plan
	for _, c := range cuts(l) {
		for _, b := range c.blocks {
			var parts [][]span
			for _, s := range b.lines {
				parts = append(parts, []span{s})
			}
			counts := []token{b.count}
			plans = append(plans, plan{layout: l, parts: parts, counts: counts})
			if len(b.other) > 0 {
				plans = append(plans, plan{layout: l, parts: parts, counts: counts, bounded: b.other})
			}
		}
	}
	var parts [][]span
	for _, line := range l.lines {
		parts = append(parts, []span{line.span})
	}
	plans = append(plans, plan{layout: l, parts: parts})
	for _, t := range firstNumbers(l) {
		plans = append(plans, plan{layout: l, parts: parts[1:], counts: []token{t}})
	}
	return plans
}

// firstNumbers are the numbers of the first line, where there are others behind it.
func firstNumbers(l layout) []token {
	var numbers []token
	if len(l.lines) > 1 {
		for _, t := range l.lines[0].tokens {
			if t.whole && t.value > 0 {
				numbers = append(numbers, t)
			}
		}
	}
	return numbers
}

// columnPlans take the tokens in the same place away from lines that follow each other, and from a number before them
// that says how many there are.
func columnPlans(l layout) []plan {
	var plans []plan
	for from := 0; from < len(l.lines); {
		width := len(l.lines[from].tokens)
		to := from + 1
		for to < len(l.lines) && len(l.lines[to].tokens) == width {
			to++
		}
		if width > 1 && to > from+1 {
			parts := make([][]span, width)
			for _, line := range l.lines[from:to] {
				for i, t := range line.tokens {
					parts[i] = append(parts[i], t.span)
				}
			}
			plans = append(plans, plan{layout: l, parts: parts})
			for _, t := range countsOf(l, from, int64(width)) {
				plans = append(plans, plan{layout: l, parts: parts, counts: []token{t}})
			}
		}
		from = to
	}
	return plans
}

// countsOf are the numbers of this value on the lines before one: the nearest line that has any, and the first.
func countsOf(l layout, before int, value int64) []token {
	var found []token
	for at := before - 1; at >= 0; at-- {
		if at > 0 && len(found) > 0 {
			at = 0
		}
		for _, t := range l.lines[at].tokens {
			if t.whole && t.value == value {
				found = append(found, t)
			}
		}
	}
	return found
}

// tokenPlans take tokens away from a line, and from a number that says how many there are: on a line before, or on the
// same one, before them.
func tokenPlans(l layout) []plan {
	var plans []plan
	for at, line := range l.lines {
		n := len(line.tokens)
		parts := make([][]span, n)
		for i, t := range line.tokens {
			parts[i] = []span{t.span}
		}
		for i, t := range line.tokens[:min(n, mostColumns)] {
			if t.whole && t.value == int64(n-i-1) && t.value > 0 {
				plans = append(plans, plan{layout: l, parts: parts[i+1:], counts: []token{t}})
			}
		}
		for _, t := range countsOf(l, at, int64(n)) {
			plans = append(plans, plan{layout: l, parts: parts, counts: []token{t}})
		}
		if n > 1 {
			plans = append(plans, plan{layout: l, parts: parts})
		}
	}
	return plans
}

// characterPlans take single characters away from each token.
func characterPlans(l layout) []plan {
	var plans []plan
	for _, line := range l.lines {
		for _, t := range line.tokens {
			if t.to-t.word < 2 { // a token of one is taken away as a token
				continue
			}
			var parts [][]span
			for at := t.word; at < t.to; at++ {
				parts = append(parts, []span{{at, at + 1}})
			}
			plans = append(plans, plan{layout: l, parts: parts})
		}
	}
	return plans
}
