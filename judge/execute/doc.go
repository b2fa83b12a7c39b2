// Package execute holds the packages that start programs and isolate them. Packages of other layers start no programs
// of a problem, only tools of the system or the user, such as git or a browser.
//
//	sandbox           what callers pass and get: Task, Program, Limits, Result, Executor; knows no verdicts
//	sandbox/backend   opens the sandbox that suits this machine
//	sandbox/plain     runs programs uncontained: on systems other than Linux, and the user's own commands
//	sandbox/contain   the judge's side of contained runs on Linux: levels, workers, runs, staged files
//	sandbox/helper    the child process that starts and watches contained programs
//	sandbox/cgroup    finds, makes and reads cgroups
//	sandbox/procfs    reads /proc
//	sandbox/landlock  restricts access to files where there are no namespaces
//	sandbox/seccomp   filters system calls
//	sandbox/run       what contained and uncontained runs share: their files, products and environment
//	sandbox/health    what "judge doctor" reports about this machine
//	compile           builds programs from sources: the table of languages, compilers, a cache by content
//
// The shared types are in package sandbox. Packages sandbox/contain and sandbox/plain import it, and sandbox/backend
// imports those two. So callers that open a sandbox import sandbox/backend or sandbox/plain.
//
// To find the cause of a wrong result of a contained run, read four places in this order. (*helper).do in
// sandbox/helper/job.go lists the steps of a run. (*traced).result in start.go says which source decides how the run
// ended, and its times. memory.go has all sources of the memory figure, and folder.go everything that a program may
// leave behind.
//
// Imports within this layer:
//
//	sandbox/run → sandbox
//	sandbox/plain → sandbox sandbox/procfs sandbox/run
//	sandbox/cgroup → sandbox/procfs
//	sandbox/helper → sandbox sandbox/cgroup sandbox/landlock sandbox/procfs sandbox/run sandbox/seccomp
//	sandbox/contain → sandbox sandbox/cgroup sandbox/helper sandbox/landlock
//	sandbox/contain → sandbox/plain sandbox/run sandbox/seccomp
//	sandbox/backend → sandbox sandbox/contain sandbox/plain sandbox/run
//	sandbox/health → sandbox sandbox/contain sandbox/helper sandbox/plain
//	compile → sandbox sandbox/plain
package execute
