package report

import (
	"io"
	"slices"
	"unicode/utf8"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

type document struct {
	Schema int `json:"schema"`
	checkout.State
	Backend     string           `json:"backend"`
	Measures    sandbox.Measures `json:"measures"` // how the figures were taken
	Jobs        int              `json:"jobs"`
	Seconds     float64          `json:"elapsed_seconds"`
	Interrupted bool             `json:"interrupted"`
	Unexpected  int              `json:"unexpected"`
	Shard       *grade.Part      `json:"shard,omitempty"`
	Submissions []submission     `json:"submissions"`
}

type submission struct {
	Problem    string          `json:"problem"`
	Submission string          `json:"submission"`
	Language   string          `json:"language"`
	Source     string          `json:"source"`
	Solution   bool            `json:"solution"`
	Limits     Limits          `json:"limits"`
	Verdict    problem.Verdict `json:"verdict"`
	Expected   bool            `json:"expected"`
	Message    string          `json:"message"`
	Raw        raw             `json:"raw,omitempty"`

	Unstated    bool   `json:"unstated,omitempty"`    // it has no expected verdict
	Undecided   bool   `json:"undecided,omitempty"`   // it passes all tests, which are samples
	Interrupted bool   `json:"interrupted,omitempty"` // before it had a verdict
	Unjudged    bool   `json:"unjudged,omitempty"`    // on no machine
	Missing     string `json:"missing,omitempty"`     // what this machine lacks
	Machine     string `json:"machine,omitempty"`     // that judged it, if it was another one

	scores
	Whole        *group  `json:"whole,omitempty"` // of a scoring problem; nil if there are no scores
	Groups       []group `json:"groups,omitempty"`
	ScoreFailure string  `json:"score_failure,omitempty"`
	Tests        []test  `json:"tests"`
}

type test struct {
	Test        string          `json:"test"`
	Input       string          `json:"input"`
	InputBytes  int64           `json:"input_bytes,omitempty"` // if the verdict is unexpected
	Verdict     problem.Verdict `json:"verdict"`
	Expected    bool            `json:"expected"`
	CPUSeconds  float64         `json:"cpu_seconds"`
	WallSeconds float64         `json:"wall_seconds"`
	PeakBytes   int64           `json:"peak_bytes"`
	PeakAtLeast bool            `json:"peak_at_least,omitempty"` // part of the memory could not be measured
	ExitCode    int             `json:"exit_code"`
	Signal      string          `json:"signal"`
	Stderr      string          `json:"stderr"`
	Difference  string          `json:"difference"` // the window around it
	Stopped     bool            `json:"stopped"`    // by a limit: the figures are lower bounds
	Idle        bool            `json:"idle"`
	Message     string          `json:"message"`
	Raw         raw             `json:"raw,omitempty"`
	Says        []string        `json:"says,omitempty"`
	Borderline  bool            `json:"borderline,omitempty"`
	LeftOut     bool            `json:"left_out,omitempty"` // by the format, because of earlier tests
	scores
	ScoreFrom string `json:"score_from,omitempty"`

	// For multi-pass problems; the figures above are those of the worst pass.
	Passes           int           `json:"passes,omitempty"`
	PassesCPUSeconds float64       `json:"passes_cpu_seconds,omitempty"` // of all passes together
	Conversation     *conversation `json:"conversation,omitempty"`
	Cached           bool          `json:"cached,omitempty"` // the result is from an earlier run
}

// JSON writes the results as one document; judge help json describes its fields. Characters that would act on a
// terminal are written as JSON escapes.
func JSON(w io.Writer, r grade.Results) error { return Document(w, documentOf(r)) }

func documentOf(r grade.Results) document {
	d := document{
		Schema: Schema, State: checkout.StateOf(r.Commit, r.Dirty), Backend: r.Backend, Measures: r.Measures,
		Jobs: r.Jobs, Seconds: r.Elapsed.Seconds(), Interrupted: r.Interrupted, Unexpected: r.Unexpected(),
		Submissions: []submission{},
	}
	if r.Part != nil {
		part := *r.Part
		part.Places = append([]int{}, part.Places...) // never null
		d.Shard = &part
	}
	for _, s := range r.Submissions {
		d.Submissions = append(d.Submissions, submissionOf(s))
	}
	return d
}

func submissionOf(s grade.Submission) submission {
	row := submission{
		Problem: s.Problem, Submission: s.Name, Language: s.Language, Source: s.Source, Solution: s.Solution,
		Limits: Limits{s.Limit.Seconds(), s.Memory, s.Output}, Verdict: s.Verdict, Expected: s.Expected,
		Message: s.Message, Raw: rawOf("message", s.Message, "problem", s.Problem, "source", s.Source),
		Unstated: s.Unstated, Undecided: s.Undecided, Interrupted: s.Interrupted, Unjudged: s.Unjudged,
		Missing: s.Missing, Machine: s.Machine,
		Tests: []test{},
	}
	if s.Scores != nil {
		whole := groupOf(s.Scores.Whole)
		row.scores, row.Whole, row.ScoreFailure = whole.scores, &whole, s.Scores.Failure
		for _, g := range s.Scores.Groups {
			row.Groups = append(row.Groups, groupOf(g))
		}
	}
	row.Tests = slices.Grow(row.Tests, len(s.Tests))
	for _, t := range s.Tests {
		row.Tests = append(row.Tests, testOf(t))
	}
	return row
}

func testOf(t grade.Test) test {
	return test{
		Test: t.Name, Input: t.InputFile, InputBytes: t.Input, Verdict: t.Verdict, Expected: t.Expected,
		CPUSeconds: t.CPU.Seconds(), WallSeconds: t.Wall.Seconds(), PeakBytes: t.Memory, PeakAtLeast: t.AtLeast,
		ExitCode: t.ExitCode, Signal: t.Signal, Stopped: t.Stopped, Idle: t.Idle, Borderline: t.Unsure,
		Stderr: t.Stderr, Difference: window(t), Message: t.Message, Says: t.Found,
		Raw:     rawOf("message", t.Message, "stderr", t.Stderr, "difference", window(t), "input", t.InputFile),
		LeftOut: t.LeftOut, Cached: t.Cached, scores: scoreOf(t.Score), ScoreFrom: t.ScoreFrom,
		Passes: t.Passes, PassesCPUSeconds: t.PassesCPU.Seconds(), Conversation: conversationOf(t.Conversation),
	}
}

// raw holds the texts that are not UTF-8, which JSON cannot hold, as bytes by the names of their fields.
type raw map[string][]byte

func rawOf(namesAndTexts ...string) (r raw) {
	for pair := range slices.Chunk(namesAndTexts, 2) {
		if name, text := pair[0], pair[1]; !utf8.ValidString(text) {
			if r == nil {
				r = make(raw)
			}
			r[name] = []byte(text)
		}
	}
	return r
}

// text returns the text of the named field.
func (r raw) text(name, field string) string {
	if bytes, ok := r[name]; ok {
		return string(bytes)
	}
	return field
}

// window returns the difference of a test as it is drawn, "" if there is none.
func window(t grade.Test) string {
	if t.Difference == nil {
		return ""
	}
	return t.Difference.Window
}
