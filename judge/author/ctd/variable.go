package ctd

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// variable has a value for each index. A plain variable has one value, at the index "".
type variable struct {
	values map[string]value
	counts map[string]int // how many indices have each value, by key
	memory int
}

// index returns the key of a variable's index.
func (r *run) index(v *node) string {
	var keys []string
	for _, e := range v.args {
		keys = append(keys, r.eval(e, isInteger).key())
	}
	return strings.Join(keys, ",")
}

// variable returns a variable that has a value.
func (r *run) variable(name string) *variable {
	v := r.variables[name]
	if v == nil {
		r.fault("%s has no value", shorten(name))
	}
	return v
}

func (r *run) set(name *node, to value) {
	v := r.variables[name.name]
	if v == nil {
		v = &variable{values: make(map[string]value), counts: make(map[string]int)}
		r.variables[name.name] = v
	}
	index, key := r.index(name), to.key()
	grown := 256 + len(index) + 2*len(key) // of the entries in both maps
	if old, known := v.values[index]; known {
		v.counts[old.key()]--
		grown = 2 * (len(key) - len(old.key()))
	}
	v.values[index] = to
	v.counts[key]++
	v.memory += grown
	if r.memory += grown; r.memory > maxMemory {
		r.fault("the variables need more than %d MiB", maxMemory>>20)
	}
}

// unique ends the check if two indices have the same values in all variables, or if the variables differ in their
// indices.
func (r *run) unique(names []*node) {
	first := r.variable(names[0].name)
	seen := make(map[string]string)
	for _, index := range slices.Sorted(maps.Keys(first.values)) {
		tuple := ""
		for _, name := range names {
			r.step(1)
			v := r.variable(name.name)
			x, has := v.values[index]
			if !has || len(v.values) != len(first.values) {
				r.mismatch("%s and %s have different indices", names[0].name, name.name)
			}
			tuple += strconv.Quote(x.key())
		}
		if other, twice := seen[tuple]; twice {
			r.mismatch("the values at [%s] and [%s] are equal", min(index, other), max(index, other))
		}
		seen[tuple] = index
	}
}
