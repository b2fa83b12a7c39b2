// Package health diagnoses this machine for "judge doctor". It finds how the machine can contain programs, and what
// disturbs measurements.
package health

// A Diagnosis says whether one feature of this machine works for the judge.
type Diagnosis struct {
	Name    string `json:"name"` // such as "cgroups"
	Works   bool   `json:"works"`
	Detail  string `json:"detail"` // what was found, or why it does not work
	Means   string `json:"means"`  // the consequence for isolation or measurement; "" if obvious
	Improve string `json:"better"` // a command or a few words that say what would help; "" if nothing would
}
