package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// JudgeOne has one test judged once more, on any machine that may. What the program prints on it or, if its problem
// talks, what is said, is written to the file printed. If the run of o was resumed, it has the options of that run.
func JudgeOne(ctx context.Context, e grade.Entry, t problem.Test, printed string, o Options) (grade.Test, error) {
	if o.Resume != nil {
		o = o.asIn(o.Resume)
	}
	var text string
	o.Keep, o.Resume, o.Transcripts, o.printed = "", nil, "", &text
	e.Tests = []problem.Test{t}
	results, err := Judge(ctx, []grade.Entry{e}, o)
	if err != nil {
		return grade.Test{}, err
	}
	s := results.Submissions[0]
	if len(s.Tests) == 0 {
		return grade.Test{}, exit.Failed(fmt.Errorf("%s/%s cannot be shown on %s: %s", s.Problem, s.Name, t.Name,
			s.Message))
	}
	if err := whole.Replace(printed, []byte(text)); err != nil {
		return grade.Test{}, exit.Failed(err)
	}
	return s.Tests[0], nil
}

// textsFit checks that a worker has sent a text for each test, or none, and only if it was asked for.
func textsFit(work wire.Work, s grade.Submission, texts []*string) error {
	switch {
	case work.Show && len(s.Tests) > 0 && (len(texts) != 1 || texts[0] == nil):
		return errors.New("it lacks what was printed")
	case len(texts) == 0:
		return nil
	case !work.Transcripts && !work.Show:
		return errors.New("it has texts that were not asked for")
	case len(texts) != len(s.Tests):
		return fmt.Errorf("it has %d texts for %d tests", len(texts), len(s.Tests))
	}
	return nil
}

// keepTexts takes in what was said on the tests of a place, or printed.
func (r *run) keepTexts(place int, texts []*string) error {
	e := r.entries[place]
	for i, text := range texts {
		if text == nil {
			continue
		}
		if r.printed != nil {
			*r.printed = *text
			continue
		}
		path := filepath.Join(r.list.Transcripts, e.Problem.Name, e.Submission.Name, e.Tests[i].Name+".txt")
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = whole.Replace(path, []byte(legible.Lines(*text)))
		}
		if err != nil {
			return exit.Failed(fmt.Errorf("--transcript: what was said cannot be written: %w", err))
		}
	}
	return nil
}
