package talk

import (
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A relay passes on what one program says to the other, and records it. A nil relay is none, between the ends of one
// pipe.
type relay struct {
	from, to *os.File
	record   func(text []byte)
	done     chan struct{} // closed at its end

	mutex   sync.Mutex
	much    bool          // it has read a page or more the last time
	held    int           // bytes that it has read and has not passed on yet
	moved   time.Duration // when it read last
	dropped atomic.Pointer[atomic.Int64]
}

// page is the least that a relay reads at once, if it is there.
const page = 4 << 10

func newRelay(from, to *os.File, record func([]byte)) *relay {
	return &relay{from: from, to: to, record: record, done: make(chan struct{})}
}

// run passes on until the end of what is read, or of the pipe that it writes to.
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
				r.from.Close() // so that who writes to it learns of that
				return
			}
			r.pass()
		}
		if err != nil {
			return
		}
	}
}

// read reads what there is, as much as can be passed on: a relay holds nothing for long that the pipes would not. To
// others, it is in the pipe or held by the relay, at every moment.
func (r *relay) read(buffer []byte) (n int, err error) {
	connection, err := r.from.SyscallConn()
	if err != nil {
		return 0, err
	}
	if buffer = buffer[:page]; r.much { // else a page is held at most, and the usual exchange is not kept waiting
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

// drop has what comes from now on counted and dropped.
func (r *relay) drop(count *atomic.Int64) {
	r.dropped.Store(count)
	r.to.SetWriteDeadline(time.Now()) // it may wait for room
}

// still reports when the relay has read last, and whether nothing is on its way now.
func (r *relay) still() (moved time.Duration, still bool) {
	if r == nil {
		return 0, true
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.moved, r.held+bytesIn(r.from) == 0
}

// bytesIn is how much a pipe holds, 0 if it was closed.
func bytesIn(pipe *os.File) (bytes int) {
	if connection, err := pipe.SyscallConn(); err == nil {
		connection.Control(func(fd uintptr) { bytes = inPipe(int(fd)) })
	}
	return bytes
}

// waiting is how much it has not passed on.
func (r *relay) waiting() int {
	if r == nil {
		return 0
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.held + bytesIn(r.from)
}

// over reports whether it has come to its end, as the program that it reads from closed its output or has ended.
func (r *relay) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// waitForRoom returns when what is read can be written, or is dropped, and how many bytes of it, at most so many.
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
