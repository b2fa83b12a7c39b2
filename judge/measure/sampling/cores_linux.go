package sampling

import "dlxjudge/judge/execute/sandbox/contain"

// cores lists the cores that this process may use, the first one last, since it handles interrupts.
func cores() []int { return contain.Cores() }
