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
