package sandbox

// Testlib says how a program is called that is written with the library testlib, and what its exit statuses mean. Which
// it is depends on the header: some are changed so that programs follow the package format.
type Testlib struct {
	Standard bool   // checkers and interactors are called as the package format says; else as input output answer
	OK       int    // statuses of a checker: the output is right
	Wrong    int    // … it is wrong
	Format   int    // … it is not of the form that was asked for
	Failed   int    // … the answer or the checker is wrong
	Unknown  string // why nothing of this is known; "" if it is
}
