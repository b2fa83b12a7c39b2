package parcel

import (
	"bytes"
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
