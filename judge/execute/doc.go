// Package execute holds the rooms that start programs and contain them. No other room starts a program of a
// problem; those that ask git, the system or a browser start only the user's own tools.
//
//	sandbox  runs every program, each under a profile and within limits; knows no verdicts
//	sandbox/landlock  restricts files without namespaces
//	sandbox/seccomp   filters system calls
//	compile  source → program: the table of languages, compilers, a cache by content
//
// Each imports, of this storey:
//
//	sandbox → sandbox/landlock sandbox/seccomp
//	compile → sandbox
package execute
