package sandbox

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// What is sent arrives, however long, with its files.
func TestMessage(t *testing.T) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	left, right := conn{fd: pair[0]}, conn{fd: pair[1]}
	defer unix.Close(pair[0])
	defer unix.Close(pair[1])
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, want := range []request{
		{Run: 1, Path: "/bin/true", Args: []string{"true"}, Input: "in", Limits: Limits{CPU: time.Second, Wall: 2, Memory: 3, Output: 4, Processes: 5}},
		{Run: 1 << 63, Path: "", Args: []string{strings.Repeat("long", 1<<18), ""}, Input: "a\x00b"},
	} {
		sent := make(chan error, 1)
		go func() { sent <- left.send(want.pack(), int(null.Fd()), int(null.Fd())) }()
		m, files, err := right.receive()
		if err != nil || len(files) != 2 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, fd := range files {
			unix.Close(fd)
		}
		got, err := unpackRequest(m)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
	}
	want := response{Result: Result{End: Signaled, Signal: "SIGSEGV", ExitCode: -1, CPU: 1, Wall: 2, Memory: 3}, Error: "no"}
	if err := left.send(want.pack()); err != nil {
		t.Fatal(err)
	}
	m, _, err := right.receive()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := unpackResponse(m); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x00\x00\x00\x01\x00\x00\x00\x01\x02\x03\x04\x05\x06\x07\x08\x02\x00\x00\x00hi"))
	f.Fuzz(func(t *testing.T, bytes []byte) {
		m, err := parse(bytes)
		if err == nil && 8+8*len(m.numbers)+4*len(m.texts)+len(strings.Join(m.texts, "")) > len(bytes) {
			t.Errorf("%d bytes give %+v", len(bytes), m)
		}
	})
}
