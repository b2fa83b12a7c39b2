// Package measure holds the rooms that find out how fast a program is.
//
//	workload            inputs of many cases to measure on, made by generators and cached
//	count               counts statements and search nodes
//	sampling            takes samples
//	sampling/reference  a program that always does the same work, measured beside the solutions
//	record              reads and writes records
//	compare             statistics over records
//	trend               records → series over the commits, and where their level changed
//
// Each imports, of this storey:
//
//	compare  → record
//	sampling → count record workload
//	trend    → compare record
package measure
