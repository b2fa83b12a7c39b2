// Package author holds the rooms for people who write problems and programs: what is missing, and what is wrong.
//
//	watch         which files were saved
//	submit        will the online judge take it
//	submit/oldgo  what an old Go lacks
//	scaffold      the files of a new problem, in a checkout, all or none
//	receive       problems that a browser extension posts to this machine → folders for judge test
//	recipe        tests from generators
//	validate      is a problem complete, are its inputs and answers valid, and what do tests and checker leave open
//	limits        times of submissions → the time limit that fits; runs nothing
//	timing        runs the submissions that bound a problem's time limit, and takes their times
//	shrink        makes an input smaller as long as something fails on it; knows no problems
//	stress        random inputs until two programs differ, and what is left of such an input
//	mutate        small faults in a program: do the tests catch them
//	export        packages of problems for other judges, in the formats legacy and 2025-09
//
// Each imports, of this storey:
//
//	receive  → scaffold
//	stress   → recipe shrink validate
//	submit   → scaffold submit/oldgo
//	timing   → limits
//	validate → recipe scaffold
package author
