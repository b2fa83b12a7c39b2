package server

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// TestMonitor: monitoring answers on loopback where it was asked for, says no private key, and is refused elsewhere and
// where another program listens.
func TestMonitor(t *testing.T) {
	dir := t.TempDir()
	o := Options{Listen: "127.0.0.1:0", Store: filepath.Join(dir, "store"), Keys: filepath.Join(dir, "keys"),
		Pace: wire.DefaultPace}
	judgetest.Check(t, Init(o.Keys))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	judgetest.Check(t, err)
	for address, want := range map[string]string{
		"0.0.0.0:8222": "asks nobody for a key", ":8222": "asks nobody for a key", "192.0.2.7:8222": "ssh -L",
		"8222": "an address is a host and a port", "127.0.0.1:http": "an address is", "127.0.0.1:0": "1 to 65535",
		taken.Addr().String(): "choose another port",
	} {
		o.Monitor = address
		s, err := Start(t.Context(), o)
		if err == nil {
			s.Stop()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--monitor "+address) {
			t.Errorf("%s: %v", address, err)
		}
	}
	o.Monitor = taken.Addr().String()
	taken.Close()
	s, err := Start(t.Context(), o)
	judgetest.Check(t, err)
	defer s.Stop()
	seed := strings.TrimSpace(judgetest.Read(t, filepath.Join(o.Keys, Operator, wire.KeyFile)))
	for _, page := range []string{"varz", "connz?subs=1&auth=1", "jsz?config=1&streams=1", "accountz"} {
		answer, err := http.Get("http://" + o.Monitor + "/" + page)
		judgetest.Check(t, err)
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		judgetest.Check(t, err)
		if answer.StatusCode != http.StatusOK || strings.Contains(string(text), seed) {
			t.Errorf("%s: %s", page, answer.Status)
		}
	}
}
