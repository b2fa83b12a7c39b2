// Package record writes the samples of one run of "judge bench" to a file, and reads such files.
//
// It starts no program and compares nothing: package sampling takes the samples, and package compare draws conclusions.
//
//	w, err := record.Create("bench/today.txt", r)
//	err = w.Sample(sample)                        as soon as it is taken
//	err = w.Finish()
//
//	r, err := record.Read("bench/today.txt")
//
// The format is https://go.dev/design/14313-benchmark-format, and golang.org/x/perf/benchfmt reads it. Our records add
// comments, which "judge help records" describes.
package record

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"
)

// Unit is the unit of a figure, as written in records. In every unit, a lower figure is better.
type Unit string

// The units of a record.
const (
	CPU        Unit = "cpu-ns/op"      // user and system time of one run
	Wall       Unit = "wall-ns/op"     // clock time of one run, in older records and in records of commands
	Memory     Unit = "peak-RSS-bytes" // the highest peak of all runs in a sample
	Nodes      Unit = "nodes/op"       // calls of the search function
	Statements Unit = "statements/op"  // executed statements, as package count defines them for each language
)

// Units lists all units, in the order in which each line of a record gives them.
var Units = []Unit{CPU, Wall, Memory, Nodes, Statements}

// Title returns the name of a unit's figures in reports.
func (u Unit) Title() string {
	return map[Unit]string{CPU: "CPU time", Wall: "wall time", Memory: "peak memory", Nodes: "search nodes",
		Statements: "statements"}[u]
}

// Exact reports whether figures in the unit are counted, not measured. The same program and input then give the same
// figure on every machine; C and C++ also need the same version of gcc.
func (u Unit) Exact() bool { return u == Nodes || u == Statements }

// most is the largest plausible figure: eleven days in nanoseconds, or a petabyte in bytes.
const most = 1e15

// plausible reports whether a record may hold a figure in this unit. A count is a whole number, and can be 0. A
// measured time is at least one nanosecond, and a memory peak at least one byte.
func (u Unit) plausible(v float64) bool {
	if u.Exact() {
		return v >= 0 && v <= most && v == math.Trunc(v)
	}
	return v >= 1 && v <= most
}

// metadata returns the text after the unit's name in a record's line about the unit.
func (u Unit) metadata() string {
	if u.Exact() {
		return "assume=exact better=lower"
	}
	return "better=lower"
}

// Key names what was measured: one solution on one test.
type Key struct {
	Problem  string `json:"problem"`
	Solution string `json:"submission"`
	Test     string `json:"test"` // "secret/hard/02"
}

// Sample is one sample: the figures of one run, or the combined figures of several runs.
type Sample struct {
	Key
	Runs   int              // number of runs that the sample combines
	Values map[Unit]float64 // plausible; an unknown figure is missing, not 0
}

// Bound is a run that was stopped at a limit on CPU time. The whole run would take longer.
type Bound struct {
	Key
	CPU time.Duration // the limit
}

// Run identifies one call of "judge bench".
type Run struct {
	Commit    string    // the checkout's commit; "" outside of git
	Dirty     bool      // whether the checkout differed from that commit
	Date      time.Time // start of the run, in UTC and whole seconds
	Committed time.Time // date of the commit; zero if not known
	Seed      uint64    // determines the layouts and the order of samples; 0 if not known
}

// Age returns the time that orders runs: the commit's date or, if it is not known, the start of the run.
func (r Run) Age() time.Time {
	if r.Committed.IsZero() {
		return r.Date
	}
	return r.Committed
}

// Name returns a short name for the run: the first digits of the commit's hash or, outside of git, the run's date.
func (r Run) Name() string {
	name := r.Commit[:min(len(r.Commit), 12)]
	if name == "" {
		name = r.Date.Format(time.RFC3339)
	}
	if r.Dirty {
		name += "+changes"
	}
	return name
}

// Record holds what one run of "judge bench" recorded.
type Record struct {
	Path      string // path of the file; a name for a record that has no file
	Run       Run
	Machine   Machine
	Languages map[Program]string // language of each solution, such as "go"
	Same      []Program          // solutions not measured, since they are equal on both sides of a comparison
	Planned   int                // number of planned samples; 0 if no number was fixed
	Finished  bool               // false if the run was interrupted
	Samples   []Sample           // in the order in which they were taken
	Bounds    []Bound
	Uncounted []Key // tests for which there are no counts, for example because a run was stopped

	values  map[Key]map[Unit][]float64
	indexed int // number of samples in values
}

// Program is one solution of one problem.
type Program struct {
	Problem  string `json:"problem"`
	Solution string `json:"submission"`
}

// Program returns the solution of the key.
func (k Key) Program() Program { return Program{k.Problem, k.Solution} }

// On returns the key of the solution on a test.
func (p Program) On(test string) Key { return Key{p.Problem, p.Solution, test} }

func (p Program) String() string { return p.Problem + "/" + p.Solution }

// Compare orders keys by problem, solution and test, with the judge's own programs last.
func (k Key) Compare(other Key) int {
	last := func(k Key) int {
		if k.IsControl() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(last(k), last(other)), cmp.Compare(k.Problem, other.Problem), cmp.Compare(k.Solution,
		other.Solution), cmp.Compare(k.Test, other.Test))
}

// Values returns a key's figures in one unit, in the order in which they were taken.
func (r *Record) Values(k Key, u Unit) []float64 {
	r.index()
	return r.values[k][u]
}

// Changed compares the machines of two records. It lists the differences that Machine.Apart omits, such as another
// version of the kernel or a compiler. These differences may affect times, too. Changed ignores gcc if r has no
// solutions in C or C++.
func (r *Record) Changed(other *Record) []string {
	ours, theirs := r.Machine, other.Machine
	if !slices.ContainsFunc(slices.Collect(maps.Values(r.Languages)), UsesGCC) {
		ours.GCC = theirs.GCC
	}
	return ours.differences(theirs, false)
}

// UsesGCC reports whether the solutions in a language are built, and their statements counted, by gcc.
func UsesGCC(language string) bool { return language == "c" || language == "cpp" }

// Keys returns the keys of all samples and bounds, sorted.
func (r *Record) Keys() []Key {
	r.index()
	keys := slices.Collect(maps.Keys(r.values))
	for _, b := range r.Bounds {
		keys = append(keys, b.Key)
	}
	slices.SortFunc(keys, Key.Compare)
	return slices.Compact(keys)
}

// index adds to r.values the samples that are not there yet.
func (r *Record) index() {
	if r.values == nil {
		r.values = make(map[Key]map[Unit][]float64)
	}
	for ; r.indexed < len(r.Samples); r.indexed++ {
		s := r.Samples[r.indexed]
		if r.values[s.Key] == nil {
			r.values[s.Key] = make(map[Unit][]float64)
		}
		for u, v := range s.Values {
			r.values[s.Key][u] = append(r.values[s.Key][u], v)
		}
	}
}

// Stopped returns the longest CPU time, in nanoseconds, after which a run of the key was stopped. It returns 0 if no
// run was stopped.
func (r *Record) Stopped(k Key) float64 {
	at := time.Duration(0)
	for _, b := range r.Bounds {
		if b.Key == k {
			at = max(at, b.CPU)
		}
	}
	return float64(at)
}

// MostlyStartUp reports whether a solution's CPU time, in nanoseconds, is mostly process start-up: less than twice the
// time of the empty program in its language. It returns false if the record does not have the empty program's time.
func (r *Record) MostlyStartUp(p Program, cpu float64) bool { return cpu < 2*r.StartUpTime(p) }

// StartUpTime returns the median CPU time, in nanoseconds, of the empty program in the solution's language. It returns
// 0 if the record does not have that time.
func (r *Record) StartUpTime(p Program) float64 {
	return Median(r.Values(StartUp(r.Languages[p]), CPU))
}

// Median returns the middle value, or the mean of the two middle values. It returns 0 if there are no values.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// HasCounts reports whether the record holds exact counts, which are comparable across machines.
func (r *Record) HasCounts() bool {
	return slices.ContainsFunc(r.Samples, func(s Sample) bool {
		_, nodes := s.Values[Nodes]
		_, statements := s.Values[Statements]
		return nodes || statements
	})
}
