package server

import (
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/judgetest"
)

// TestForged: NATS does not check where its answers go, so a client can have what it wrote stored as results of
// others. None of that is genuine, and nothing can be stored that would be.
func TestForged(t *testing.T) {
	s, keys := running(t)
	client, worker, operator := as(t, s, keys, Client), as(t, s, keys, Worker), as(t, s, keys, Operator)
	ctx := inTime(t)
	results, err := operator.JS.OrderedConsumer(ctx, wire.ResultStream, jetstream.OrderedConsumerConfig{})
	judgetest.Check(t, err)
	_, err = client.Files.Put(ctx, "forged", []byte("forged"))
	judgetest.Check(t, err)
	// Other spellings of the header are other headers.
	spelt := nats.NewMsg("$KV.judge-files.spelt")
	spelt.Data = []byte("forged")
	spelt.Header["nats-expected-stream"] = []string{wire.ResultStream}
	_, err = client.JS.PublishMsg(ctx, spelt)
	judgetest.Check(t, err)

	const files, direct = "$KV.judge-files.", "$JS.API.DIRECT.GET.KV_judge-files"
	for name, asked := range map[string]struct{ subject, question string }{
		"direct": {direct + "." + files + "forged", ""},
		"spelt":  {direct + "." + files + "spelt", ""},
		"bare":   {direct, `{"last_by_subj":"$KV.judge-files.spelt","no_hdr":true}`},
		"get":    {"$JS.API.STREAM.MSG.GET.KV_judge-files", `{"last_by_subj":"$KV.judge-files.forged"}`},
		"put":    {files + "x", "forged"},
	} {
		judgetest.Check(t, client.NC.PublishRequest(asked.subject, wire.ResultSubject(name, 0), []byte(asked.question)))
		message, err := results.Next(jetstream.FetchContext(ctx))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if run, _, err := wire.Place(message.Subject()); run != name || err != nil {
			t.Errorf("%s: run %q: %v", name, run, err)
		}
		if wire.Genuine(message.Headers(), wire.ResultStream) == nil {
			t.Errorf("%s: taken for genuine: %q with %v", name, message.Data(), message.Headers())
		}
	}
	for _, more := range [][]string{{wire.ResultStream}, {wire.ResultStream, "KV_judge-files"}} {
		forged := nats.NewMsg("$KV.judge-files.named")
		forged.Header[jetstream.ExpectedStreamHeader] = more
		if _, err := client.JS.PublishMsg(ctx, forged); err == nil {
			t.Errorf("stored among files, for %q", more)
		}
	}

	_, err = worker.JS.Publish(ctx, wire.ResultSubject("real", 0), []byte("real"), jetstream.WithExpectStream(wire.ResultStream))
	judgetest.Check(t, err)
	message, err := results.Next(jetstream.FetchContext(ctx))
	judgetest.Check(t, err)
	judgetest.Check(t, wire.Genuine(message.Headers(), wire.ResultStream))
}

// TestReplayed: what a client reads of the results it cannot have stored as the result of another submission: consumers keep
// the subject of a message wherever they send it, and each has its result already.
func TestReplayed(t *testing.T) {
	s, keys := running(t)
	client, worker, operator := as(t, s, keys, Client), as(t, s, keys, Worker), as(t, s, keys, Operator)
	ctx := inTime(t)
	answer := func(place int) {
		_, err := worker.JS.Publish(ctx, wire.ResultSubject("mine", place), []byte("real"), jetstream.WithExpectStream(wire.ResultStream))
		judgetest.Check(t, err)
	}
	answer(0)
	heard, err := operator.NC.SubscribeSync("judge.result.>")
	judgetest.Check(t, err)
	judgetest.Check(t, operator.NC.FlushWithContext(ctx))
	config := jetstream.ConsumerConfig{Durable: "pulled", FilterSubject: wire.RunResults("mine"), AckPolicy: jetstream.AckNonePolicy}
	_, err = client.JS.CreateConsumer(ctx, wire.ResultStream, config)
	judgetest.Check(t, err)
	judgetest.Check(t, client.NC.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+wire.ResultStream+".pulled", wire.ResultSubject("theirs", 0), []byte(`{"batch":1}`)))
	copied, err := heard.NextMsgWithContext(ctx)
	judgetest.Check(t, err)
	if copied.Subject != wire.ResultSubject("mine", 0) || string(copied.Data) != "real" {
		t.Errorf("%s has %q", copied.Subject, copied.Data)
	}
	config.Durable, config.DeliverSubject = "pushed", wire.ResultSubject("theirs", 1)
	if _, err := client.JS.CreateOrUpdatePushConsumer(ctx, wire.ResultStream, config); err == nil {
		t.Error("results can be pushed among the results")
	}
	answer(1) // stored after what came before
	stream, err := operator.JS.Stream(ctx, wire.ResultStream)
	judgetest.Check(t, err)
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
	judgetest.Check(t, err)
	if info.State.Msgs != 2 || len(info.State.Subjects) != 2 || info.State.Subjects[wire.ResultSubject("mine", 1)] != 1 {
		t.Errorf("stored: %v", info.State.Subjects)
	}
}
