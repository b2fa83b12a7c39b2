// Package read holds the packages that read problems, tests, submissions and expected verdicts.
//
//	archive     unpacks a package that is a ZIP file
//	config      the user's settings for all commands: jobs, colours, the judge to submit to
//	legacy      reads what only packages in the formats legacy and legacy-icpc have
//	polygon     reads problem.xml of Codeforces Polygon packages
//	problem     reads problems, tests, submissions and expectations
//	schema      JSON Schemas of the YAML files, for editors
//	score       exact scores of tests and groups, and which tests a format leaves out
//	strictyaml  reads YAML, and reports every mistake with file, line and column
//	tree        the index of a problem: everything in its folders, including what cannot be read
//
// Imports within this layer:
//
//	config  → strictyaml
//	legacy  → score strictyaml tree
//	polygon → score tree
//	problem → legacy polygon score strictyaml tree
package read
