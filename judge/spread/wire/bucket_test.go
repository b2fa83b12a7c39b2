package wire_test

import (
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestBehind: what a replica does not have yet is had from the leader, for each role, and what that does not have is
// missing.
func TestBehind(t *testing.T) {
	s := clustertest.Start(t, wire.DefaultPace)
	client := s.Dial(server.Client)
	revision, err := client.Files.Put(t.Context(), "a", []byte("content"))
	judgetest.Check(t, err)
	there, err := client.Files.Get(t.Context(), "a")
	judgetest.Check(t, err)
	operator := s.Dial(server.Operator)
	for _, c := range []*wire.Conn{client, s.Dial(server.Worker), operator} {
		behind := wire.Behind(c, c.Files)
		got, err := behind.Get(t.Context(), "a")
		if err != nil || string(got.Value()) != "content" || got.Revision() != revision || got.Key() != "a" ||
			got.Bucket() != wire.FileBucket || !got.Created().Equal(there.Created()) {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := behind.Get(t.Context(), "b"); !errors.Is(err, jetstream.ErrKeyNotFound) {
			t.Error(err)
		}
	}
	judgetest.Check(t, operator.Files.Delete(t.Context(), "a"))
	if _, err := wire.Behind(client, client.Files).Get(t.Context(), "a"); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Error(err)
	}
}
