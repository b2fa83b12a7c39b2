package mutate

import (
	"math/rand/v2"
	"slices"
)

// Sample chooses so many mutants at random, 0 for all, and keeps their order.
func Sample(size int, seed uint64) func([]Mutant) []Mutant {
	return func(all []Mutant) []Mutant {
		if size == 0 || size >= len(all) {
			return all
		}
		chosen := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:size]
		slices.Sort(chosen)
		var some []Mutant
		for _, i := range chosen {
			some = append(some, all[i])
		}
		return some
	}
}
