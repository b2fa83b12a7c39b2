//go:build linux

package main

import (
	"io"
	"math"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dlxjudge/judge/judgetest"
)

// proxy is a bad network between the programs and the server. It passes on pieces, each late, cuts each connection after a random
// number of bytes, in the middle of a piece, and can be stopped.
type proxy struct {
	target string
	delay  atomic.Int64 // of a piece, at most, in nanoseconds
	least  int64        // bytes that a connection carries before it is cut, up to twice as many; 0 for any number
	cuts   atomic.Int64
	going  atomic.Int64 // when it goes on, in nanoseconds of the clock
	pipes  sync.WaitGroup
}

// pieceSize bounds a piece.
const pieceSize = 16 << 10

// start starts a proxy, and returns where it listens.
func (p *proxy) start(t *testing.T) (address string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	judgetest.Check(t, err)
	p.pipes.Go(func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			p.pipes.Go(func() { p.pass(from) })
		}
	})
	t.Cleanup(func() { l.Close() }) // connections end with the programs, which were started later
	return l.Addr().String()
}

// stop keeps back everything for a while.
func (p *proxy) stop(d time.Duration) {
	p.going.Store(time.Now().Add(d).UnixNano())
}

// pass connects both ends until the connection is cut.
func (p *proxy) pass(from net.Conn) {
	defer from.Close()
	to, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer to.Close()
	var left atomic.Int64
	left.Store(math.MaxInt64)
	if p.least > 0 {
		left.Store(p.least + rand.Int64N(p.least))
	}
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		both.Go(func() {
			p.pipe(way[0], way[1], &left)
			from.Close()
			to.Close()
		})
	}
	both.Wait()
}

// pipe passes on what one end sends.
func (p *proxy) pipe(from io.Reader, to io.Writer, left *atomic.Int64) {
	piece := make([]byte, pieceSize)
	for {
		n, err := from.Read(piece)
		if err != nil {
			return
		}
		half := time.Duration(p.delay.Load() / 2)
		time.Sleep(half + rand.N(half+1)) // this is the fault, nothing is waited for
		time.Sleep(time.Until(time.Unix(0, p.going.Load())))
		if left.Add(-int64(n)) < 0 {
			p.cuts.Add(1)
			to.Write(piece[:n/2])
			return
		}
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}
