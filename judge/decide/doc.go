// Package decide holds the rooms that find out what a program is worth.
//
//	check      output + answer → AC, PE, WA, and the place of the first difference
//	talk       a submission and the checker of an interactive problem talk: pipes, deadlocks, who is to blame
//	cache      what runs came to, by all that they depend on: nothing is run twice
//	grade      runs tests on workers, decides verdicts, compares them with what is expected
//	pick       what the arguments of a command name: submissions and tests
//	loose      a program and the tests beside it in anybody's folder → problem
//	failures   remembers what failed when it was last judged
//
// Each imports, of this storey:
//
//	failures  → grade
//	grade     → cache check talk
//	loose     → check
//	pick      → check grade loose
//	talk      → check
package decide
