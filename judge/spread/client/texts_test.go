package client

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/wire"
)

// Texts are taken only if they were asked for, and one for each test.
func TestTextsFit(t *testing.T) {
	text := "said"
	one, two := []*string{&text}, []*string{&text, nil}
	tested := grade.Submission{Tests: make([]grade.Test, 2)}
	shown := grade.Submission{Tests: make([]grade.Test, 1)}
	for _, row := range []struct {
		work  wire.Work
		s     grade.Submission
		texts []*string
		want  string
	}{
		{wire.Work{}, tested, nil, ""},
		{wire.Work{}, tested, two, "it has texts that were not asked for"},
		{wire.Work{Transcripts: true}, tested, two, ""},
		{wire.Work{Transcripts: true}, tested, nil, ""},
		{wire.Work{Transcripts: true}, tested, one, "it has 1 texts for 2 tests"},
		{wire.Work{Transcripts: true}, grade.Submission{}, one, "it has 1 texts for 0 tests"},
		{wire.Work{Show: true}, shown, one, ""},
		{wire.Work{Show: true}, grade.Submission{}, nil, ""},
		{wire.Work{Show: true}, shown, nil, "it lacks what was printed"},
		{wire.Work{Show: true}, shown, []*string{nil}, "it lacks what was printed"},
		{wire.Work{Show: true}, shown, two, "it lacks what was printed"},
	} {
		said := ""
		if err := textsFit(row.work, row.s, row.texts); err != nil {
			said = err.Error()
		}
		if said != row.want {
			t.Errorf("%+v, %d tests, %d texts: %q, want %q", row.work, len(row.s.Tests), len(row.texts), said, row.want)
		}
	}
}

// What workers say was said becomes files by the names of this machine, without what acts on a terminal.
func TestKeepTexts(t *testing.T) {
	dir := t.TempDir()
	r := &run{list: &List{Transcripts: dir}, entries: []grade.Entry{{Problem: &problem.Problem{Name: "guess"},
		Submission: problem.Submission{Name: "accepted/a.c"}, Tests: []problem.Test{{Name: "sample/1"},
			{Name: "secret/a"}, {Name: "secret/b"}}}}}
	hostile, empty := "< \x1b]0;owned\a\x9b2J\r\n\t\u202e> 1\n", ""
	judgetest.Check(t, r.keepTexts(0, []*string{&hostile, nil, &empty}))
	if got := judgetest.Read(t, filepath.Join(dir, "guess/accepted/a.c/sample/1.txt")); got !=
		"< \\x1b]0;owned\\a\\x9b2J\\r\n\t\\u202e> 1\n" {
		t.Errorf("%q", got)
	}
	files, err := filepath.Glob(filepath.Join(dir, "guess/accepted/a.c/*/*"))
	judgetest.Check(t, err)
	if len(files) != 2 || judgetest.Read(t, files[1]) != "" {
		t.Errorf("%q", files)
	}
	r.list.Transcripts = files[0]
	var failed exit.Error
	if err := r.keepTexts(0, []*string{&empty}); !errors.As(err, &failed) || failed.Status != exit.Judge {
		t.Errorf("below a file: %v", err)
	}
}

// A test that is shown is judged once more by a worker: what it prints comes as it is, and why it could not be run
// is said.
func TestJudgeOne(t *testing.T) {
	c := newCluster(t, quick)
	e := c.entries[0]
	test := e.Tests[1]
	printed := "4\x1b\xff"
	var answer func(s grade.Submission) reply.Reply
	c.work(&fake{offer: named("m1"), answer: func(f *fake, _ jetstream.Msg, work wire.Work, _ int) (wire.Result, []byte,
		bool) {
		if !work.Show || work.Transcripts || len(work.Tests) != 1 || work.Tests[0] != test.Name {
			t.Errorf("%+v", work)
		}
		s := grade.Blank(e, work.TimeLimit)
		s.Verdict = problem.WA
		s.Tests = []grade.Test{{Name: test.Name, Verdict: problem.WA, Stderr: "oh"}}
		content, err := reply.Write(answer(s))
		judgetest.Check(t, err)
		return wire.Result{Tree: "/srv/store/own/1/sum"}, content, true
	}})
	for _, row := range []struct {
		name   string
		answer func(s grade.Submission) reply.Reply
		want   string // in the error
	}{
		{"well", func(s grade.Submission) reply.Reply {
			return reply.Reply{Submission: s, Texts: []*string{&printed}}
		}, ""},
		{"not built", func(s grade.Submission) reply.Reply {
			s.Verdict, s.Message, s.Tests = problem.CE, "no such header", nil
			return reply.Reply{Submission: s}
		}, "sum/accepted/add.c cannot be shown on secret/a: no such header"},
		{"nothing printed", func(s grade.Submission) reply.Reply { return reply.Reply{Submission: s} },
			"cannot be shown on secret/a: worker m1 sent a result that cannot be used: it lacks what was printed"},
		{"all tests", func(s grade.Submission) reply.Reply {
			s.Tests = append(s.Tests, s.Tests...)
			return reply.Reply{Submission: s, Texts: []*string{&printed, &printed}}
		}, "it is on 2 tests, and 1 were asked for"},
	} {
		answer = row.answer
		path := filepath.Join(t.TempDir(), "printed")
		got, err := JudgeOne(t.Context(), e, test, path, c.client)
		if row.want != "" {
			if _, there := os.Stat(path); err == nil || !strings.Contains(err.Error(), row.want) || there == nil {
				t.Errorf("%s: %v", row.name, err)
			}
			continue
		}
		judgetest.Check(t, err)
		if got.Stderr != "oh" || judgetest.Read(t, path) != printed {
			t.Errorf("%s: %+v, %q", row.name, got, judgetest.Read(t, path))
		}
	}
	if _, err := c.client.Keep.Find("", c.root); err == nil {
		t.Error("a test that is shown could be resumed")
	}
}
