package worker

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/reply"
)

// conversations takes what is said on each test from a folder, as soon as the test is over: all together may be far
// more than what a reply takes, or the disk. It is a grade.Listener.
type conversations struct {
	dir  string // as grade.Options.Transcripts
	room reply.Room
	of   map[string]*string // by test
	err  error
}

func newConversations(o grade.Options) (*conversations, error) {
	dir, err := os.MkdirTemp(o.Sandbox.Scratch(), "said-")
	return &conversations{dir: dir, of: make(map[string]*string)}, err
}

func (c *conversations) Test(problem, submission string, t grade.Test) {
	path := filepath.Join(c.dir, problem, submission, t.Name+".txt")
	text, err := c.room.Text(path)
	if text != nil {
		err = os.Remove(path)
		c.of[t.Name] = text
	}
	c.err = errors.Join(c.err, err)
}

func (c *conversations) Submission(grade.Submission) {}

// texts are the conversations on some tests, nil if there was none.
func (c *conversations) texts(tests []problem.Test) ([]*string, error) {
	if len(c.of) == 0 {
		return nil, c.err
	}
	var texts []*string
	for _, t := range tests {
		texts = append(texts, c.of[t.Name])
	}
	return texts, c.err
}

func (c *conversations) close() { os.RemoveAll(c.dir) }

// show judges the entry's only test, and answers with what was printed.
func (j *job) show(ctx context.Context, entry grade.Entry, o grade.Options) (reply.Reply, error) {
	dir, err := os.MkdirTemp(o.Sandbox.Scratch(), "shown-")
	if err != nil {
		return reply.Reply{}, err
	}
	defer os.RemoveAll(dir)
	printed := filepath.Join(dir, "printed")
	t, err := grade.JudgeOne(ctx, entry, entry.Tests[0], printed, o)
	if err != nil {
		return reply.Reply{}, j.fault(ctx, err)
	}
	r := reply.Reply{Submission: grade.Blank(entry, o.TimeLimit), Measures: o.Sandbox.Measures()}
	r.Submission.Verdict = t.Verdict
	if t.Verdict == problem.CE || t.Verdict == problem.NotRun { // it could not be built here
		r.Submission.Message = t.Message
		return r, nil
	}
	text, err := new(reply.Room).Text(printed)
	r.Submission.Tests, r.Texts = []grade.Test{t}, []*string{text}
	return r, err
}
