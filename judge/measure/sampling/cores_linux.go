package sampling

import "dlxjudge/judge/execute/sandbox/contain"

// cores lists the cores that this process may use. The first core comes last, since it handles interrupts.
func cores() []int { return contain.Cores() }
