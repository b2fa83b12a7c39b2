// Package read holds the packages that read problems, tests, submissions and expected verdicts.
//
//	archive     unpacks packages that are ZIP files
//	config      reads the user's settings: parallel jobs, colours, and the online judge to submit to
//	legacy      reads files and texts that only the formats "legacy" and "legacy-icpc" have
//	polygon     reads problem.xml of Codeforces Polygon packages
//	problem     reads problems, tests, submissions and expectations; it translates other formats into 2025-09's terms
//	schema      has JSON Schemas of the YAML files, for editors
//	score       computes exact scores of tests and groups, and decides which tests are left out after others failed
//	strictyaml  reads YAML, and reports every mistake with file, line and column
//	tree        indexes all files and folders of a problem, including those that cannot be read
//
// Imports within this layer:
//
//	config  → strictyaml
//	legacy  → score strictyaml tree
//	polygon → score tree
//	problem → legacy polygon score strictyaml tree
//	score   → strictyaml
package read
