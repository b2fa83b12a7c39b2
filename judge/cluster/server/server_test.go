package server

import (
	"path/filepath"
	"testing"

	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/judgetest"
)

// TestStart: each role connects with its key to a server that has the streams.
func TestStart(t *testing.T) {
	keys := t.TempDir()
	judgetest.Check(t, Init(keys))
	s, err := Start(t.Context(), Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Keys: keys, Pace: wire.DefaultPace})
	judgetest.Check(t, err)
	defer s.Stop()
	for _, role := range allRoles {
		c, err := wire.Dial(t.Context(), s.URL(), filepath.Join(keys, role), "test", wire.DefaultPace)
		judgetest.Check(t, err)
		c.Close()
	}
}
