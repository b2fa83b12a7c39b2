// Package read holds the rooms that read what is asked: problems, tests, submissions, and what is expected of them.
//
//	archive     unpacks a package that is a ZIP file
//	problem     reads problems, tests, submissions and expectations
//	score       exact scores: of a test, of the groups, and what a format leaves out
//	strictyaml  YAML with every mistake named by file, line and column
//
// Each imports, of this storey:
//
//	problem → score strictyaml
package read
