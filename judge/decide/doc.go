// Package decide holds the packages that judge programs.
//
//	check      decides whether an output is AC, PE or WA, and finds where it first differs from the answer
//	talk       runs a submission together with an interactor, and decides which of them is to blame
//	cache      stores results under a digest of everything that they depend on, so that nothing runs twice
//	grade      runs tests on workers, decides verdicts, and compares these with the expected verdicts
//	pick       resolves a command's arguments to submissions and tests
//	loose      reads a program in any folder, and the tests beside it, as a problem
//	failures   remembers which tests had unexpected verdicts in their last run
//
// Imports within this layer:
//
//	failures  → grade
//	grade     → cache check talk
//	loose     → check grade
//	pick      → check grade loose
//	talk      → check
package decide
