// Package read holds the rooms that read what is asked: problems, tests, submissions, and what is expected of them.
//
//	archive     unpacks a package that is a ZIP file
//	config      what a user says once for all commands: jobs, colours, editor, the judge to submit to
//	legacy      what packages in the formats legacy and legacy-icpc say otherwise; knows no problems
//	polygon     what problem.xml says, of packages of Codeforces Polygon; knows no problems
//	problem     reads problems, tests, submissions and expectations
//	schema      JSON Schemas of the YAML files, for editors
//	score       exact scores: of a test, of the groups, and what a format leaves out
//	strictyaml  YAML with every mistake named by file, line and column
//	tree        the index of a problem: all that is in its folders, with what cannot be read
//
// Each imports, of this storey:
//
//	config  → strictyaml
//	legacy  → score strictyaml tree
//	polygon → score tree
//	problem → legacy polygon score strictyaml tree
package read
