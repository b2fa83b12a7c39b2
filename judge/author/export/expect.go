package export

import (
	"cmp"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
)

// formatVerdicts are the verdicts of a submission that the formats know.
var formatVerdicts = []problem.Verdict{problem.AC, problem.WA, problem.TLE, problem.RTE, problem.OLE, problem.CE}

// possibleVerdicts returns the verdicts that a submission may get as a whole, as a folder's name or @EXPECTED_RESULTS@
// can express them: the one verdict on all tests that are not accepted. PE counts as WA, and MLE as RTE. OLE counts as
// RTE or TLE if one of these is possible.
func possibleVerdicts(p *problem.Problem, s problem.Submission) []problem.Verdict {
	expected := p.Expects(s)
	messages := make(map[string][]string) // assume that required messages are printed
	for _, t := range p.Tests {
		messages[t.Name] = expected.Messages()
	}
	alone := func(v problem.Verdict) bool {
		verdicts := make(map[string]problem.Verdict)
		some := false
		for _, t := range p.Tests {
			switch {
			case expected.Permits(t.Name, v):
				verdicts[t.Name], some = v, true
			case expected.Permits(t.Name, problem.AC):
				verdicts[t.Name] = problem.AC
			default:
				return false
			}
		}
		return some && expected.Unmet(verdicts, messages) == ""
	}
	may := map[problem.Verdict]bool{
		problem.AC:  alone(problem.AC),
		problem.WA:  alone(problem.WA) || alone(problem.PE),
		problem.TLE: alone(problem.TLE),
		problem.RTE: alone(problem.RTE) || alone(problem.MLE),
		problem.OLE: alone(problem.OLE) && !alone(problem.RTE) && !alone(problem.TLE),
		problem.CE:  expected.Permits("", problem.CE),
	}
	var found []problem.Verdict
	for _, v := range formatVerdicts {
		if may[v] {
			found = append(found, v)
		}
	}
	return found
}

// mixed is the folder of submissions with several possible verdicts.
const mixed = "mixed"

// folders are the names of the folders for submissions with one expected verdict.
var folders = map[problem.Verdict]string{
	problem.AC: "accepted", problem.WA: "wrong_answer", problem.TLE: "time_limit_exceeded",
	problem.RTE: "run_time_error",
}

// results are DOMjudge's names of verdicts, for @EXPECTED_RESULTS@.
var results = map[problem.Verdict]string{
	problem.AC: "CORRECT", problem.WA: "WRONG-ANSWER", problem.TLE: "TIMELIMIT", problem.RTE: "RUN-ERROR",
	problem.OLE: "OUTPUT-LIMIT", problem.CE: "COMPILER-ERROR",
}

// comments are the forms of a comment line, by the extensions of languages that DOMjudge knows.
var comments = []struct{ extensions, begin, end string }{
	{".c .cc .cpp .cxx .c++ .cs .csharp .go .java .js .mjs .kt .rs .scala .swift .ts", "// ", ""},
	{".py .rb .sh .bash .pl .R .awk", "# ", ""},
	{".hs .lua .adb .ads", "-- ", ""},
	{".ml .pas .p", "(*\n", "\n*)"},
	{".f90 .f95", "! ", ""},
	{".plg", "% ", ""},
}

// annotation returns the comment that tells DOMjudge the expected verdicts, for a source with that extension; "" if the
// form of its comments is unknown. Nothing may follow on the line, because it would belong to the last verdict.
func annotation(expected []problem.Verdict, extension string) string {
	var names []string
	for _, v := range expected {
		names = append(names, results[v])
	}
	for _, c := range comments {
		if slices.Contains(strings.Fields(c.extensions), extension) {
			return c.begin + "@EXPECTED_RESULTS@: " + strings.Join(names, ", ") + c.end + "\n"
		}
	}
	return ""
}

// folderOf returns the folder that expresses the expected verdicts: mixed if there are several, or if no other has it.
func folderOf(expected []problem.Verdict) string {
	if len(expected) == 1 {
		return cmp.Or(folders[expected[0]], mixed)
	}
	return mixed
}
