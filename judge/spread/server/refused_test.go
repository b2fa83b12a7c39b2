package server

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// TestRefused: what a role does not need, the server refuses, and nothing comes of it.
func TestRefused(t *testing.T) {
	s, keys := running(t)
	operator := as(t, s, keys, Operator)
	for _, name := range streams { // something that could be destroyed
		stream, err := operator.JS.Stream(t.Context(), name)
		judgetest.Check(t, err)
		if name == wire.LostStream {
			continue // only the server writes it
		}
		subject := strings.NewReplacer("*", "x", ">", "x").Replace(stream.CachedInfo().Config.Subjects[0])
		_, err = operator.JS.Publish(t.Context(), subject, []byte("kept"))
		judgetest.Check(t, err)
	}
	before := counts(t, operator)
	public := make(map[string]string)
	for _, role := range allRoles {
		var err error
		public[role], err = publicKey(filepath.Join(keys, role, wire.KeyFile))
		judgetest.Check(t, err)
	}
	neither := []string{ // publish
		"$JS.API.STREAM.CREATE.x", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.ACCOUNT.PURGE.$G",
		"$JS.API.SERVER.REMOVE",
		"$JS.API.META.LEADER.STEPDOWN", "$SYS.REQ.SERVER.PING", "judge", "anything",
		"$JS.API.CONSUMER.DELETE.JUDGE_WORK.x",
		"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.JUDGE_WORK.x",
	}
	for _, stream := range streams {
		for _, verb := range []string{"DELETE", "UPDATE", "SNAPSHOT", "RESTORE", "LEADER.STEPDOWN"} {
			neither = append(neither, "$JS.API.STREAM."+verb+"."+stream)
		}
		neither = append(neither, "$JS.API.CONSUMER.NAMES."+stream, "$JS.API.CONSUMER.CREATE."+stream,
			"$JS.API.CONSUMER.CREATE."+stream+".x",
			"$JS.API.DIRECT.GET."+stream)
		if stream != wire.WorkStream {
			neither = append(neither, "$JS.API.STREAM.PURGE."+stream, "$JS.API.STREAM.MSG.DELETE."+stream)
		}
	}
	neitherHears := []string{
		">", "judge.>", "judge.work.>", "judge.result.>", "_INBOX.>", "_INBOX.*.>", "$JS.>", "$JS.API.>", "$KV.>",
		"$SYS.>",
		"$JS.EVENT.>", wire.InboxPrefix(public[Operator]) + ".>",
	}
	for role, refused := range map[string]struct{ publish, subscribe []string }{
		Client: {
			slices.Concat(neither, []string{
				// results, outcomes, and what only a worker says
				wire.ResultSubject("r", 0), wire.ProgressSubject("r", 0), "$KV.judge-outcomes.x",
				"$KV.judge-workers.m1", "judge.failure.m1", "judge.failure.key.m1",
				// taking work
				"$JS.API.CONSUMER.MSG.NEXT.JUDGE_WORK.x", wire.MakeSubject(wire.WorkStream),
				"$JS.ACK.JUDGE_WORK.x.1.1.1.1.0", "$JS.API.CONSUMER.CREATE.JUDGE_WORK.x.judge.work.x.>",
				"$JS.API.CONSUMER.CREATE.JUDGE_WORK", "$JS.API.CONSUMER.DURABLE.CREATE.JUDGE_WORK.x",
			}),
			slices.Concat(neitherHears, []string{wire.WakeSubject, wire.InboxPrefix(public[Worker]) + ".>"}),
		},
		Worker: {
			slices.Concat(neither, []string{
				// work, files, and what only a client says
				wire.WorkSubject("n", "r", 0), "$KV.judge-files.x", "$KV.judge-needs.x", "$KV.judge-runs.x",
				wire.WakeSubject,
				"$JS.API.STREAM.PURGE.JUDGE_WORK", "$JS.API.STREAM.MSG.DELETE.JUDGE_WORK",
				// results and outcomes, also of others
				"$JS.API.STREAM.MSG.GET.JUDGE_RESULTS", "$JS.API.CONSUMER.CREATE.JUDGE_RESULTS.x",
				"$JS.API.CONSUMER.CREATE.JUDGE_LOST.x",
				"$JS.API.CONSUMER.MSG.NEXT.JUDGE_RESULTS.x", wire.MakeSubject(wire.ResultStream),
				"$JS.API.CONSUMER.CREATE.KV_judge-outcomes.x",
				"$JS.API.STREAM.MSG.GET.KV_judge-outcomes", "$JS.API.DIRECT.GET.KV_judge-outcomes",
				"$JS.API.DIRECT.GET.KV_judge-outcomes.$KV.judge-outcomes.x",
				// other work than that it is given, and offers that are no worker's
				"$JS.API.STREAM.MSG.GET.JUDGE_WORK", "$JS.API.DIRECT.GET.JUDGE_WORK", "$KV.judge-workers.m1.more",
				// failures of others, and in a key's name
				wire.MakeSubject(wire.FailureStream), "judge.failure.key.m1", "$JS.API.STREAM.MSG.GET.JUDGE_FAILURES",
			}),
			slices.Concat(neitherHears, []string{"judge.progress.>", wire.InboxPrefix(public[Client]) + ".>"}),
		},
	} {
		c := as(t, s, keys, role)
		for _, subject := range slices.Concat(refused.publish, locally(refused.publish)) {
			// With a subject of results for the answer: what the server answers must not become one either.
			judgetest.Check(t, c.NC.PublishRequest(subject, "judge.result.forged.0", []byte("{}")))
			refusedFor(t, c, role, subject)
		}
		for _, subject := range refused.subscribe {
			_, err := c.NC.SubscribeSync(subject)
			judgetest.Check(t, err)
			refusedFor(t, c, role, subject)
		}
	}
	if diff := cmp.Diff(before, counts(t, operator)); diff != "" {
		t.Errorf("something came of what was refused (-before +after):\n%s", diff)
	}
}

// locally are subjects as a role names what is in the account of the streams.
func locally(subjects []string) (all []string) {
	for _, subject := range subjects {
		all = append(all, service{subject, false}.local())
	}
	return all
}

// TestNoRollup: who may write one key of a bucket cannot remove the others.
func TestNoRollup(t *testing.T) {
	s, keys := running(t)
	worker, client := as(t, s, keys, Worker), as(t, s, keys, Client)
	_, err := worker.Outcomes.Put(t.Context(), "kept", []byte("outcome"))
	judgetest.Check(t, err)
	for _, reach := range []string{jetstream.MsgRollupAll, jetstream.MsgRollupSubject} {
		message := nats.NewMsg(wire.RoleAPI + ".$KV.judge-outcomes.mine")
		message.Header.Set(jetstream.MsgRollup, reach)
		if _, err := worker.JS.PublishMsg(t.Context(), message); err == nil {
			t.Errorf("a worker rolls up %s", reach)
		}
	}
	_, err = client.Outcomes.Get(t.Context(), "kept")
	judgetest.Check(t, err)
}

// refusedFor checks that the last that a connection said about a subject was refused.
func refusedFor(t *testing.T, c *wire.Conn, role, subject string) {
	t.Helper()
	judgetest.Check(t, c.NC.Flush()) // the refusal comes before the answer to this
	if err := c.NC.LastError(); !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(err.Error(),
		`"`+subject+`"`) {
		t.Errorf("the %s may use %s (last error: %v)", role, subject, err)
	}
}

// counts is how many messages each stream has, and how many consumers.
func counts(t *testing.T, operator *wire.Conn) map[string][2]int {
	t.Helper()
	held := make(map[string][2]int)
	list := operator.JS.ListStreams(t.Context())
	for info := range list.Info() {
		held[info.Config.Name] = [2]int{int(info.State.Msgs), info.State.Consumers}
	}
	judgetest.Check(t, list.Err())
	return held
}
