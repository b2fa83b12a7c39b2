package attack

import "dlxjudge/judge/execute/sandbox"

// by is the kind of program that an attack is run as.
type by string

const (
	submission by = "a submission"
	checker    by = "a checker"
	compiler   by = "a compiler"
)

func (b by) String() string { return string(b) }

type attack struct {
	by       by
	name     string // what it tries
	done     string // what it did, if it prints throughLine or the target's token
	script   string
	promised func(sandbox.Promises) bool
	needs    need
	bash     string // the path of bash, for what sh cannot do
}

// need is what an attack cannot do without.
type need string

const (
	needsShadow  need = "shadow"
	needsHome    need = "home"
	needsProcfs  need = "procfs"
	needsNetwork need = "network"
	needsLimits  need = "limits" // something that stops it: else the machine would suffer
)

// An attack prints triedLine before anything else, and throughLine if it sees that it got through.
const (
	triedLine   = "attack tried\n"
	throughLine = "attack got through\n"
)

const prelude = `FILE=$1 DIR=$2 PROCESS=$3 PORT=$4 MARK=$5 USERHOME=$6 OUTSIDE=$7 ANSWER=$8
through() { echo attack got through; }
echo attack tried
`

func files(p sandbox.Promises) bool       { return p.Files }
func modes(p sandbox.Promises) bool       { return p.Modes }
func processesOf(p sandbox.Promises) bool { return p.Processes }
func signals(p sandbox.Promises) bool     { return p.Signals }
func network(p sandbox.Promises) bool     { return p.Network }
func limits(p sandbox.Promises) bool      { return p.Limits }

var attacks = []attack{
	{by: submission, name: "reads a file that it was not given", done: "it read the file", promised: files,
		script: `cat "$FILE"`},
	{by: submission, name: "reads /etc/shadow", done: "it read the file", promised: files, needs: needsShadow,
		script: `cat /etc/shadow > /dev/null && through`},
	{by: submission, name: "lists the user's home folder", done: "it listed the folder", promised: files,
		needs:  needsHome,
		script: `ls -A "$USERHOME" > /dev/null && through`},
	{by: submission, name: "writes outside its own folder", promised: files, script: writeOutside},
	{by: submission, name: "changes the mode of a file", promised: modes, script: `chmod 600 "$FILE"`},
	{by: submission, name: "sees a process of the judge", done: "it saw the process", promised: processesOf,
		needs:  needsProcfs,
		script: `[ "$PROCESS" != $$ ] && [ "$PROCESS" != 1 ] && [ -d "/proc/$PROCESS" ] && through`},
	{by: submission, name: "kills a process of the judge", promised: signals, script: `kill -9 "$PROCESS"`},
	{by: submission, name: "opens a network connection", done: "it connected", promised: network, needs: needsNetwork,
		bash:   "/bin/bash",
		script: connect},
	// With only Landlock, the limit leaves room for 256 other processes of the user: far beyond that, it holds at each
	// level.
	{by: submission, name: "starts 600 processes where it may have 32", done: "it started them", promised: limits,
		needs:  needsLimits,
		script: `i=0; while [ $i -lt 600 ]; do sleep 20 & i=$((i + 1)); done; through`},
	{by: submission, name: "takes 1 GiB of memory where it may have 64 MiB", done: "it took the memory",
		promised: limits, needs: needsLimits,
		script: `[ "$(yes | head -c 1073741824 | tail -c 1073741824 | wc -c)" -ge 1073741824 ] && through`},
	{by: submission, name: "prints without end", done: "it printed more than twice the limit", promised: limits,
		script: `yes`},
	{by: submission, name: "leaves a process running", promised: limits, script: leaveProcess},
	{by: checker, name: "rewrites the answer that it is given", promised: files,
		script: `chmod 666 "$ANSWER"; echo changed > "$ANSWER"; rm -f "$ANSWER"; echo changed > "$FILE"`},
	{by: checker, name: "reads a file that it was not given", done: "it read the file", promised: files,
		script: `rm -f "$ANSWER"; cat "$FILE"`},
	{by: checker, name: "opens a network connection", done: "it connected", promised: network, needs: needsNetwork,
		bash: "/bin/bash", script: connect},
	{by: checker, name: "leaves a process running", promised: limits, script: leaveProcess},
	{by: compiler, name: "reads a file that it was not given", done: "it read the file", promised: files,
		script: `cat "$FILE"`},
	{by: compiler, name: "changes the mode of a file", promised: modes, script: `chmod 600 "$FILE"`},
	{by: compiler, name: "writes outside its own folder", promised: files, script: writeOutside},
}

const (
	writeOutside = `echo changed > "$FILE"; echo new > "$DIR/new"; echo new > "$OUTSIDE"; rm -f "$FILE"`
	// A failed exec would end the shell, were it not in one of its own.
	connect = `(exec 3<>"/dev/tcp/127.0.0.1/$PORT") && through
(exec 3<>"/dev/udp/127.0.0.1/$PORT") && through`
	// It is not over before the process has left its parent's process group. The process would end by itself, in case
	// nothing ends it.
	leaveProcess = `daemon='trap "" HUP TERM; : > ready; sleep 30; :'
if command -v setsid > /dev/null; then setsid sh -c "$daemon" "$MARK" & else sh -c "$daemon" "$MARK" & fi
while [ ! -e ready ]; do :; done`
)
