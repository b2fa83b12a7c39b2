package record

// referenceProgram is the problem that the reference program "solves". The name of a problem in the package format has
// no hyphen.
const referenceProgram = "reference-program"

// Reference is the key of the reference program: a fixed program of the judge, which every run samples beside the
// solutions. The 1 is its version: another program would be another key, since its times could not be compared.
func Reference() Key { return Key{referenceProgram, "go", "sample/1"} }

// IsReference reports whether the key is that of a reference program.
func (k Key) IsReference() bool { return k.Problem == referenceProgram }

// IsControl reports whether the key is of a program of the judge's own, the empty ones or the reference program, and
// not of a solution: no change of a solution affects its times, but a slower machine does.
func (k Key) IsControl() bool { return k.IsStartUp() || k.IsReference() }

// ReferenceTime is the median CPU time of the reference program, in nanoseconds; 0 if the record has none.
func (r *Record) ReferenceTime() float64 {
	times := r.Values(Reference(), CPU)
	if len(times) == 0 {
		return 0
	}
	return Median(times)
}

// Relative is what times of now are multiplied by, to be compared with those of base as if the machine had been as fast
// on both days: the reference program's time in base over that in now. Without a reference program in both it is 1, and
// known is false.
func Relative(base, now *Record) (factor float64, known bool) {
	before, after := base.ReferenceTime(), now.ReferenceTime()
	if before == 0 || after == 0 {
		return 1, false
	}
	return before / after, true
}
