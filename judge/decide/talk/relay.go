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
	held    bool          // it has read what it has not passed on yet
	moved   time.Duration // when it read last
	dropped atomic.Pointer[atomic.Int64]
}

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

// read reads what there is. To others, it is in the pipe or held by the relay, at every moment.
func (r *relay) read(buffer []byte) (n int, err error) {
	connection, err := r.from.SyscallConn()
	if err != nil {
		return 0, err
	}
	ended := connection.Read(func(fd uintptr) bool {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		var again bool
		n, again, err = readFrom(int(fd), buffer)
		if n > 0 {
			r.held, r.moved = true, now()
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
	r.held = false
}

// drop has what comes from now on counted and dropped.
func (r *relay) drop(count *atomic.Int64) { r.dropped.Store(count) }

// still reports when the relay has read last, and whether nothing is on its way now.
func (r *relay) still() (moved time.Duration, still bool) {
	if r == nil {
		return 0, true
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.held {
		return r.moved, false
	}
	waiting := 0
	if connection, err := r.from.SyscallConn(); err == nil { // else it has come to its end
		connection.Control(func(fd uintptr) { waiting = inPipe(int(fd)) })
	}
	return r.moved, waiting == 0
}
