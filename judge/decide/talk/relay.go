package talk

import (
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// relay copies the output of one program to the other and records it. A nil relay stands for a direct pipe.
type relay struct {
	from, to *os.File
	record   func(text []byte)
	done     chan struct{} // closed when the relay ends

	mutex   sync.Mutex
	much    bool          // the last read returned a page or more
	held    int           // bytes read but not yet passed on
	moved   time.Duration // when it last read
	dropped atomic.Pointer[atomic.Int64]
}

// page is the smallest buffer of a read.
const page = 4 << 10

func newRelay(from, to *os.File, record func([]byte)) *relay {
	return &relay{from: from, to: to, record: record, done: make(chan struct{})}
}

// run copies until either pipe ends.
func (r *relay) run() {
	defer close(r.done)
	buffer := make([]byte, 64<<10)
	for {
		n, err := r.read(buffer)
		if n > 0 {
			r.record(buffer[:n])
			if count := r.dropped.Load(); count != nil {
				count.Add(int64(n))
			} else if _, err := r.to.Write(buffer[:n]); err != nil && r.dropped.Load() == nil {
				r.from.Close() // so that the writer notices
				return
			}
			r.pass()
		}
		if err != nil {
			return
		}
	}
}

// read reads as much as can be passed on, so that a relay does not hold more than the pipes would. At every moment, a
// byte is either in a pipe or counted as held.
func (r *relay) read(buffer []byte) (n int, err error) {
	connection, err := r.from.SyscallConn()
	if err != nil {
		return 0, err
	}
	if buffer = buffer[:page]; r.much { // usually a page is enough, and short exchanges need not wait for room
		buffer = buffer[:r.waitForRoom(cap(buffer))]
	}
	ended := connection.Read(func(fd uintptr) bool {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		var again bool
		n, again, err = readFrom(int(fd), buffer)
		if n > 0 {
			r.held, r.moved, r.much = n, now(), n >= page
		}
		return !again
	})
	if ended != nil {
		return 0, ended
	}
	return n, err
}

func (r *relay) pass() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.held = 0
}

// drop counts and drops everything from now on.
func (r *relay) drop(count *atomic.Int64) {
	r.dropped.Store(count)
	r.to.SetWriteDeadline(time.Now()) // a write may be waiting for room
}

// still returns when the relay last read, and whether nothing is in transit.
func (r *relay) still() (moved time.Duration, still bool) {
	if r == nil {
		return 0, true
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.moved, r.held+bytesIn(r.from) == 0
}

// bytesIn returns how many bytes a pipe holds, 0 if it was closed.
func bytesIn(pipe *os.File) (bytes int) {
	if connection, err := pipe.SyscallConn(); err == nil {
		connection.Control(func(fd uintptr) { bytes = inPipe(int(fd)) })
	}
	return bytes
}

// waiting returns how many bytes the relay has not passed on.
func (r *relay) waiting() int {
	if r == nil {
		return 0
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.held + bytesIn(r.from)
}

// over reports whether the relay ended because the program that it reads from closed its output or ended.
func (r *relay) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// waitForRoom waits until data can be written or is dropped, and returns how many bytes to read, at most most.
func (r *relay) waitForRoom(most int) (bytes int) {
	bytes = most
	if connection, err := r.to.SyscallConn(); err == nil {
		connection.Write(func(fd uintptr) bool {
			bytes = max(page, min(most, pipeBytes/2-inPipe(int(fd))))
			return r.dropped.Load() != nil || hasRoom(int(fd))
		})
	}
	return bytes
}
