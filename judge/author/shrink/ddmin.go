package shrink

import "iter"

// plan is one way of taking parts of an input away, all of a kind. The counts say how many parts there are, the bounded
// numbers may not be larger than the first count.
type plan struct {
	layout
	parts   [][]span
	counts  []token
	bounded []token
}

// keeping is the input with these of the parts, in order; nil if a count does not allow it.
func (p plan) keeping(kept []int) []byte {
	var edits []edit
	removed := int64(0)
	for i, next := 0, 0; i < len(p.parts); i++ {
		if next < len(kept) && kept[next] == i {
			next++
			continue
		}
		removed++
		for _, s := range p.parts[i] {
			edits = append(edits, removal(s))
		}
	}
	for _, c := range p.counts {
		if c.value < removed {
			return nil
		}
		edits = append(edits, c.set(c.value-removed))
	}
	for _, b := range p.bounded {
		if most := p.counts[0].value - removed; b.value > most {
			edits = append(edits, b.set(most))
		}
	}
	return p.with(edits)
}

// carryOut removes as many parts of a plan as it can: in the end no single one of the others can be removed.
func (s *shrinker) carryOut(p plan) error {
	kept := make([]int, len(p.parts))
	for i := range kept {
		kept[i] = i
	}
	for chunks := 2; len(kept) > 0; {
		chunks = min(chunks, len(kept))
		groups := split(kept, chunks)
		found, at, err := s.find(func(yield func([]byte) bool) {
			for set := range tries(kept, groups) {
				if !yield(p.keeping(set)) {
					return
				}
			}
		})
		if err != nil {
			return err
		}
		switch {
		case found != nil:
			s.input = found
			kept, chunks = settle(kept, groups, at)
		case chunks == len(kept):
			return nil
		default:
			chunks *= 2
		}
	}
	return nil
}

// split cuts a list into about equal groups.
func split(list []int, groups int) [][]int {
	var all [][]int
	for i := range groups {
		all = append(all, list[i*len(list)/groups:(i+1)*len(list)/groups])
	}
	return all
}

// tries are the sets of parts that ddmin tries to keep: each single group, then all groups but one.
func tries(kept []int, groups [][]int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if len(groups) == 1 { // a single part is left
			yield(nil)
			return
		}
		for _, g := range groups {
			if !yield(g) {
				return
			}
		}
		for i := range groups {
			if !yield(without(groups, i)) {
				return
			}
		}
	}
}

func without(groups [][]int, left int) []int {
	var rest []int
	for i, g := range groups {
		if i != left {
			rest = append(rest, g...)
		}
	}
	return rest
}

// settle returns the parts of the try that had success, and into how many groups they are cut next.
func settle(kept []int, groups [][]int, try int) ([]int, int) {
	switch {
	case len(groups) == 1:
		return nil, 0
	case try < len(groups):
		return groups[try], 2
	}
	return without(groups, try-len(groups)), max(len(groups)-1, 2)
}
