package worker

import (
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/server"
)

// TestFreeName: a second worker on a machine has a name of its own.
func TestFreeName(t *testing.T) {
	c := newCluster(t, steady)
	conn := c.server.Dial(server.Worker)
	free, err := FreeName(t.Context(), conn)
	judgetest.Check(t, err)
	c.work(offer(free), always(problem.AC)).says("takes work")
	if second, err := FreeName(t.Context(), conn); err != nil || second != free+"-2" {
		t.Errorf("beside %s: %q, %v", free, second, err)
	}
}

// TestNameForm: a name that could not stand in a subject is refused.
func TestNameForm(t *testing.T) {
	c := newCluster(t, steady)
	err := Run(t.Context(), Options{Conn: c.server.Dial(server.Worker), Offer: offer("a.b")})
	if err == nil || !strings.Contains(err.Error(), `cannot be called "a.b"`) {
		t.Errorf("got %v", err)
	}
}
