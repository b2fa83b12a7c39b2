// Package tell holds the packages that turn results into what people and programs read.
//
//	terminal  the output of a command: its width and colours, lines, progress, and keys that the user presses
//	figures   numbers and resource use as text: "1.40s", "2.1 MiB", "3 tests"
//	report    results of a run → rows, JSON, JUnit, GitHub annotations
//	lab       results of measuring and searching → rows, JSON
//	chart     records → charts, as SVG and PNG
//	page      results → a page
//	usage     help, and errors in a command's arguments
//	outcome   the end of a run: results as rows and in files, and the exit status
//
// Imports within this layer:
//
//	report  → figures terminal
//	lab     → figures report terminal
//	chart   → figures
//	page    → figures
//	usage   → terminal
//	outcome → page report terminal
package tell
