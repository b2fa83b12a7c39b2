// Package decide holds the packages that judge programs.
//
//	check      output + answer → AC, PE, WA, and the place of the first difference
//	talk       runs a submission with an interactor: pipes, deadlocks, who is to blame
//	cache      keeps results by a digest of everything they depend on, so nothing runs twice
//	grade      runs tests on workers, decides verdicts, compares them with the expected ones
//	pick       resolves a command's arguments to submissions and tests
//	loose      a program and the tests beside it in any folder → problem
//	failures   remembers which tests failed in the last run
//
// Imports within this layer:
//
//	failures  → grade
//	grade     → cache check talk
//	loose     → check
//	pick      → check grade loose
//	talk      → check
package decide
