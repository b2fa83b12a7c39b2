package grade

import (
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

// Reason returns the message of a test as one line. If a program or a tool failed, the line says how it ended, and ends
// with the line of its standard error that names the failure.
func (t Test) Reason() string {
	end, stderr, quoted := strings.Cut(t.Message, check.StderrFollows+"\n")
	if own := strings.TrimSpace(t.Stderr); !quoted && own != "" && strings.HasSuffix(t.Message, own) {
		end, stderr = strings.TrimSuffix(strings.TrimSuffix(t.Message, own), ": "), own
	}
	if line := FailureLine(stderr); line != "" {
		return end + ": " + line
	}
	end, _, _ = strings.Cut(end, "\n")
	return end
}

// traces matches the first line of what run-time systems print after the line that names a failure: stack traces of Go,
// Java, C#, JavaScript, Ruby and others, hints, and the end of a sanitizer's report.
var traces = regexp.MustCompile(`(?m)^(goroutine \d+ |\[signal |runtime stack:|\s+(at|from) |\s+\$[0-9A-F]{8}|CallStack |` +
	`[Ss]tack ?trace|Raised (at|by) |Calls: |Execution halted|Node\.js v|note: run with |Shadow bytes |==\d+==ABORTING)`)

// FailureLine returns the line of standard error that names the failure. It is the last line before a stack trace.
func FailureLine(stderr string) string {
	if at := traces.FindStringIndex(stderr); at != nil && strings.TrimSpace(stderr[:at[0]]) != "" {
		stderr = stderr[:at[0]]
	}
	stderr = strings.TrimSpace(stderr)
	return strings.TrimSpace(stderr[strings.LastIndexByte(stderr, '\n')+1:])
}

// These expressions find a fault in the reports of sanitizers, and its place.
var (
	undefined = regexp.MustCompile(`(?m)^(\S+?:\d+):\d+: (runtime error: .+)$`)
	race      = regexp.MustCompile(`(?ms)^WARNING: (DATA RACE)\n.*?^\s+\S*?([^/\s]+\.go:\d+) \+0x`)
	address   = regexp.MustCompile(`ERROR: (AddressSanitizer: [\w-]+)`)
	library   = regexp.MustCompile(`(?ms)^Error: (.+?)\n\n`) // of the C++ library, in debug mode
	frames    = regexp.MustCompile(`(?m)^\s+#\d+ 0x[0-9a-f]+ in .+ (\S+?):(\d+)(?::\d+)?$`)
)

// report makes the first report of a sanitizer the verdict, with its place in one of the files. After undefined
// behaviour, a program may go on, and even exit with 0.
func (t *Test) report(files []problem.File) {
	if !slices.Contains([]problem.Verdict{problem.AC, problem.PE, problem.WA, problem.RTE}, t.Verdict) {
		return
	}
	if found := undefined.FindStringSubmatch(t.Stderr); found != nil {
		t.Verdict, t.Message = problem.RTE, found[1]+": "+found[2]
	} else if found := race.FindStringSubmatch(t.Stderr); found != nil {
		t.Verdict, t.Message = problem.RTE, found[2]+": "+found[1]
	} else if found := address.FindStringSubmatch(t.Stderr); found != nil {
		what := found[1]
		if found := library.FindStringSubmatch(t.Stderr); found != nil {
			what = strings.Join(strings.Fields(found[1]), " ")
		}
		t.Verdict, t.Message = problem.RTE, what
		for _, frame := range frames.FindAllStringSubmatch(t.Stderr, -1) {
			if slices.ContainsFunc(files, func(f problem.File) bool { return f.Name == frame[1] }) {
				t.Message = frame[1] + ":" + frame[2] + ": " + what
				break
			}
		}
	}
}

// variable matches the numbers and addresses in a reason, and also exit statuses, which do not vary.
var variable = regexp.MustCompile(`(exit status [0-9]+)|[-+]?(0[xX][0-9a-fA-F]+|@[0-9a-f]+|[0-9]+([.,][0-9]+)*([eE][-+]?[0-9]+)?)`)

// SameFailure reports whether two tests have the same verdict. If it is RTE or JE, the signals or exit statuses must be
// the same, too, and also the reasons, apart from numbers and addresses.
func (t Test) SameFailure(other Test) bool {
	if t.Verdict != problem.RTE && t.Verdict != problem.JE || t.Verdict != other.Verdict {
		return t.Verdict == other.Verdict
	}
	return t.ExitCode == other.ExitCode && t.Signal == other.Signal &&
		variable.ReplaceAllString(t.Reason(), "$1") == variable.ReplaceAllString(other.Reason(), "$1")
}
