package server

import (
	"testing"

	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/judgetest"
)

// TestForged: NATS does not check where its answers go, so a client can have them stored as results of others. None of them is
// taken for a result, though: bytes of the client's own never come as they are.
func TestForged(t *testing.T) {
	s, keys := running(t)
	client, operator := as(t, s, keys, Client), as(t, s, keys, Operator)
	stored, err := operator.NC.SubscribeSync(wire.RunResults("theirs"))
	judgetest.Check(t, err)
	judgetest.Check(t, operator.NC.Flush())
	text, err := wire.Encode(wire.Result{Failed: "forged"})
	judgetest.Check(t, err)
	_, err = client.Runs.Put(t.Context(), "mine", text)
	judgetest.Check(t, err)
	get := []byte(`{"last_by_subj":"$KV.judge-runs.mine"}`)
	for place, subject := range []string{"$JS.API.STREAM.MSG.GET.KV_judge-runs", "$KV.judge-runs.mine"} {
		judgetest.Check(t, client.NC.PublishRequest(subject, wire.ResultSubject("theirs", place), get))
		message, err := stored.NextMsgWithContext(inTime(t))
		judgetest.Check(t, err)
		if result, err := wire.Decode[wire.Result](message.Data); err == nil {
			t.Errorf("%s came as %+v, from what a client made the server say at %s", message.Subject, result, subject)
		}
	}
}

// TestNoDirectGets: they would send bytes as they are, wherever the asker wants them; no stream allows them.
func TestNoDirectGets(t *testing.T) {
	s, keys := running(t)
	operator := as(t, s, keys, Operator)
	list := operator.JS.ListStreams(t.Context())
	for info := range list.Info() {
		if info.Config.AllowDirect {
			t.Errorf("%s allows direct gets", info.Config.Name)
		}
	}
	judgetest.Check(t, list.Err())
}
