package talk

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// direction carries the output of one program to the other. It has one pipe, or two pipes of half the size with a relay
// between them. This process keeps a copy of each pipe end. So no program sees the end of its input before this process
// closes its copy of the writing end. The relay records a transcript. It also notices closed outputs if the sandbox
// does not.
type direction struct {
	from, to pipe              // without a relay, the same pipe
	record   func(text []byte) // nil without a relay
	done     chan struct{}     // closed when the relay ends

	mutex    sync.Mutex
	held     int           // bytes that the relay has read and not yet passed on
	lastRead time.Duration // when the relay last read

	dropping atomic.Bool  // the program's output is now dropped
	dropped  atomic.Int64 // how many bytes were dropped
}

type pipe struct{ read, write *os.File }

// Programs can reopen their standard input and output through /proc. So the mode bits of a pipe allow either reading or
// writing, not both. Otherwise, a submission that reads its own output would race with the checker.
const (
	writable = 0o222 // for the program at the writing end, which may run as another user
	readable = 0o444 // for the program at the reading end
)

// pipeBytes is the size of a pipe without a relay, and so the most bytes that can then be unread in one direction.
const pipeBytes = 1 << 20

func newPipe(mode os.FileMode, bytes int) (pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return pipe{}, err
	}
	widen(w, bytes)
	r.Chmod(mode) // some systems have no modes for pipes
	return pipe{r, w}, nil
}

// newDirection returns a direction, with a relay if record is not nil. Without a relay, the pipe has the mode bits in
// mode.
func newDirection(mode os.FileMode, record func(text []byte)) (d *direction, err error) {
	d = &direction{record: record, done: make(chan struct{})}
	if record == nil {
		d.from, err = newPipe(mode, pipeBytes)
		d.to = d.from
		return d, err
	}
	if d.from, err = newPipe(writable, pipeBytes/2); err != nil {
		return nil, err
	}
	if d.to, err = newPipe(readable, pipeBytes/2); err != nil {
		d.from.close()
		return nil, err
	}
	go d.relay()
	return d, nil
}

// relay copies output from one pipe to the other until a pipe is closed.
func (d *direction) relay() {
	defer close(d.done)
	buffer := make([]byte, 64<<10)
	for {
		n, err := d.read(buffer)
		if n > 0 {
			d.record(buffer[:n])
			if d.dropping.Load() {
				d.dropped.Add(int64(n))
			} else if err := d.write(buffer[:n]); err != nil && !d.dropping.Load() {
				d.from.read.Close() // so that the program at the writing end notices
				return
			}
			d.mutex.Lock()
			d.held = 0
			d.mutex.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// read waits for output and reads it. Because of the mutex here and in write, every byte is always in a pipe or counted
// in held.
func (d *direction) read(buffer []byte) (n int, err error) {
	connection, err := d.from.read.SyscallConn()
	if err != nil {
		return 0, err
	}
	closed := connection.Read(func(fd uintptr) bool {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		n, err = unix.Read(int(fd), buffer)
		if n > 0 {
			d.held, d.lastRead = n, now()
		}
		return err != unix.EAGAIN && err != unix.EINTR
	})
	if n == 0 && err == nil {
		err = io.EOF
	}
	return max(n, 0), errors.Join(closed, err)
}

// write passes on what was read. Each byte is counted in held until it enters the pipe. So the result of unread
// decreases as the program at the reading end reads, even if the relay still has a part to write.
func (d *direction) write(text []byte) error {
	connection, err := d.to.write.SyscallConn()
	if err != nil {
		return err
	}
	closed := connection.Write(func(fd uintptr) bool {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		var n int
		if n, err = unix.Write(int(fd), text); n > 0 {
			d.held, text = d.held-n, text[n:]
		}
		return len(text) == 0 || err != nil && err != unix.EAGAIN && err != unix.EINTR
	})
	return errors.Join(closed, err)
}

// ended reports whether the relay has ended, which shows that the program has closed its output or ended. Without a
// relay, it reports false.
func (d *direction) ended() bool {
	select {
	case <-d.done:
		return true
	default:
		return false
	}
}

// still returns the time at which the relay last read, and whether it has passed on everything.
func (d *direction) still() (lastRead time.Duration, still bool) {
	if d.record == nil {
		return 0, true
	}
	waiting := d.waiting()
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.lastRead, waiting == 0
}

// waiting returns how many bytes the relay has not passed on or, without a relay, how many are in the pipe.
func (d *direction) waiting() int {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return bytesIn(d.from.read) + d.held
}

// unread returns how many bytes of the output the other program has not read.
func (d *direction) unread() int {
	if d.record == nil {
		return d.waiting()
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return bytesIn(d.from.read) + d.held + bytesIn(d.to.read)
}

// bytesIn returns how many bytes a pipe holds, or 0 if it was closed.
func bytesIn(pipe *os.File) (bytes int) {
	if connection, err := pipe.SyscallConn(); err == nil {
		connection.Control(func(fd uintptr) { bytes = inPipe(int(fd)) })
	}
	return bytes
}

// drop makes the direction read, count and drop all output from now on.
func (d *direction) drop() {
	switch {
	case d.dropping.Swap(true):
	case d.record == nil:
		go io.Copy(writerFunc(func(text []byte) { d.dropped.Add(int64(len(text))) }), d.to.read)
	default:
		d.to.write.SetWriteDeadline(time.Now()) // the relay may be waiting for room to write
	}
}

// endRelay closes this process's copy of the writing end. So the relay ends when the program has closed its own copies.
func (d *direction) endRelay() {
	if d.record != nil {
		d.from.write.Close()
	}
}

// refuse makes the program's writes fail.
func (d *direction) refuse() {
	d.to.read.Close()
	d.from.read.Close()
}

// lastWords is how long a relay may take to record the last output. An escaped process could keep the pipe open.
const lastWords = 200 * time.Millisecond

// close closes everything that is left, after both programs have ended.
func (d *direction) close() {
	if d.record != nil {
		d.drop()
		d.to.close()
		d.from.write.Close()
		select {
		case <-d.done:
		case <-time.After(lastWords):
			d.from.read.Close()
			<-d.done
		}
	}
	d.from.close()
	d.to.close()
}

func (p pipe) close() {
	p.read.Close()
	p.write.Close()
}
