package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/score"
)

type document struct {
	Schema int `json:"schema"`
	checkout.State
	Backend     string           `json:"backend"`
	Measures    sandbox.Measures `json:"measures"` // how each figure was measured
	Jobs        int              `json:"jobs"`
	Elapsed     grade.Seconds    `json:"elapsed_seconds"`
	Interrupted bool             `json:"interrupted"`
	Unexpected  int              `json:"unexpected"`
	Shard       *grade.Part      `json:"shard,omitempty"`
	Submissions []submission     `json:"submissions"`
}

// These types add what only JSON documents hold: scores as numbers, and texts that are not UTF-8.
type (
	submission struct {
		grade.Submission
		Raw raw `json:"raw,omitempty"`
		scores
		Whole        *group  `json:"whole,omitempty"` // all groups together; nil if there are no scores
		Groups       []group `json:"groups,omitempty"`
		ScoreFailure string  `json:"score_failure,omitempty"`
		Tests        []test  `json:"tests"`
	}
	test struct {
		grade.Test
		Raw          raw           `json:"raw,omitempty"`
		Nearest      *float64      `json:"score,omitempty"` // the score as the nearest 64-bit number
		Conversation *conversation `json:"conversation,omitempty"`
	}
	conversation struct {
		grade.Conversation
		Lines []line `json:"lines"`
		Raw   raw    `json:"raw,omitempty"`
	}
	line struct {
		talk.Line
		Raw raw `json:"raw,omitempty"`
	}
)

// raw holds the texts that JSON cannot hold because they are not UTF-8, keyed by the names of their fields.
type raw map[string][]byte

// JSON writes the results as one document. "judge help json" describes its fields. Characters that act on a terminal
// are escaped.
func JSON(w io.Writer, r grade.Results) error { return Document(w, documentOf(r)) }

func documentOf(r grade.Results) document {
	d := document{
		Schema: Schema, State: checkout.StateOf(r.Commit, r.Dirty), Backend: r.Backend, Measures: r.Measures,
		Jobs: r.Jobs, Elapsed: grade.Seconds(r.Elapsed), Interrupted: r.Interrupted, Unexpected: r.Unexpected(),
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
	row := submission{Submission: s, Raw: rawOf(textsOf(&s)), Tests: []test{}}
	if s.Scores != nil {
		whole := groupOf(s.Scores.Whole)
		row.scores, row.Whole, row.ScoreFailure = whole.scores, &whole, s.Scores.Failure
		for _, g := range s.Scores.Groups {
			row.Groups = append(row.Groups, groupOf(g))
		}
	}
	for _, t := range s.Tests {
		row.Tests = append(row.Tests, testOf(t))
	}
	return row
}

func testOf(t grade.Test) test {
	row := test{Test: t, Raw: rawOf(textsOfTest(&t)), Nearest: scoreOf(t.Score).Score}
	if t.Conversation != nil {
		sample := strings.Join(t.Conversation.Sample, "\n")
		row.Conversation = &conversation{*t.Conversation, []line{}, rawOf(texts{"sample": &sample})}
		for _, l := range t.Conversation.Lines {
			row.Conversation.Lines = append(row.Conversation.Lines, line{l, rawOf(texts{"text": &l.Text})})
		}
	}
	return row
}

// texts maps the name of a field to its text, which can be invalid UTF-8.
type texts map[string]*string

func textsOf(s *grade.Submission) texts {
	return texts{"message": &s.Message, "problem": &s.Problem, "source": &s.Source}
}

func textsOfTest(t *grade.Test) texts {
	return texts{"message": &t.Message, "stderr": &t.Stderr, "difference": &t.Difference, "input": &t.InputFile}
}

func rawOf(all texts) (r raw) {
	for name, text := range all {
		if !utf8.ValidString(*text) {
			if r == nil {
				r = make(raw)
			}
			r[name] = []byte(*text)
		}
	}
	return r
}

// restore replaces the texts by the bytes that rawOf saved.
func restore(all texts, r raw) {
	for name, text := range all {
		if bytes, ok := r[name]; ok {
			*text = string(bytes)
		}
	}
}

// scores holds the fields of a score in the JSON document. Unknown scores are left out.
type scores struct {
	Score    *float64      `json:"score,omitempty"` // the score as the nearest 64-bit number
	Exact    *score.Number `json:"exact_score,omitempty"`
	ExactMax *score.Number `json:"exact_max_score,omitempty"`
	Max      *float64      `json:"max_score,omitempty"`
}

// group is a group of a scoring problem in the JSON document, or all groups together.
type group struct {
	Group   string `json:"group"`
	Verdict string `json:"verdict,omitempty"` // from the grader of the legacy format; "" for none
	LeftOut bool   `json:"left_out,omitempty"`
	Unknown bool   `json:"unknown,omitempty"` // some test that the score depends on was not judged
	scores
}

func scoreOf(n *score.Number) (s scores) {
	if n != nil {
		s.Score, s.Exact = nearest(*n), n
	}
	return s
}

// nearest returns the nearest finite 64-bit number, or nil if n is too large.
func nearest(n score.Number) *float64 {
	f, ok := n.Float()
	if !ok {
		return nil
	}
	return &f
}

func groupOf(g score.Group) group {
	of := group{Group: g.Name, Verdict: g.Verdict, LeftOut: g.LeftOut, Unknown: !g.Known}
	if g.Scored {
		of.scores = scoreOf(&g.Score)
	}
	if g.Bounded {
		of.Max, of.ExactMax = nearest(g.Max), &g.Max
	}
	return of
}

// read is the inverse of groupOf.
func (g group) read() score.Group {
	read := score.Group{Name: g.Group, Verdict: g.Verdict, LeftOut: g.LeftOut, Known: !g.Unknown}
	if g.Exact != nil {
		read.Scored, read.Score = true, *g.Exact
	}
	if g.ExactMax != nil {
		read.Bounded, read.Max = true, *g.ExactMax
	}
	return read
}

// Output is what a program printed for an input without an answer.
type Output struct {
	Input string
	Head  []byte
	Size  int64
}

// The document of "judge test" is that of "judge run" with one more field: the outputs for inputs without an answer.
type (
	testDocument struct {
		document
		Unjudged []unjudged `json:"not_judged"`
	}
	unjudged struct {
		Input  string    `json:"input"`
		Output Beginning `json:"output"`
	}
)

// LooseJSON writes the results of one program as JSON does. It adds the program's outputs for inputs without an answer.
func LooseJSON(w io.Writer, r grade.Results, outputs []Output) error {
	d := testDocument{documentOf(r), []unjudged{}}
	for _, o := range outputs {
		d.Unjudged = append(d.Unjudged, unjudged{o.Input, BeginningOf(o.Head, o.Size)})
	}
	return Document(w, d)
}

// mostResults is the maximum size of a file of results, in bytes. Each test takes about 500 bytes.
const mostResults = 256 << 20

// ReadFile reads the results in a file that "judge run --json" wrote.
func ReadFile(path string) (grade.Results, error) {
	text, err := untrusted.Read(path, mostResults)
	if err != nil {
		return grade.Results{}, err
	}
	results, err := Read(bytes.NewReader(text))
	if err != nil {
		return results, fmt.Errorf("%s: %w", path, err)
	}
	return results, nil
}

// Read reads results that the function JSON wrote. It ignores unknown fields.
func Read(r io.Reader) (grade.Results, error) {
	wrong := func(format string, args ...any) (grade.Results, error) {
		return grade.Results{}, fmt.Errorf("these are not results from judge run --json: "+format, args...)
	}
	var d document
	decoder := json.NewDecoder(r)
	if err := decoder.Decode(&d); err != nil {
		return wrong("%w", err)
	}
	switch _, after := decoder.Token(); {
	case after != io.EOF:
		return wrong("more follows after the document; one file holds one document")
	case d.Schema > Schema:
		return grade.Results{}, fmt.Errorf("the schema is %d, but this judge reads only schemas up to %d; use the "+
			"judge that wrote it", d.Schema, Schema)
	case d.Schema < 1 || d.Submissions == nil, d.Backend == "" && len(d.Submissions) == 0:
		return wrong("it has no schema, no backend or no submissions")
	}
	results := grade.Results{
		Commit: d.Commit, Dirty: d.Dirty != nil && *d.Dirty, Backend: d.Backend, Measures: d.Measures, Jobs: d.Jobs,
		Elapsed: time.Duration(d.Elapsed), Interrupted: d.Interrupted, Part: d.Shard,
	}
	for i, s := range d.Submissions {
		if s.Tests == nil { // documents of other commands list submissions without tests
			return wrong("submission %d, %q, has no tests", i+1, s.Problem+"/"+s.Name)
		}
		results.Submissions = append(results.Submissions, s.read())
	}
	return results, nil
}

func (s submission) read() grade.Submission {
	read := s.Submission
	restore(textsOf(&read), s.Raw)
	if s.Whole != nil {
		read.Scores = &score.Outcome{Whole: s.Whole.read(), Failure: s.ScoreFailure}
		for _, g := range s.Groups {
			read.Scores.Groups = append(read.Scores.Groups, g.read())
		}
	}
	for _, t := range s.Tests {
		read.Tests = append(read.Tests, t.read())
	}
	return read
}

func (t test) read() grade.Test {
	read := t.Test
	restore(textsOfTest(&read), t.Raw)
	if c := t.Conversation; c != nil {
		read.Conversation = &c.Conversation
		if sample, ok := c.Raw["sample"]; ok {
			c.Sample = strings.Split(string(sample), "\n")
		}
		for _, l := range c.Lines {
			restore(texts{"text": &l.Text}, l.Raw)
			c.Conversation.Lines = append(c.Conversation.Lines, l.Line)
		}
	}
	return read
}
