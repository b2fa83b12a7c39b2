package parcel

import (
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/wire"
)

// TestSlowConsumers: clients that ask for many blocks and then read nothing hinder no other.
func TestSlowConsumers(t *testing.T) {
	c := connect(t)
	block := stored(t, c, strings.Repeat("x", mostBlock))
	const clients, each = 4, 100 // the server holds some tens of MiB for each, and then closes its connection
	for range clients {
		network := clustertest.Between(t, strings.TrimPrefix(c.url, "nats://"))
		slow, err := wire.Dial(t.Context(), network.URL(), c.keys, "slow", wire.DefaultPace)
		judgetest.Check(t, err)
		t.Cleanup(slow.Close)
		held := network.HoldAt("PUB $JS.API.", each)
		for range each {
			go slow.Files.Get(t.Context(), block)
		}
		<-held
	}
	for range 10 {
		if _, err := getBlock(t.Context(), c.Files, block); err != nil {
			t.Fatal(err)
		}
	}
}
