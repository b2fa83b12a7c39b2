package loopback

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestListen: the server listens only on the loopback address, on the first port that is free. An error names the
// program that has a port, if it is a judge.
func TestListen(t *testing.T) {
	portOf := func(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }
	one, err := Listen(0)
	judgetest.Check(t, err)
	defer one.Close()
	if !one.Addr().(*net.TCPAddr).IP.IsLoopback() {
		t.Errorf("listens on %v", one.Addr())
	}
	other, err := Listen(portOf(one), 0)
	judgetest.Check(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); Serve(ctx, other, "judge receive", http.NotFound) }()
	defer func() { stop(); <-done }()
	users[portOf(one)] = "CP Editor" // which does not answer
	defer delete(users, portOf(one))
	go func() {
		if c, err := one.Accept(); err == nil {
			c.Close()
		}
	}()
	_, err = Listen(portOf(one), portOf(other))
	if err == nil {
		t.Fatal("both ports are taken")
	}
	for _, want := range []string{
		"cannot listen on port " + strconv.Itoa(portOf(one)) + ": another program, perhaps CP Editor, has it",
		"cannot listen on port " + strconv.Itoa(portOf(other)) + `: another "judge receive" has it`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
