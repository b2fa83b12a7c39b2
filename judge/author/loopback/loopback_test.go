package loopback

import (
	"net"
	"strconv"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestListen: the server listens only on the loopback address, on the first port that is free. An error names the
// programs that probably have the ports.
func TestListen(t *testing.T) {
	portOf := func(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }
	one, err := Listen(0)
	judgetest.Check(t, err)
	defer one.Close()
	other, err := Listen(portOf(one), 0)
	judgetest.Check(t, err)
	defer other.Close()
	if !other.Addr().(*net.TCPAddr).IP.IsLoopback() {
		t.Errorf("listens on %v", other.Addr())
	}
	users[portOf(one)] = "CP Editor"
	defer delete(users, portOf(one))
	_, err = Listen(portOf(one), portOf(other))
	for _, want := range []string{
		"cannot listen on port " + strconv.Itoa(portOf(one)) + ": another program has it, probably CP Editor\n",
		"cannot listen on port " + strconv.Itoa(portOf(other)) + ": listen tcp4 "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
