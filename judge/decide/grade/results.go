package grade

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Results holds the results of one call of Judge, in the order of the entries.
type Results struct {
	Backend     string           // the sandbox's name
	Measures    sandbox.Measures // how the figures were measured
	Jobs        int              // tests that ran side by side
	Elapsed     time.Duration
	Interrupted bool // stopped before the end; the messages of tests that did not run say so
	Submissions []Submission

	// Commit is the checkout's, "" if unknown; Dirty says whether the checkout has changed since. Judge's caller sets
	// both.
	Commit string
	Dirty  bool
	Part   *Part // nil for a whole run; set by Judge's caller
}

// Submission is the result of one submission. Its tags are those of the JSON document.
type Submission struct {
	Problem  string `json:"problem"`
	Name     string `json:"submission"`
	Language string `json:"language"`
	Source   string `json:"source"`   // path of its main file
	Solution bool   `json:"solution"` // expected to be correct
	Limits   Limits `json:"limits"`

	// Verdict is that of the first test that is neither AC nor PE; else PE if any test has it; else AC. In a legacy
	// scoring problem, the grader decides it. It is NotRun if the submission could not be built (Message says why), if
	// no test ran, or if judging was interrupted while all were AC or PE.
	Verdict     problem.Verdict `json:"verdict"`
	Expected    bool            `json:"expected"`
	Message     string          `json:"message"` // why it was skipped or is unexpected, or the compiler's message
	Raw         Raw             `json:"raw,omitempty"`
	Unstated    bool            `json:"unstated,omitempty"`    // no verdict is stated, so anything but JE is as expected
	Undecided   bool            `json:"undecided,omitempty"`   // it should fail but passes; there are only samples
	Interrupted bool            `json:"interrupted,omitempty"` // judging stopped before the verdict; Message says after how many tests
	Unjudged    bool            `json:"unjudged,omitempty"`    // this judge cannot judge it on any machine
	Missing     string          `json:"missing,omitempty"`     // what this machine lacks, such as "rustc"; "" for nothing
	Machine     string          `json:"machine,omitempty"`     // the machine that judged it; "" for this one
	Scores      *score.Outcome  `json:"-"`                     // for scoring problems; nil for others, and if not built
	Tests       []Test          `json:"tests"`
}

// Limits holds the limits of a program.
type Limits struct {
	Time   Seconds `json:"time_seconds"`
	Memory int64   `json:"memory_bytes"`
	Output int64   `json:"output_bytes"`
}

// LimitsOf returns the limits of a problem.
func LimitsOf(l problem.Limits) Limits { return Limits{Seconds(l.Time), l.Memory, l.Output} }

// Raw holds texts that are not UTF-8, which JSON cannot hold, by the names of their fields. It is set only
// in JSON documents.
type Raw map[string][]byte

// Test is the result of one test of one submission. Its tags are those of the JSON document.
type Test struct {
	Name      string          `json:"test"`
	InputFile string          `json:"input"`                 // its path
	InputSize int64           `json:"input_bytes,omitempty"` // 0 if the verdict is expected
	Verdict   problem.Verdict `json:"verdict"`
	Expected  bool            `json:"expected"`
	CPU       Seconds         `json:"cpu_seconds"`
	Wall      Seconds         `json:"wall_seconds"`
	Memory    int64           `json:"peak_bytes"`
	AtLeast   bool            `json:"peak_at_least,omitempty"` // Memory is a lower bound: some was not measured
	ExitCode  int             `json:"exit_code"`
	Signal    string          `json:"signal"`
	// the last 4 KiB of its standard error, or the first 64 KiB of a debug build's; "" if accepted
	Stderr     string   `json:"stderr"`
	Difference string   `json:"difference"` // the lines around the first difference; "" for none
	Line       int      `json:"-"`          // of the first difference, in the output
	Stopped    bool     `json:"stopped"`    // a limit stopped it, so its figures are lower bounds
	Idle       bool     `json:"idle"`       // TLE because of the wall-clock limit, with CPU time below the time limit
	Message    string   `json:"message"`    // why it was skipped, how it ended, or where its output differs
	Raw        Raw      `json:"raw,omitempty"`
	Found      []string `json:"says,omitempty"` // texts required by submissions.yaml that judgemessage.txt contains
	// two runs close to the time limit had different verdicts; this is the second, run alone
	Unsure    bool          `json:"borderline,omitempty"`
	LeftOut   bool          `json:"left_out,omitempty"`    // not run: earlier results make the format leave it out
	Nearest   *float64      `json:"score,omitempty"`       // the score as the nearest 64-bit number; only in JSON documents
	Score     *score.Number `json:"exact_score,omitempty"` // nil if it has none
	ScoreFrom string        `json:"score_from,omitempty"`  // the file that holds the score; "" for none

	// for multi-pass problems, else 0; CPU, Wall and Memory are those of the worst pass
	Passes       int           `json:"passes,omitempty"`
	PassesCPU    Seconds       `json:"passes_cpu_seconds,omitempty"` // the sum over all passes
	Conversation *Conversation `json:"conversation,omitempty"`       // for problems with one, if asked for
	Cached       bool          `json:"cached,omitempty"`             // kept from an earlier run

	Starved    bool        `json:"-"` // it or its checker reached the wall-clock limit, perhaps because of load
	Failure    bool        `json:"-"` // JE because the judge or this machine failed; another machine may succeed
	ScoreFiles score.Files `json:"-"` // the checker's score files
}

// Conversation holds the end of a conversation between a submission and its interactor.
type Conversation struct {
	Before int         `json:"lines_before"`     // the number of lines before Lines
	Lines  []talk.Line `json:"lines"`            // its last lines
	Sample []string    `json:"sample,omitempty"` // the statement's .interaction file of this test; nil if none
	Raw    Raw         `json:"raw,omitempty"`
}

// Passed returns the number of accepted tests.
func (s Submission) Passed() int {
	return s.count(func(t Test) bool { return t.Verdict == problem.AC })
}

// Run returns the number of tests that ran.
func (s Submission) Run() int {
	return s.count(func(t Test) bool { return t.Verdict != problem.NotRun })
}

// Cached returns the number of kept results.
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

// NotJudged returns the number of submissions with a stated verdict that could not be judged, and the distinct reasons,
// such as "no rustc".
func (r Results) NotJudged() (n int, reasons []string) {
	for _, s := range r.Submissions {
		reason := strings.TrimPrefix(s.Message, "not judged: ") // the callers' messages begin with this
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

// Nothing reports whether no submission got a verdict although every selected one was tried.
func (r Results) Nothing() bool {
	return !r.Interrupted && !slices.ContainsFunc(r.Submissions, func(s Submission) bool {
		return !s.Skipped() && !s.Undecided
	})
}

// Unexpected returns the number of submissions with an unexpected verdict.
func (r Results) Unexpected() int {
	return len(slices.DeleteFunc(slices.Clone(r.Submissions), func(s Submission) bool { return s.Expected }))
}

// JudgeFailed reports whether the judge itself failed on any test.
func (r Results) JudgeFailed() bool {
	return slices.ContainsFunc(r.Submissions, func(s Submission) bool { return s.Verdict == problem.JE })
}

// verdictOf combines the verdicts of tests as POJ does.
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

// Part describes one shard of a run. Shards can be merged only if their Parts agree.
type Part struct {
	Index       int   `json:"index"` // from 1
	Count       int   `json:"count"`
	Submissions int   `json:"submissions"` // of all shards
	Places      []int `json:"places"`      // indices of this shard's submissions among all

	Content  string   `json:"content"` // digest of the selected problems, submissions, tests and their files
	Judge    string   `json:"judge"`   // the version of the judge
	Settings Settings `json:"settings"`
}

// Settings holds the flags that affect the verdicts and the exit status of a run. Part.Content covers what the patterns
// select.
type Settings struct {
	Package    string  `json:"package"` // the name of the package's folder or file; "" for a checkout
	All        bool    `json:"all"`
	First      bool    `json:"first"`
	TimeLimit  Seconds `json:"time_limit_seconds"` // 0 for the problems' own
	AllowSkips bool    `json:"allow_skips"`
}

// Seconds is a duration that JSON encodes as a number of seconds.
type Seconds time.Duration

func (s Seconds) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(s).Seconds()) }

// UnmarshalJSON clamps the number to the range of time.Duration.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	var seconds float64
	err := json.Unmarshal(text, &seconds)
	*s = Seconds(math.Round(min(max(seconds, 0), 1e9) * float64(time.Second)))
	return err
}
