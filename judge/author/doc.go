// Package author holds the packages for people who write problems and programs. They find what is missing or wrong.
//
//	watch         finds out which files were saved
//	submit        checks whether the online judge will accept a source
//	submit/oldgo  finds what an old Go lacks
//	scaffold      writes the files of a new problem in a checkout, all or none
//	receive       problems that a browser extension posts to this machine → folders for judge test
//	recipe        tests from generators
//	validate      checks that a problem is complete and valid, and how strict its tests and checker are
//	limits        times of submissions → a suitable time limit; runs nothing
//	timing        runs the submissions that bound a problem's time limit, and takes their times
//	shrink        makes a failing input smaller as long as it still fails; knows nothing about problems
//	stress        tries random inputs until two programs differ, and shrinks that input
//	mutate        makes small faults in a program, to see whether the tests catch them
//	export        packages of problems for other judges, in the formats legacy and 2025-09
//
// Imports within this layer:
//
//	mutate   → scaffold
//	receive  → scaffold
//	stress   → recipe shrink validate
//	submit   → scaffold submit/oldgo
//	timing   → limits
//	validate → recipe scaffold
package author
