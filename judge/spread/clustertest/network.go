package clustertest

import (
	"bytes"
	"net"
	"sync"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// Network is an unreliable network between programs and a server. It delays messages, cuts connections and freezes. The
// traffic decides when this happens, never the time. A prefix such as "PUB judge.result." identifies a kind of message.
type Network struct {
	target  string // address of the server
	address string // where the network listens

	mu      sync.Mutex
	delay   time.Duration
	blocked chan struct{}     // nothing passes until this channel is closed; nil if everything passes
	cuts    map[string]int    // maps a kind to the number of messages that will still cut their connection
	cut     int               // number of connections that CutIn has cut
	kind    string            // kind of the message at which the network freezes
	left    int               // number of messages of this kind until the network freezes
	held    chan struct{}     // closed when the network freezes
	release chan struct{}     // closed when the network continues
	ends    map[net.Conn]bool // both ends of each connection
}

// pieceSize is the maximum number of bytes that are passed on together.
const pieceSize = 16 << 10

// Between starts a network in front of a server. The network ends with the test.
func Between(t testing.TB, server string) *Network {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	judgetest.Check(t, err)
	n := &Network{target: server, address: l.Addr().String(), cuts: make(map[string]int), ends: make(map[net.Conn]bool)}
	var pipes sync.WaitGroup
	pipes.Go(func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			pipes.Go(func() { n.connect(from) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		n.Unblock()
		n.Release()
		n.Cut()
		pipes.Wait()
	})
	return n
}

// URL returns the address for programs to connect to.
func (n *Network) URL() string { return "nats://" + n.address }

// Delay delays each piece of data.
func (n *Network) Delay(by time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.delay = by
}

// CutIn cuts the connection in the next messages of a kind, after their prefix. times is the number of these
// messages.
func (n *Network) CutIn(kind string, times int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cuts[kind] = times
}

// Cuts returns how many connections CutIn has cut.
func (n *Network) Cuts() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.cut
}

// Cut cuts all connections. Data that the network holds back is lost.
func (n *Network) Cut() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for end := range n.ends {
		end.Close()
	}
}

// Block lets nothing pass until Unblock, like a pulled cable: neither end notices, and no new connection is made.
func (n *Network) Block() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.blocked == nil {
		n.blocked = make(chan struct{})
	}
}

// Unblock undoes Block.
func (n *Network) Unblock() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.blocked != nil {
		close(n.blocked)
		n.blocked = nil
	}
}

// waitBlocked waits until the network is not blocked.
func (n *Network) waitBlocked() {
	n.mu.Lock()
	blocked := n.blocked
	n.mu.Unlock()
	if blocked != nil {
		<-blocked
	}
}

// HoldAt freezes the network just before a message of a kind passes, and then closes the channel held. number says
// which message of this kind: 1 means the next one.
func (n *Network) HoldAt(kind string, number int) (held <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.kind, n.left = kind, number
	n.held, n.release = make(chan struct{}), make(chan struct{})
	return n.held
}

// Release unfreezes the network.
func (n *Network) Release() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.kind = ""
	if n.release != nil {
		close(n.release)
		n.held, n.release = nil, nil
	}
}

// connect connects a program to the server until the connection is cut.
func (n *Network) connect(from net.Conn) {
	defer from.Close()
	n.waitBlocked()
	to, err := net.Dial("tcp", n.target)
	if err != nil {
		return
	}
	defer to.Close()
	n.mu.Lock()
	n.ends[from], n.ends[to] = true, true
	n.mu.Unlock()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		both.Go(func() {
			n.pipe(way[0], way[1])
			from.Close()
			to.Close()
		})
	}
	both.Wait()
	n.mu.Lock()
	delete(n.ends, from)
	delete(n.ends, to)
	n.mu.Unlock()
}

// pipe forwards data from one end to the other.
func (n *Network) pipe(from, to net.Conn) {
	var before []byte // the end of the data so far, which may hold the start of a prefix
	for {
		piece := make([]byte, pieceSize)
		size, err := from.Read(piece)
		if err != nil {
			return
		}
		piece = piece[:size]
		seen := append(before, piece...)
		delay, cut := n.look(seen, len(before))
		time.Sleep(delay) // this is the delay itself, not a wait for another goroutine
		if cut > 0 {
			to.Write(piece[:max(0, cut-len(before))])
			return
		}
		n.wait()
		n.waitBlocked()
		if _, err := to.Write(piece); err != nil {
			return
		}
		const longest = 64 // maximum length of a prefix, in bytes
		before = bytes.Clone(seen[max(0, len(seen)-longest):])
	}
}

// look searches seen for prefixes that end in seen[passed:]. It returns the delay, and the index in seen at which to
// cut: the end of a prefix, or 0 for no cut.
func (n *Network) look(seen []byte, passed int) (delay time.Duration, cut int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	count := func(kind string) int {
		if kind == "" {
			return 0
		}
		return bytes.Count(seen, []byte(kind)) - bytes.Count(seen[:passed], []byte(kind))
	}
	for kind, left := range n.cuts {
		if left > 0 && count(kind) > 0 {
			n.cuts[kind]--
			n.cut++
			cut = bytes.LastIndex(seen, []byte(kind)) + len(kind)
			break
		}
	}
	if found := count(n.kind); found > 0 && n.left > 0 {
		if n.left -= found; n.left <= 0 {
			close(n.held)
		}
	}
	return n.delay, cut
}

// wait waits while the network is frozen.
func (n *Network) wait() {
	n.mu.Lock()
	still := n.kind != "" && n.left <= 0
	release := n.release
	n.mu.Unlock()
	if still {
		<-release
	}
}
