package worker

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// BenchmarkWork is what a piece of work costs beside the judging: taking it, and answering.
func BenchmarkWork(b *testing.B) {
	c := newCluster(b, steady)
	text, err := wire.Encode(sum)
	judgetest.Check(b, err)
	c.ask(need, 0, sum)
	for i := range b.N {
		_, err := c.client.JS.Publish(b.Context(), wire.WorkSubject(need.ID(), "run1", i+1), text,
			jetstream.WithExpectStream(wire.WorkStream))
		judgetest.Check(b, err)
	}
	c.work(offer("m1"), always(problem.AC))
	c.result()
	b.ResetTimer()
	for range b.N {
		c.result()
	}
}
