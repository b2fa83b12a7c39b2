package grade

import (
	"cmp"
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
	Jobs        int              // how many tests ran side by side
	Elapsed     time.Duration
	Interrupted bool // judging stopped early; each test that did not run has a message that says so
	Submissions []Submission

	// Commit is the git commit of the checkout, "" if unknown. Dirty says whether the checkout has changed since that
	// commit. Judge's caller sets both.
	Commit string
	Dirty  bool
	Part   *Part // nil for a whole run; set by Judge's caller
}

// Submission is the result of one submission. The tags are the keys of the JSON document.
type Submission struct {
	Problem  string `json:"problem"`
	Name     string `json:"submission"`
	Language string `json:"language"`
	Source   string `json:"source"`   // path of the submission's main file
	Solution bool   `json:"solution"` // expected to be correct
	Limits   Limits `json:"limits"`

	// Verdict is the verdict of the first test that is neither AC nor PE. If there is no such test, the verdict is PE
	// if any test has PE, and AC otherwise. In a legacy scoring problem, the grader decides the verdict. The verdict is
	// CE if the submission does not compile. It is NotRun if something else prevented the build (Message says what), or
	// if no test ran. It is also NotRun if judging was interrupted while all results were AC or PE.
	Verdict  problem.Verdict `json:"verdict"`
	Expected bool            `json:"expected"`
	// why it was skipped or is unexpected, a warning, or the compiler's message
	Message     string         `json:"message"`
	Unstated    bool           `json:"unstated,omitempty"`    // no verdict is stated, so any verdict but JE is expected
	Undecided   bool           `json:"undecided,omitempty"`   // it should fail but passes; all tests are samples
	Interrupted bool           `json:"interrupted,omitempty"` // judging stopped before the verdict; see Message
	Unjudged    bool           `json:"unjudged,omitempty"`    // this judge cannot judge it on any machine
	Missing     string         `json:"missing,omitempty"`     // what this machine lacks, such as "rustc"; "" for nothing
	Machine     string         `json:"machine,omitempty"`     // the machine that judged it; "" for this one
	Recorded    *Recorded      `json:"recorded,omitempty"`    // set by Judge's caller; nil if no answer is recorded
	Stranger    bool           `json:"stranger,omitempty"`    // it is not part of the problem
	Scores      *score.Outcome `json:"-"`                     // nil if there are no scores or no program
	Tests       []Test         `json:"tests"`
}

// Recorded is what an online judge answered to the text of a program, as the user recorded it.
type Recorded struct {
	Verdict problem.Verdict `json:"verdict"`
	Answer  string          `json:"answer"` // in words: "poj said AC on 2026-11-28, 0.03 s, 2.1 MiB"
}

// Limits holds the limits of a program.
type Limits struct {
	Time   Seconds `json:"time_seconds"`
	Memory int64   `json:"memory_bytes"`
	Output int64   `json:"output_bytes"`
}

// LimitsOf converts the limits of a problem.
func LimitsOf(l problem.Limits) Limits { return Limits{Seconds(l.Time), l.Memory, l.Output} }

// Test is the result of one test of one submission. The tags are the keys of the JSON document.
type Test struct {
	Name      string          `json:"test"`
	InputFile string          `json:"input"`                 // path of the input
	InputSize int64           `json:"input_bytes,omitempty"` // 0 if the verdict is expected
	Verdict   problem.Verdict `json:"verdict"`
	Expected  bool            `json:"expected"`
	CPU       Seconds         `json:"cpu_seconds"`
	Wall      Seconds         `json:"wall_seconds"`
	Memory    int64           `json:"peak_bytes"`
	AtLeast   bool            `json:"peak_at_least,omitempty"` // Memory is a lower bound: some memory was not measured
	ExitCode  int             `json:"exit_code"`
	Signal    string          `json:"signal"`
	// the last 4 KiB of standard error or, for a debug build, the first 64 KiB; "" if accepted
	Stderr     string   `json:"stderr"`
	Difference string   `json:"difference"`     // the lines around the first difference; "" for none
	Line       int      `json:"-"`              // the line of the first difference, in the output; 0 for none
	Stopped    bool     `json:"stopped"`        // a limit stopped the program, so the figures are lower bounds
	Idle       bool     `json:"idle"`           // TLE because of the wall-clock limit, with CPU time below the time limit
	Message    string   `json:"message"`        // why the test was skipped, how the run ended, or where the output differs
	Found      []string `json:"says,omitempty"` // texts that submissions.yaml requires and the checker printed
	// two runs close to the time limit had different verdicts; this is the second, with no other test beside it
	Unsure    bool          `json:"borderline,omitempty"`
	LeftOut   bool          `json:"left_out,omitempty"`    // because of earlier results, the format leaves the test out
	Score     *score.Number `json:"exact_score,omitempty"` // nil if the test has no score
	ScoreFrom string        `json:"score_from,omitempty"`  // the file that holds the score; "" for none

	// how many passes ran; 0 unless the problem is multi-pass. CPU, Wall and Memory are each the highest of all passes
	Passes       int           `json:"passes,omitempty"`
	PassesCPU    Seconds       `json:"passes_cpu_seconds,omitempty"` // CPU time of all passes together
	Conversation *Conversation `json:"conversation,omitempty"`       // nil if there is none, or none was asked for
	Cached       bool          `json:"cached,omitempty"`             // taken from an earlier run

	Waited     bool        `json:"-"` // the program waited for a core for long, so its CPU time may be too high
	Starved    bool        `json:"-"` // the program or checker reached the wall-clock limit, perhaps because of load
	Failure    bool        `json:"-"` // JE because the judge or this machine failed; another machine may succeed
	ScoreFiles score.Files `json:"-"` // the checker's score files
}

// Conversation holds the end of a conversation between a submission and its interactor.
type Conversation struct {
	Before int         `json:"lines_before"`     // the number of lines before Lines
	Lines  []talk.Line `json:"lines"`            // the last lines
	Sample []string    `json:"sample,omitempty"` // lines of the test's .interaction file; nil if the test has none
}

// Display returns the results with display(text) for each text that may hold a path.
func (r Results) Display(display func(text string) string) Results {
	r.Submissions = slices.Clone(r.Submissions)
	for i, s := range r.Submissions {
		r.Submissions[i] = s.Display(display)
	}
	return r
}

// Display is Results.Display for one submission.
func (s Submission) Display(display func(text string) string) Submission {
	s.Source, s.Message, s.Tests = display(s.Source), display(s.Message), slices.Clone(s.Tests)
	for i, t := range s.Tests {
		s.Tests[i] = t.Display(display)
	}
	return s
}

// Display is Results.Display for one test.
func (t Test) Display(display func(text string) string) Test {
	t.InputFile, t.Message = display(t.InputFile), display(t.Message)
	return t
}

// Passed returns the number of accepted tests.
func (s Submission) Passed() int {
	return s.count(func(t Test) bool { return t.Verdict == problem.AC })
}

// Run returns the number of tests that ran.
func (s Submission) Run() int {
	return s.count(func(t Test) bool { return t.Verdict != problem.NotRun })
}

// Cached returns the number of tests whose results are from earlier runs.
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

// Skipped reports whether the submission could not be judged on this machine, for example because its compiler is
// missing.
func (s Submission) Skipped() bool { return s.Expected && s.Verdict == problem.NotRun }

// InClass reports whether the submission is one of a class: whatever its verdict is, it has to be judged.
func (s Submission) InClass() bool { return s.Stranger && s.Unstated }

// NotJudged returns how many submissions could not be judged although they have an expected verdict or belong to a
// class. reasons holds the distinct reasons, such as "no rustc".
func (r Results) NotJudged() (n int, reasons []string) {
	for _, s := range r.Submissions {
		reason := strings.TrimPrefix(s.Message, "not judged: ") // the caller's message has this prefix already
		switch {
		case s.Unstated && !s.InClass():
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

// Nothing reports whether every submission was skipped or is undecided. It is false for an interrupted run.
func (r Results) Nothing() bool {
	return !r.Interrupted && !slices.ContainsFunc(r.Submissions, func(s Submission) bool {
		return !s.Skipped() && !s.Undecided
	})
}

// Unexpected returns the number of submissions with an unexpected verdict.
func (r Results) Unexpected() int {
	return len(slices.DeleteFunc(slices.Clone(r.Submissions), func(s Submission) bool { return s.Expected }))
}

// JudgeFailed reports whether the judge or a tool failed on any test, whatever verdict the submission has.
func (r Results) JudgeFailed() bool {
	return slices.ContainsFunc(r.Submissions, func(s Submission) bool {
		return s.Verdict == problem.JE || s.FirstFailure() >= 0
	})
}

// FirstFailure returns the index of the first test on which the judge or a tool failed, or -1.
func (s Submission) FirstFailure() int {
	return slices.IndexFunc(s.Tests, func(t Test) bool { return t.Verdict == problem.JE })
}

// wholeVerdict returns the verdict of a submission that was built. The format defines it for some problems with scores.
// In all other problems, the verdict is that of POJ. Judging is cut short if it was interrupted while the remaining
// tests, or the grader, might have changed the verdict.
func wholeVerdict(tests []Test, scores *score.Outcome, interrupted, ungraded bool) (v problem.Verdict, cutShort bool) {
	v = verdictOf(tests)
	if scores != nil {
		v = cmp.Or(problem.Verdict(scores.Whole.Verdict), v)
		if scores.Failure != "" {
			v = problem.JE
		}
	}
	if ungraded || interrupted && (v == problem.AC || v == problem.PE) {
		return problem.NotRun, true
	}
	return v, false
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
	Index       int   `json:"index"` // this shard's number, from 1
	Count       int   `json:"count"`
	Submissions int   `json:"submissions"` // number of submissions in all shards together
	Places      []int `json:"places"`      // indices of this shard's submissions among those of all shards

	Content  string   `json:"content"` // digest of the selected problems, submissions, tests and their files
	Judge    string   `json:"judge"`   // the version of the judge
	Settings Settings `json:"settings"`
}

// Settings holds the flags that affect the verdicts and the exit status of a run. The patterns are not among them:
// Part.Content covers what they select.
type Settings struct {
	Package    string  `json:"package"` // the name of the package's folder or file; "" for a checkout
	All        bool    `json:"all"`
	First      bool    `json:"first"`
	TimeLimit  Seconds `json:"time_limit_seconds"` // 0 for the problems' own limits
	AllowSkips bool    `json:"allow_skips"`
}

// Seconds is a duration that JSON encodes as a number of seconds.
type Seconds time.Duration

func (s Seconds) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(s).Seconds()) }

// UnmarshalJSON limits the number of seconds to between 0 and 1e9, so that it fits into a time.Duration.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	var seconds float64
	err := json.Unmarshal(text, &seconds)
	*s = Seconds(math.Round(min(max(seconds, 0), 1e9) * float64(time.Second)))
	return err
}
