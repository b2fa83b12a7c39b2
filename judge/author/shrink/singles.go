package shrink

import (
	"iter"
	"slices"
)

// numbers are the inputs with one number nearer to 0.
func numbers(l layout) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, line := range l.lines {
			for _, t := range line.tokens {
				if !t.whole {
					continue
				}
				for _, v := range nearer(t.value) {
					if !yield(l.with([]edit{t.set(v)})) {
						return
					}
				}
			}
		}
	}
}

// single is the value up to which numbers become smaller by one as well.
const single = 32

// nearer are values between 0 and v, which are tried in place of v: 0 and 1, v with zeros in place of its last digits,
// and parts of v.
func nearer(v int64) []int64 {
	if v < 0 && v != -v {
		values := []int64{-v}
		for _, w := range nearer(-v) {
			values = append(values, w, -w)
		}
		return values
	}
	var values []int64
	add := func(w int64) {
		if w < v && !slices.Contains(values, w) {
			values = append(values, w)
		}
	}
	add(0)
	add(1)
	power := int64(1)
	for power <= v/10 {
		power *= 10
	}
	for ; power > 1; power /= 10 {
		add(v / power * power)
	}
	add(v / 2)
	add(v - v/4)
	if v <= single {
		add(v - 1)
	}
	return values
}

// singles are the inputs without one line, one token or one character: as they are, with one number before the place
// lowered by one, and with all numbers of a line before it lowered by one.
func singles(l layout) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for at, line := range l.lines {
			if !lowered(l, line.span, at, 0, yield) {
				return
			}
		}
		for at, line := range l.lines {
			for i, t := range line.tokens {
				if !lowered(l, t.span, at, i, yield) {
					return
				}
			}
		}
		for at := range l.input {
			if !apart(l.input, at) {
				if !yield(l.with([]edit{removal(span{at, at + 1})})) {
					return
				}
			}
		}
	}
}

// apart reports whether a character must not be removed by itself: a token of one character, which goes with a blank,
// or the only separator between two lines or tokens.
func apart(input []byte, at int) bool {
	blank := func(i int) bool { return i < 0 || i >= len(input) || isBlank(input[i]) }
	return input[at] == '\n' || blank(at-1) != blank(at) && blank(at) != blank(at+1)
}

// lowered yields the input without a part that begins at a token of a line.
func lowered(l layout, part span, line, index int, yield func([]byte) bool) bool {
	if !yield(l.with([]edit{removal(part)})) {
		return false
	}
	for at, before := range l.lines[:line+1] {
		tokens := before.tokens
		if at == line {
			tokens = tokens[:index]
		}
		all := []edit{removal(part)}
		for _, t := range tokens {
			if !t.whole || t.value < 1 {
				continue
			}
			one := t.set(t.value - 1)
			if all = append(all, one); !yield(l.with([]edit{removal(part), one})) {
				return false
			}
		}
		if len(all) > 2 && !yield(l.with(all)) {
			return false
		}
	}
	return true
}
