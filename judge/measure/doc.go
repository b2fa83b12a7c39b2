// Package measure holds the packages that measure how fast a program is.
//
//	workload            inputs of many cases to measure on, made by generators and cached
//	count               counts statements and search nodes
//	sampling            takes samples
//	sampling/reference  a program of constant work, measured along with the solutions
//	record              reads and writes records
//	compare             statistics over records
//	trend               figures over the recorded commits, and where their level changed
//
// Imports within this layer:
//
//	compare  → record
//	sampling → count record workload
//	trend    → compare record
//
// What is known about measuring, on two-core virtual machines without performance counters:
//
//   - Compute-bound programs vary by 1%, memory-bound ones by 9%, runs of 1 ms by 11 to 18%. Samples drift together, so
//     a mean over tests does not help, and the minimum of three samples misleads. Measure both sides in turns, at least
//     ten samples each, and use a rank test.
//   - Two link orders of one source differ by up to 2.5%. A difference of a few percent between two builds says nothing
//     about their sources unless several layouts of each are measured.
//   - Coverage counters (go build -cover -covermode=count, gcov) are exact, but a killed run leaves none.
//     Go's counters are 32 bits wide and wrap. Those of gcov are comparable only between equal versions of gcc.
//   - A thread's schedstat counts a wait for a core only when the wait ends.
package measure
