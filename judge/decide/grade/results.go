package grade

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Results are the results of one call of Judge, in the order of the entries.
type Results struct {
	Backend     string           // the sandbox's name
	Measures    sandbox.Measures // how the figures were taken
	Jobs        int              // tests that ran side by side
	Elapsed     time.Duration
	Interrupted bool // stopped before the end; the messages of tests that did not run say so
	Submissions []Submission

	// Commit is that of the checkout, and Dirty whether it was changed since; "" if not known. Who calls Judge sets
	// them.
	Commit string
	Dirty  bool
	Part   *Part // nil for a whole run; who calls Judge sets it
}

// Submission is the result of one submission.
type Submission struct {
	Problem  string
	Name     string
	Language string
	Source   string // path of the file that it begins with
	Solution bool   // meant to be right
	Limit    time.Duration
	Memory   int64 // its limit in bytes, and that of the output
	Output   int64

	// Verdict is that of the first test, in order, that is neither AC nor PE; else PE if any test has it; else AC. In a
	// scoring problem of the legacy format, the grader decides it. It is NotRun if the submission could not be built
	// here (Message says why), if no test was run, or if judging was interrupted while all were AC or PE.
	Verdict     problem.Verdict
	Expected    bool
	Unstated    bool   // nothing is expected of it, so any verdict is as expected but JE
	Undecided   bool   // it passes all tests, which are samples and may not show what is wrong with it
	Interrupted bool   // before a verdict; Message says after how many tests
	Unjudged    bool   // this judge cannot judge it, on no machine
	Message     string // why it was skipped or is unexpected, or what the compiler said
	Missing     string // what this machine lacks to judge it: a compiler, "rustc", or a language; "" for nothing
	Tests       []Test
	Scores      *score.Outcome // of a scoring problem; nil for others, and for what was not built
	Machine     string         // that judged it; "" for this one
}

// Test is the result of one test of one submission.
type Test struct {
	Name     string
	Verdict  problem.Verdict
	Expected bool
	Stopped  bool // by a limit: its figures are lower bounds
	Idle     bool // stopped at the wall-clock limit, below the time limit
	Starved  bool // it, or its checker, was stopped at the wall-clock limit, and the machine's other work may be why
	CPU      time.Duration
	Wall     time.Duration
	Memory   int64 // peak, in bytes
	Unsure   bool  // two runs close to the time limit had different verdicts; this is the second, run alone
	Cached   bool  // of an earlier run
	AtLeast  bool  // Memory is a lower bound: the program had memory that could not be seen
	ExitCode int
	Signal   string
	// the last lines of its standard error, at most 4 KiB, unless it was accepted; of a debug build the first 64 KiB
	Stderr     string
	Input      int64    // bytes of the input, if the verdict is not as expected
	Message    string   // why it was skipped, how it ended, or where its output differs
	Says       []string // texts that submissions.yaml requires of some test, and that are in its judgemessage.txt
	Difference *check.Difference
	InputFile  string        // its path
	LeftOut    bool          // not run: the format leaves it out after the results of earlier tests
	Score      *score.Number // nil if it has none
	ScoreFrom  string        // the file that the score came from; "" for none
	Failure    bool          // of a JE: the judge or this machine failed, not a checker; on another machine it may work
	Wrote      score.Files   // what the checker wrote of the score

	// of a test of a multi-pass problem, whose CPU, Wall and Memory are the worst pass's; else 0
	Passes       int
	PassesCPU    time.Duration // of all of them together
	Conversation *Conversation // nil unless asked for, and in problems that are neither interactive nor multi-pass
}

// Conversation is what a submission and the judge have said.
type Conversation struct {
	Lines  []talk.Line // the last ones
	Before int         // how many came before them
	Sample []string    // what the statement shows of this test, in its form; nil for nothing
}

// Passed is the number of accepted tests.
func (s Submission) Passed() int {
	return s.count(func(t Test) bool { return t.Verdict == problem.AC })
}

// Run is the number of tests that were run.
func (s Submission) Run() int {
	return s.count(func(t Test) bool { return t.Verdict != problem.NotRun })
}

// Cached is the number of tests whose results are of an earlier run.
func (s Submission) Cached() int { return s.count(func(t Test) bool { return t.Cached }) }

func (s Submission) count(is func(Test) bool) int {
	n := 0
	for _, t := range s.Tests {
		if is(t) {
			n++
		}
	}
	return n
}

// Skipped reports whether the submission could not be judged on this machine, for example without its compiler.
func (s Submission) Skipped() bool { return s.Expected && s.Verdict == problem.NotRun }

// NotJudged is how many submissions with a stated verdict could not be judged, and for want of what, each thing once:
// what this machine lacks, "no rustc", or what this judge does.
func (r Results) NotJudged() (n int, reasons []string) {
	for _, s := range r.Submissions {
		reason := strings.TrimPrefix(s.Message, "not judged: ") // which the sentence says
		switch {
		case s.Unstated:
			continue
		case s.Missing != "":
			reason = "no " + s.Missing
		case !s.Unjudged:
			continue
		}
		if n++; !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return n, reasons
}

// Nothing reports whether no submission is decided, though all that was selected was tried.
func (r Results) Nothing() bool {
	return !r.Interrupted && !slices.ContainsFunc(r.Submissions, func(s Submission) bool {
		return !s.Skipped() && !s.Undecided
	})
}

// Unexpected is the number of submissions whose verdict is not as expected.
func (r Results) Unexpected() int {
	return len(slices.DeleteFunc(slices.Clone(r.Submissions), func(s Submission) bool { return s.Expected }))
}

// JudgeFailed reports whether any test ended with the judge's own failure.
func (r Results) JudgeFailed() bool {
	return slices.ContainsFunc(r.Submissions, func(s Submission) bool { return s.Verdict == problem.JE })
}

// verdictOf sums up tests as POJ does.
func verdictOf(tests []Test) problem.Verdict {
	sum := problem.NotRun
	for _, t := range tests {
		switch t.Verdict {
		case problem.NotRun:
		case problem.AC:
			if sum == problem.NotRun {
				sum = problem.AC
			}
		case problem.PE:
			sum = problem.PE
		default:
			return t.Verdict
		}
	}
	return sum
}

// Part says which part of a run results are: the submissions of one of several shards. Parts can be merged only if they
// agree on what it holds.
type Part struct {
	Index       int   `json:"index"` // shard 2 of 5; from 1
	Count       int   `json:"count"`
	Submissions int   `json:"submissions"` // of all shards
	Places      []int `json:"places"`      // of the submissions of this one among them, from 0

	Content  string   `json:"content"` // digest of all that was selected: problems, submissions, tests and their files
	Judge    string   `json:"judge"`   // the version of the judge
	Settings Settings `json:"settings"`
}

// Settings are the flags that decide the verdicts and the exit status of a run. Content holds what the patterns select.
type Settings struct {
	Package    string  `json:"package"` // the name of the package's folder or file; "" for a checkout
	All        bool    `json:"all"`
	First      bool    `json:"first"`
	TimeLimit  Seconds `json:"time_limit_seconds"` // 0 for the problems' own
	AllowSkips bool    `json:"allow_skips"`
}

// Seconds is a time that is a number of seconds in JSON.
type Seconds time.Duration

// MarshalJSON writes the number.
func (s Seconds) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(s).Seconds()) }

// UnmarshalJSON reads the number, clamped to what a time.Duration can hold.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	var seconds float64
	err := json.Unmarshal(text, &seconds)
	*s = Seconds(math.Round(min(max(seconds, 0), 1e9) * float64(time.Second)))
	return err
}
