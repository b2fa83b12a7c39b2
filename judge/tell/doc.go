// Package tell holds the packages that turn results into what people and programs read.
//
//	terminal  width, colours and wrapping of a command's output, progress, and the keys that the user presses
//	figures   numbers and resource use as text: "1.40s", "2.1 MiB", "3 tests"
//	report    results of a run → rows, JSON, JUnit, GitHub annotations
//	reports   results of measurements and searches → rows, JSON
//	chart     records → charts, as SVG and PNG
//	page      results → a page
//	usage     help, and errors about a command's arguments and flags
//	outcome   the end of a run: results as rows and in files, and the exit status
//	pipeline  what all commands that judge have in common, from their arguments to their results
//
// Imports within this layer:
//
//	report   → figures terminal
//	reports  → figures report terminal
//	chart    → figures
//	page     → figures
//	usage    → terminal
//	outcome  → page report terminal
//	pipeline → outcome page report
package tell
