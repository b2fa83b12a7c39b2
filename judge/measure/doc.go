// Package measure holds the packages that measure how fast a program is.
//
//	workload            makes inputs of many cases for measuring, and caches them
//	count               counts statements and search nodes
//	sampling            takes samples
//	sampling/reference  is a program of constant work that is measured along with the solutions
//	record              reads and writes records
//	compare             uses statistics to draw conclusions from records
//	trend               shows how figures changed from one recorded commit to the next, and where their level changed
//
// Imports within this layer:
//
//	compare  → record
//	sampling → count record workload
//	trend    → compare record
//
// What is known about measuring, on two-core virtual machines without performance counters:
//
//   - Times vary by 1% for compute-bound programs, by 9% for memory-bound programs, and by 11 to 18% for runs of 1 ms.
//     Samples drift together, so a mean over tests does not help, and the minimum of three samples misleads. Measure
//     both sides of a comparison in turns, take at least ten samples of each, and use a rank test.
//   - Two builds of one source that are linked in different orders differ by up to 2.5%. To compare two sources whose
//     times differ by a few percent, measure several layouts of each.
//   - Coverage counters (go build -cover -covermode=count, gcov) are exact, but a killed run leaves none.
//     Go's counters are 32 bits wide and wrap. Counts by gcov are comparable only within one version of gcc.
//   - A thread's schedstat counts a wait for a core only when the wait ends.
package measure
