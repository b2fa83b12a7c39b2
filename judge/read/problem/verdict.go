package problem

// Verdict is what the judge says of a program on a test, or of a submission as a whole.
type Verdict string

// The verdicts. The first eight are verdicts on a program; JE is the judge's own failure and never a verdict on it.
const (
	NotRun Verdict = ""    // the test was not run; the result's message says why
	AC     Verdict = "AC"  // accepted
	PE     Verdict = "PE"  // presentation error: only whitespace differs, and the online judge minds
	WA     Verdict = "WA"  // wrong answer
	TLE    Verdict = "TLE" // time limit exceeded
	MLE    Verdict = "MLE" // memory limit exceeded
	OLE    Verdict = "OLE" // output limit exceeded
	RTE    Verdict = "RTE" // run-time error: a signal or an exit status other than 0
	CE     Verdict = "CE"  // compile error, decided before any test
	JE     Verdict = "JE"  // judge error: a checker that crashed, an answer that is missing
)

// Covers reports whether the name v, as written in submissions.yaml, includes the verdict got. The standard knows AC,
// WA, TLE and RTE only: its WA includes PE, its RTE includes MLE and OLE, and its TLE includes OLE, since a program
// that prints without end reaches one limit or the other.
func (v Verdict) Covers(got Verdict) bool {
	switch v {
	case WA:
		return got == WA || got == PE
	case TLE:
		return got == TLE || got == OLE
	case RTE:
		return got == RTE || got == MLE || got == OLE
	}
	return v == got
}
