// Package tell holds the rooms that turn results into what people and programs read.
//
//	terminal  where a command prints to: its width and colours, lines, progress, and the keys that are pressed
//	figures   numbers and what a test took, in words: "1.40s", "2.1 MiB", "3 tests"
//	report    results of a run → rows, JSON, JUnit, what GitHub shows
//	lab       what measuring and searching found → rows, JSON
//	chart     records → charts, as SVG and PNG
//	page      results → a page
//	usage     what a command line says of itself: help, and what is wrong with its arguments
//	outcome   how a run ends: results as rows and in files, and the exit status
//
// Each imports, of this storey:
//
//	report  → figures terminal
//	lab     → figures report terminal
//	chart   → figures
//	page    → figures
//	usage   → terminal
//	outcome → page report terminal
package tell
