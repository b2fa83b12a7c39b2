package parcel

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestShortConnections: over a network that cuts each connection after 30 to 60 KB each way, a block of 160 KiB is
// stored, which others read as any other; and what others have stored as a content is read.
func TestShortConnections(t *testing.T) {
	s := clustertest.Start(t, wire.DefaultPace)
	network := clustertest.Between(t, s.Options.Listen)
	network.CutEvery(30<<10, 60<<10)
	far, err := wire.Dial(t.Context(), network.URL(), s.Keys(server.Client), "far", wire.DefaultPace)
	judgetest.Check(t, err)
	defer far.Close()
	near := s.Dial(server.Worker)
	content := make([]byte, 160<<10)
	rand.NewChaCha8([32]byte{1}).Read(content)
	digest := digestOf(content)
	judgetest.Check(t, put(t.Context(), far.Files, digest, content))
	got, err := getBlock(t.Context(), near.Files, digest)
	judgetest.Check(t, err)
	if !bytes.Equal(got, content) {
		t.Error("another block is read")
	}
	if cuts := network.Cuts(); cuts < 3 {
		t.Errorf("%d connections were cut", cuts)
	}
	digest, err = PutContent(t.Context(), near.Outcomes, content)
	judgetest.Check(t, err)
	got, err = GetContent(t.Context(), far.Outcomes, digest, 1<<20)
	judgetest.Check(t, err)
	if !bytes.Equal(got, content) {
		t.Error("another content is read")
	}
	t.Logf("%d connections were cut", network.Cuts())
}

// TestShortLarge: a content of many blocks passes such a network as well, to those who read it and from those who store
// it. What has passed is not asked for again.
func TestShortLarge(t *testing.T) {
	judgetest.Long(t, "each of some hundred connections is made again after a third of a second")
	t.Parallel()
	s := clustertest.Start(t, wire.DefaultPace)
	network := clustertest.Between(t, s.Options.Listen)
	network.CutEvery(30<<10, 60<<10)
	content := make([]byte, 5<<20)
	rand.NewChaCha8([32]byte{2}).Read(content)
	dial := func(role string) *wire.Conn {
		c, err := wire.Dial(t.Context(), network.URL(), s.Keys(role), "far", wire.DefaultPace)
		judgetest.Check(t, err)
		t.Cleanup(c.Close)
		return c
	}
	worker, client := dial(server.Worker), dial(server.Client)
	digest, err := PutContent(t.Context(), worker.Outcomes, content)
	judgetest.Check(t, err)
	stored := network.Cuts()
	got, err := GetContent(t.Context(), client.Outcomes, digest, 8<<20)
	judgetest.Check(t, err)
	if !bytes.Equal(got, content) {
		t.Error("another content is read")
	}
	t.Logf("%d connections were cut while it was stored, and %d while it was read", stored, network.Cuts()-stored)
}

// TestShortWhole: a block that was stored in one piece does not pass such a network, and the reader says so.
func TestShortWhole(t *testing.T) {
	judgetest.Long(t, "it loses some thirty connections")
	t.Parallel()
	s := clustertest.Start(t, wire.DefaultPace)
	network := clustertest.Between(t, s.Options.Listen)
	network.CutEvery(30<<10, 60<<10)
	content := make([]byte, 200<<10)
	rand.NewChaCha8([32]byte{3}).Read(content)
	digest := digestOf(content)
	judgetest.Check(t, put(t.Context(), s.Dial(server.Client).Files, digest, content))
	far, err := wire.Dial(t.Context(), network.URL(), s.Keys(server.Worker), "far", wire.DefaultPace)
	judgetest.Check(t, err)
	defer far.Close()
	if _, err := getBlock(t.Context(), far.Files, digest); !errors.Is(err, ErrCut) {
		t.Error(err)
	}
}
