package sandbox

// A Diagnosis says whether one feature of this machine works for the sandbox.
type Diagnosis struct {
	Name    string // "cgroup v1 memory"
	Works   bool
	Detail  string // what was found, or why it does not work
	Means   string // the consequence for isolation or measurement; "" if obvious
	Improve string // a command or a few words that would help; "" if nothing would
}

// Probe tries each kind of isolation and measurement by itself and reports what works on this machine.
func Probe() []Diagnosis { return probe() }

// Timing reports what disturbs time measurements on this machine. It takes about 0.3 s.
func Timing() []Diagnosis { return timing() }
