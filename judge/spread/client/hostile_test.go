package client

import (
	"bytes"
	"crypto/rand"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// Of what does not fit what was asked for, nothing is taken: it is the judge's own failure, and says why.
func TestHostileResults(t *testing.T) {
	c := newCluster(t, quick)
	c.entries = c.entries[:1]
	var answer func(s grade.Submission) (wire.Result, []byte)
	outcome := func(change func(s *grade.Submission)) func(grade.Submission) (wire.Result, []byte) {
		return func(s grade.Submission) (wire.Result, []byte) {
			change(&s)
			return wire.Result{}, encoded(t, s)
		}
	}
	c.work(&fake{offer: named("m1"), answer: func(f *fake, _ jetstream.Msg, work wire.Work, _ int) (wire.Result, []byte,
		bool) {
		result, content := answer(f.accepted(work))
		return result, content, true
	}})
	operator := c.server.Dial(server.Operator)
	missing := strings.Repeat("0", 64)
	for _, row := range []struct {
		name   string
		answer func(s grade.Submission) (wire.Result, []byte)
		want   string // in the message
	}{
		{"another submission", outcome(func(s *grade.Submission) { s.Name = "accepted/more.c" }),
			"it is that of sum/accepted/more.c"},
		{"another problem", outcome(func(s *grade.Submission) { s.Problem = "product" }),
			"it is that of product/accepted/add.c"},
		{"another test", outcome(func(s *grade.Submission) { s.Tests[1].Name = "secret/z" }),
			`test 2 is "secret/z", and "secret/a" was asked for`},
		{"another order", outcome(func(s *grade.Submission) { s.Tests[1], s.Tests[2] = s.Tests[2], s.Tests[1] }),
			`test 2 is "secret/b"`},
		{"too many tests", outcome(func(s *grade.Submission) { s.Tests = append(s.Tests, s.Tests...) }),
			"it is on 6 tests, and 3 were asked for"},
		{"too few tests", outcome(func(s *grade.Submission) { s.Tests = s.Tests[:2] }),
			"it is on 2 tests, and 3 were asked for"},
		{"accepted without a test", outcome(func(s *grade.Submission) { s.Tests = nil }),
			"it has the verdict AC without a test"},
		{"no such verdict", outcome(func(s *grade.Submission) { s.Verdict = "OK" }), `there is no verdict "OK"`},
		{"no such verdict of a test", outcome(func(s *grade.Submission) { s.Tests[0].Verdict = "CE" }),
			`there is no verdict "CE" of a test`},
		{"a negative time", outcome(func(s *grade.Submission) { s.Tests[0].CPU = -1 }),
			"a figure of test sample/1 is negative"},
		{"another time limit", outcome(func(s *grade.Submission) { s.Limit *= 2 }), "it was judged with other limits"},
		{"another language", outcome(func(s *grade.Submission) { s.Language = "python3" }), "it was judged as python3"},
		{"half of it", outcome(func(s *grade.Submission) { s.Interrupted = true }), "it was not judged to the end"},
		{"a score", outcome(func(s *grade.Submission) { s.Scores = &score.Outcome{} }),
			"it has a score, and the problem gives none"},
		{"a score of a test", outcome(func(s *grade.Submission) { n := score.Int(1); s.Tests[2].Score = &n }),
			"test secret/b has a score"},
		{"no outcome", func(grade.Submission) (wire.Result, []byte) { return wire.Result{}, []byte("{}") },
			"it is no outcome"},
		{"another type", func(grade.Submission) (wire.Result, []byte) { return wire.Result{}, []byte("hello") },
			"it is no outcome"},
		{"nothing", func(grade.Submission) (wire.Result, []byte) { return wire.Result{}, []byte{} },
			"it is no outcome"},
		{"a long conversation", outcome(func(s *grade.Submission) {
			s.Tests[0].Conversation = &grade.Conversation{Lines: make([]talk.Line, mostLines+1)}
		}), "test sample/1 has 1001 lines of a conversation; at most 1000 are kept"},
		{"more behind it", func(s grade.Submission) (wire.Result, []byte) {
			return wire.Result{}, append(encoded(t, s), 1, 2, 3)
		}, "there are 3 bytes behind it"},
		{"no digest", func(grade.Submission) (wire.Result, []byte) { return wire.Result{}, nil }, "cannot be used"},
		{"a digest of nothing", func(grade.Submission) (wire.Result, []byte) {
			return wire.Result{Outcome: missing}, nil
		}, "not in the cluster"},
		{"another content under its digest", func(s grade.Submission) (wire.Result, []byte) {
			forged := strings.Repeat("1", 64)
			_, err := operator.Outcomes.Put(t.Context(), forged, encoded(t, s))
			judgetest.Check(t, err)
			return wire.Result{Outcome: forged}, nil
		}, "not what its digest says"},
	} {
		answer = row.answer
		results := c.wait(c.judge(t.Context())).results
		if len(results.Submissions) != 1 {
			t.Fatalf("%s: %+v", row.name, results)
		}
		s := results.Submissions[0]
		if s.Verdict != problem.JE || s.Expected || len(s.Tests) > 0 || !strings.Contains(s.Message,
			"worker m1 sent a result that cannot be used: ") || !strings.Contains(s.Message, row.want) {
			t.Errorf("%s: %s, %q; want %q", row.name, s.Verdict, s.Message, row.want)
		}
	}
}

// A result is read up to a bound.
func TestHugeOutcome(t *testing.T) {
	judgetest.Long(t, "it stores more than 64 MiB")
	c := newCluster(t, quick)
	huge := bytes.Repeat([]byte("0123456789abcdef"), (reply.Most+1<<20)/16)
	rand.Read(huge[:1<<10])
	digest, err := parcel.PutContent(t.Context(), c.server.Dial(server.Worker).Outcomes, huge)
	judgetest.Check(t, err)
	r := &run{conn: c.client.Conn}
	if _, err := r.outcome(t.Context(), 0, wire.Result{Outcome: digest}); err == nil || !strings.Contains(err.Error(),
		"too large") {
		t.Error(err)
	}
}

// TestHostileMemory: an outcome of the size that is allowed, made to be as large as possible in memory, takes no more
// than its bound: groups, and texts that submissions.yaml requires, are a few bytes each while they travel.
func TestHostileMemory(t *testing.T) {
	judgetest.Long(t, "it stores outcomes of 64 MiB")
	c := newCluster(t, quick)
	to := c.server.Dial(server.Worker).Outcomes
	r := &run{conn: c.client.Conn, entries: c.entries[:1]}
	groups := grade.Submission{Scores: &score.Outcome{}}
	groups.Scores.Groups = make([]score.Group, 5<<20)
	texts := grade.Submission{Tests: []grade.Test{{Says: make([]string, reply.Most-1<<10)}}}
	for name, sent := range map[string]reply.Reply{"groups": {Submission: groups}, "texts": {Submission: texts},
		"nothing said": {Texts: make([]*string, reply.Most-1<<10)}} {
		content, err := reply.Write(sent)
		judgetest.Check(t, err)
		digest, err := parcel.PutContent(t.Context(), to, content)
		judgetest.Check(t, err)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = r.outcome(t.Context(), 0, wire.Result{Outcome: digest})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "it would take more than 268435456 bytes of memory") {
			t.Errorf("%s: %.200v", name, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 4*reply.Most+5*reply.Most { // receiving takes some, too
			t.Errorf("%s: %d MiB for %d MiB", name, took>>20, len(content)>>20)
		}
	}
}

// A message that is no result is the judge's own failure, and other subjects are left alone.
func TestHostileMessages(t *testing.T) {
	c := newCluster(t, quick)
	c.work(&fake{offer: named("m1"), answer: func(f *fake, msg jetstream.Msg, work wire.Work, place int) (wire.Result,
		[]byte, bool) {
		run, _, _ := wire.Place(msg.Subject())
		switch place {
		case 0:
			publish := func(subject, text string) {
				_, err := f.conn.JS.Publish(f.Context(), subject, []byte(text),
					jetstream.WithExpectStream(wire.ResultStream))
				judgetest.Check(f, err)
			}
			publish("judge.result."+run+".999", "{}")
			publish("judge.result."+run+".first", "{}")
			publish(wire.ResultSubject(run, 0), `{"outcome": 1}`)
			for _, text := range []string{"", "{", `{"step": "judging", "done": 1000000, "total": -1}`,
				`{"step": "winning"}`} {
				judgetest.Check(f, f.conn.NC.PublishMsg(wire.ProgressMessage(run, 1, []byte(text))))
			}
			judgetest.Check(f, msg.Ack())
			return wire.Result{}, nil, false
		case 1: // as the server would store it for somebody who may not publish it
			_, err := f.conn.JS.Publish(f.Context(), wire.ResultSubject(run, 1), []byte("{}"))
			judgetest.Check(f, err)
			judgetest.Check(f, msg.Ack())
			return wire.Result{}, nil, false
		}
		return accept(f, msg, work, place)
	}})
	got := c.results(c.judge(t.Context()))
	got = regexp.MustCompile(`no wire.Result: .*`).ReplaceAllString(got, "no wire.Result: …")
	c.want(`accepted/add.c JE false 0 [] what came as a result cannot be used: no wire.Result: …
accepted/more.c JE false 0 [] what came as a result cannot be used: the message in JUDGE_RESULTS was not published there by who may: it does not name the stream
accepted/slow.py AC true 3 [m1]
wrong_answer/three.py AC true 3 [m1]
`, got)
}
