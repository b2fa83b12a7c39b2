// Package tell holds the rooms that turn results into what people and programs read.
//
//	report    results → rows, JSON, JUnit
//	chart     records → charts, as SVG and PNG
//	page      results → a page
//	picture   what a terminal shows, as a picture
//	terminal  where a command prints to: is it a terminal, does it take colours
//	outcome   how a run ends: results as rows and in files, and the exit status
//
// Each imports, of this storey:
//
//	outcome  → report terminal
//	terminal → report
package tell
