package shrink

// casePlans are all ways to cut the input into cases that fit its counts. The Tester finds out which are right.
func casePlans(l layout) []plan {
	var plans []plan
	for _, c := range cuts(l) {
		plans = append(plans, plan{layout: l, parts: c.cases, counts: c.counts})
	}
	return plans
}

// cut is one way of cutting the lines of an input into cases.
type cut struct {
	cases  [][]span
	counts []token   // the number of cases, if the input says it
	blocks []counted // the counted lines of each case, if the cases say how many they are
}

// counted are lines after a number that counts them.
type counted struct {
	lines []span
	count token
	other []token // the other numbers beside the count
}

// mostColumns is how many of the first numbers of a line may be the count of the lines behind it.
const mostColumns = 4

// cuts are the ways to cut the input: the first line gives the number of cases, or nothing does; a case has one line,
// or as many as all others, or as many as its first line gives, or it ends at an empty line.
func cuts(l layout) []cut {
	var all []cut
	n := len(l.lines)
	for column := range mostColumns {
		if c, ok := countedCases(l, 0, -1, column); ok {
			all = append(all, c)
		}
	}
	all = append(all, paragraphs(l)...)
	for size := 2; size <= n/2; size++ {
		if n%size <= 1 { // there may be a last line that ends the input
			all = append(all, cut{cases: equal(l, 0, n/size, size)})
		}
	}
	if n < 2 {
		return all
	}
	for _, t := range l.lines[0].tokens {
		if !t.whole || t.value < 1 || t.value > int64(n-1) {
			continue
		}
		cases := int(t.value)
		for column := range mostColumns {
			if c, ok := countedCases(l, 1, cases, column); ok {
				c.counts = []token{t}
				all = append(all, c)
			}
		}
		if size := (n - 1) / cases; (n-1)%cases <= 1 {
			all = append(all, cut{cases: equal(l, 1, cases, size), counts: []token{t}})
		}
	}
	return all
}

// countedCases cuts the lines from one on into cases, -1 for as many as there are. The first line of each says in a
// column how many follow.
func countedCases(l layout, from, cases, column int) (cut, bool) {
	var c cut
	at := from
	for len(c.cases) != cases && at < len(l.lines) {
		head := l.lines[at].tokens
		if len(head) <= column || !head[column].whole || head[column].value < 0 ||
			head[column].value > int64(len(l.lines)-at-1) {
			break
		}
		count := head[column]
		b := counted{count: count}
		for i, t := range head {
			if t.whole && i != column {
				b.other = append(b.other, t)
			}
		}
		parts := []span{l.lines[at].span}
		for _, line := range l.lines[at+1 : at+1+int(count.value)] {
			b.lines = append(b.lines, line.span)
			parts = append(parts, line.span)
		}
		c.cases, c.blocks = append(c.cases, parts), append(c.blocks, b)
		at += 1 + int(count.value)
	}
	complete := len(c.cases) == cases || cases < 0
	return c, complete && len(c.cases) > 0 && at >= len(l.lines)-1
}

// equal are cases of so many lines each.
func equal(l layout, from, cases, size int) [][]span {
	all := make([][]span, cases)
	for i := range all {
		for _, line := range l.lines[from+i*size : from+(i+1)*size] {
			all[i] = append(all[i], line.span)
		}
	}
	return all
}

// paragraphs are cases with empty lines between them. The empty lines belong to the case before, or to that behind.
func paragraphs(l layout) []cut {
	var before, behind cut
	blank := true // whether the line before is empty
	for i, line := range l.lines {
		empty := len(line.tokens) == 0
		if i == 0 || !empty && blank {
			before.cases = append(before.cases, nil)
		}
		if i == 0 || empty && !blank {
			behind.cases = append(behind.cases, nil)
		}
		add(&before, line.span)
		add(&behind, line.span)
		blank = empty
	}
	if len(before.cases) < 2 && len(behind.cases) < 2 {
		return nil
	}
	return []cut{before, behind}
}

// add adds a line to the last case.
func add(c *cut, s span) {
	last := len(c.cases) - 1
	c.cases[last] = append(c.cases[last], s)
}
