// Package execute holds the rooms that start programs and contain them. No other room starts one.
//
//	executor  how the judge asks for a compiler, checker, validator or generator, each under a profile
//	sandbox   runs submissions, and what executor asks for, within limits; knows no verdicts
//	compile   source → program: the table of languages, compilers, a cache by content
//	attack    attacks for judge doctor --attack: what does the sandbox refuse on this machine
//
// Each imports, of this storey:
//
//	attack  → executor sandbox
//	compile → executor
//	sandbox → executor
package execute
