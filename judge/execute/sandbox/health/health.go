// Package health says what judge doctor shows of this machine: how it can contain programs, and what disturbs
// measurements.
package health

// A Diagnosis says whether one feature of this machine works for the judge.
type Diagnosis struct {
	Name    string // "cgroups"
	Works   bool
	Detail  string // what was found, or why it does not work
	Means   string // the consequence for isolation or measurement; "" if obvious
	Improve string // a command or a few words that would help; "" if nothing would
}
