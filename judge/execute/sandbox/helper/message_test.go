//go:build linux

package helper

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// connPair returns the two ends of a socket between a judge and a helper.
func connPair(t *testing.T) (left, right *Conn) {
	t.Helper()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	judgetest.Check(t, err)
	t.Cleanup(func() {
		unix.Close(pair[0])
		unix.Close(pair[1])
	})
	return NewConn(pair[0]), NewConn(pair[1])
}

// A message arrives unchanged with its files, whatever its length and bytes.
func TestMessage(t *testing.T) {
	left, right := connPair(t)
	null, err := os.Open(os.DevNull)
	judgetest.Check(t, err)
	defer null.Close()
	for _, want := range []Request{
		{Run: 1, Path: "/bin/true", Args: []string{"true"}, Limits: sandbox.Limits{CPU: time.Second, Wall: 2,
			Memory: 3, Output: 4, Processes: 5}},
		{Run: 1 << 63, Args: []string{strings.Repeat("long", 1<<18), ""}, Path: "a\x00b\xff"},
		{},
	} {
		sent := make(chan error, 1)
		go func() { sent <- left.Send(want, int(null.Fd()), int(null.Fd())) }()
		var got Request
		files, err := right.Receive(&got)
		if err != nil || len(files) != 2 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, fd := range files {
			var stat, wantStat unix.Stat_t
			if unix.Fstat(fd, &stat) != nil || unix.Fstat(int(null.Fd()), &wantStat) != nil ||
				stat.Rdev != wantStat.Rdev {
				t.Error("another file arrived than was sent")
			}
			unix.Close(fd)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		judgetest.Check(t, <-sent)
	}
	want := Response{Result: sandbox.Result{End: sandbox.Signaled, Signal: "SIGSEGV", ExitCode: -1, CPU: 1,
		Wall: 2, Memory: 3},
		Error: "no"}
	judgetest.Check(t, right.Send(want))
	var got Response
	if files, err := left.Receive(&got); err != nil || len(files) != 0 || !cmp.Equal(got, want) {
		t.Errorf("got %+v, %d files, %v", got, len(files), err)
	}
}

// The other side's end is io.EOF between two messages, and another error within one.
func TestMessageEnd(t *testing.T) {
	left, right := connPair(t)
	unix.Shutdown(left.FD, unix.SHUT_WR)
	if _, err := right.Receive(new(Response)); err != io.EOF {
		t.Errorf("the end gives %v, want io.EOF", err)
	}
	left, right = connPair(t)
	left.Write([]byte("\x20only the beginning"))
	unix.Shutdown(left.FD, unix.SHUT_WR)
	if _, err := right.Receive(new(Response)); err != io.ErrUnexpectedEOF {
		t.Errorf("half a message gives %v, want io.ErrUnexpectedEOF", err)
	}
}

// FuzzReceive: whatever bytes a helper sends, the judge gets a response or an error. It never panics or uses much
// memory.
func FuzzReceive(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("{\"Error\": \"not a gob\"}\n"))
	f.Add([]byte("\xfc\x3f\xff\xff\xff"))                 // a length of nearly 1 GiB
	f.Add([]byte("\xf8\xff\xff\xff\xff\xff\xff\xff\xff")) // a length that no message has
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) > 32<<10 {
			t.Skip("more than the socket holds")
		}
		left, right := connPair(t)
		if _, err := left.Write(bytes); err != nil {
			t.Fatal(err)
		}
		unix.Shutdown(left.FD, unix.SHUT_WR)
		for err := error(nil); err == nil; {
			_, err = right.Receive(new(Response))
		}
	})
}

// More files than the kernel sends at once arrive with one message.
func TestMessageWithManyFiles(t *testing.T) {
	left, right := connPair(t)
	null, err := os.Open(os.DevNull)
	judgetest.Check(t, err)
	defer null.Close()
	for _, n := range []int{maxFiles, maxFiles + 1, 2*maxFiles + 1} {
		judgetest.Check(t, left.Send(Request{Run: 1}, slices.Repeat([]int{int(null.Fd())}, n)...))
		var got Request
		files, err := right.Receive(&got)
		if err != nil || got.Run != 1 || len(files) != n {
			t.Errorf("%d files arrived, want %d: %v", len(files), n, err)
		}
		for _, fd := range files {
			unix.Close(fd)
		}
	}
}
