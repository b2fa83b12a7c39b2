package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/score"
)

// mostResults limits the size of a file of results. Each test takes about 500 bytes.
const mostResults = 256 << 20

// ReadFile reads the results in a file that judge run --json wrote.
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

// Read reads results that JSON wrote. It ignores unknown fields.
func Read(r io.Reader) (grade.Results, error) {
	wrong := func(format string, args ...any) (grade.Results, error) {
		return grade.Results{}, fmt.Errorf("no results as judge run --json writes them: "+format, args...)
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
	read.Raw, read.Tests = nil, s.Tests
	if s.Whole != nil {
		read.Scores = &score.Outcome{Whole: s.Whole.read(), Failure: s.ScoreFailure}
		for _, g := range s.Groups {
			read.Scores.Groups = append(read.Scores.Groups, g.read())
		}
	}
	for i := range read.Tests {
		t := &read.Tests[i]
		restore(textsOfTest(t), t.Raw)
		t.Raw, t.Nearest = nil, nil
		if c := t.Conversation; c != nil {
			if sample, ok := c.Raw["sample"]; ok {
				c.Sample = strings.Split(string(sample), "\n")
			}
			c.Raw = nil
			for k := range c.Lines {
				restore(texts{"text": &c.Lines[k].Text}, c.Lines[k].Raw)
				c.Lines[k].Raw = nil
			}
		}
	}
	return read
}
