package server

import (
	"testing"

	"github.com/nats-io/nats.go"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// TestForged: what a role may not say it cannot have the server say, whether it is kept or only heard: a client no
// result, no offer and no progress, and a worker no work, no need, no run and no file.
func TestForged(t *testing.T) {
	s, keys := running(t)
	operator := as(t, s, keys, Operator)
	ctx := inTime(t)
	for role, row := range map[string]struct {
		own, values string // subjects that are its own, and of a bucket that it reads
		forged      []string
	}{
		Client: {wire.WorkSubject("n", "r", 7), "$KV.judge-files.", []string{
			wire.ResultSubject("r", 0), "$KV.judge-workers.m1", "$KV.judge-outcomes.digest", wire.ProgressSubject("r",
				0),
		}},
		Worker: {wire.ResultSubject("r", 7), "$KV.judge-files.", []string{
			wire.WorkSubject("n", "r", 0), "$KV.judge-needs.n", "$KV.judge-runs.r", "$KV.judge-files.digest",
		}},
	} {
		hears, err := as(t, s, keys, Client).NC.SubscribeSync(wire.RunProgress("r"))
		judgetest.Check(t, err)
		c := as(t, s, keys, role)
		_, err = operator.JS.Publish(ctx, row.values+"forged", []byte(`{"step":"judging"}`))
		judgetest.Check(t, err)
		for _, subject := range row.forged {
			if subject == wire.ProgressSubject("r", 0) {
				continue // is not kept
			}
			_, err = operator.JS.Publish(ctx, subject, []byte("kept"))
			judgetest.Check(t, err)
		}
		before := everything(t, operator)
		for _, subject := range row.forged {
			for question, body := range map[string]string{
				"$JS.API.DIRECT.GET.KV_judge-files." + row.values + "forged": "",
				"$JS.API.STREAM.MSG.GET.KV_judge-files": `{"last_by_subj":"` + row.values +
					`forged"}`,
				"$JS.API.STREAM.INFO.JUDGE_WORK": "",
				row.own:                          "mine",
			} {
				judgetest.Check(t, c.NC.PublishMsg(&nats.Msg{Subject: service{question, false}.local(), Reply: subject,
					Data: []byte(body)}))
			}
		}
		settle(t, c, operator)
		for _, change := range changes(before, everything(t, operator)) {
			if change != "+ JUDGE_WORK "+row.own && change != "+ JUDGE_RESULTS "+row.own {
				t.Errorf("the %s: %s", role, change)
			}
		}
		for n, _, _ := hears.Pending(); n > 0; n-- {
			msg, err := hears.NextMsgWithContext(ctx)
			judgetest.Check(t, err)
			if _, err := wire.DecodeProgress(msg); err == nil {
				t.Errorf("the %s: progress %q is taken for a worker's", role, msg.Data)
			}
		}
	}
}

// TestGenuine: no stream takes a message that names another one, so no copy of a stored message names one that there is
// not.
func TestGenuine(t *testing.T) {
	s, keys := running(t)
	client := as(t, s, keys, Client)
	for _, names := range [][]string{{"JUDGE_PROGRESS"}, {wire.ResultStream}, {wire.ResultStream, "KV_judge-files"}} {
		forged := nats.NewMsg(wire.RoleAPI + ".$KV.judge-files.named")
		forged.Header["Nats-Expected-Stream"] = names
		if _, err := client.JS.PublishMsg(inTime(t), forged); err == nil {
			t.Errorf("stored among files, for %q", names)
		}
	}
	spelt := nats.NewMsg(wire.ProgressSubject("r", 0)) // other spellings of the header are other headers
	spelt.Header["nats-expected-stream"] = []string{"JUDGE_PROGRESS"}
	if _, err := wire.DecodeProgress(spelt); err == nil {
		t.Error("another spelling is taken")
	}
}
