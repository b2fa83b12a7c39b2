package sandbox

// A Finding is one thing that was tried on this machine, and what came of it.
type Diagnosis struct {
	Name    string // "cgroup v1 memory"
	Works   bool
	Detail  string // how it was found, or why it does not work
	Means   string // what that means for the figures or the walls; "" where it goes without saying
	Improve string // one command, or a few words, that would make it better; ""
}

// Probe tries each thing that a sandbox can be made of, by itself, and says what this machine allows.
func Probe() []Diagnosis { return probe() }

// Timing looks at what disturbs measurements of time on this machine. It takes a moment.
func Timing() []Diagnosis { return timing() }
