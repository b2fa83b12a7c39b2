package compare

import "dlxjudge/judge/measure/record"

// SameCounting reports whether two records' exact counts of a program can be compared: those of gcov only by one
// version of gcc.
func SameCounting(a, b *record.Record, p record.Program) bool {
	return !otherGCC(a, b, p) && !otherGCC(b, a, p)
}
