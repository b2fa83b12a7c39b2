// Package author holds tools for people who write problems and programs.
//
//	watch         finds out which files were saved
//	submit        checks a submission before the user pastes it into an online judge
//	submit/oldgo  finds the features of a Go program that Go 1.12 lacks
//	scaffold      writes the files of a new problem in a checkout, all or none
//	loopback      serves the browser's extensions on this machine, and refuses pages
//	receive       makes folders for "judge test" from the problems that a browser extension posts to this machine
//	send          hands a submission to an extension in the browser, which submits it
//	recipe        makes tests with generators
//	ctd           checks inputs with grammars in the language of checktestdata
//	validate      checks that a problem is complete and valid, and how strict its tests and checker are
//	limits        works out a time limit from the times of submissions; runs nothing
//	timing        measures the times of the submissions that bound a problem's time limit
//	shrink        makes a failing input smaller as long as it still fails; knows nothing about problems
//	stress        tries random inputs until two programs differ on one, and shrinks that input
//	mutate        makes small faults in a program, to see whether the tests catch them
//	export        writes packages of problems for other judges, in the formats "legacy" and "2025-09"
//
// Imports within this layer:
//
//	receive  → loopback scaffold
//	send     → loopback
//	stress   → recipe shrink validate
//	submit   → scaffold submit/oldgo
//	timing   → limits
//	validate → ctd recipe scaffold
package author
