package sandbox

import (
	"encoding/binary"
	"errors"
	"io"
	"time"

	"golang.org/x/sys/unix"
)

// An order is one run, and a reply what came of it. They are passed for every run, so they are packed by hand.
type request struct {
	Run    uint64
	Path   string // of the executable, as the program sees it
	Args   []string
	Input  string // path of the standard input
	Limits Limits
}

func (o request) pack() message {
	l := o.Limits
	return message{
		numbers: []int64{int64(o.Run), int64(l.CPU), int64(l.Wall), l.Memory, l.Output, int64(l.Processes)},
		texts:   append([]string{o.Path, o.Input}, o.Args...),
	}
}

func unpackRequest(m message) (request, error) {
	n, t := m.numbers, m.texts
	if len(n) != 6 || len(t) < 3 {
		return request{}, errMessage
	}
	limits := Limits{CPU: time.Duration(n[1]), Wall: time.Duration(n[2]), Memory: n[3], Output: n[4], Processes: int(n[5])}
	return request{Run: uint64(n[0]), Path: t[0], Input: t[1], Args: t[2:], Limits: limits}, nil
}

type response struct {
	Result Result
	Error  string
}

func (r response) pack() message {
	return message{
		numbers: []int64{int64(r.Result.ExitCode), int64(r.Result.CPU), int64(r.Result.Wall), r.Result.Memory},
		texts:   []string{string(r.Result.End), r.Result.Signal, r.Error},
	}
}

func unpackResponse(m message) (response, error) {
	n, t := m.numbers, m.texts
	if len(n) != 4 || len(t) != 3 {
		return response{}, errMessage
	}
	result := Result{End: End(t[0]), Signal: t[1], ExitCode: int(n[0]), CPU: time.Duration(n[1]), Wall: time.Duration(n[2]), Memory: n[3]}
	return response{Result: result, Error: t[2]}, nil
}

var errMessage = errors.New("a message between the judge and its helper is broken")

// A message is some numbers and some texts.
type message struct {
	numbers []int64
	texts   []string
}

// A channel is one end of the socket between the judge and a helper.
type conn struct {
	fd     int
	buffer []byte
}

// send sends a message, and files with it: its length and its counts in four bytes each, the numbers, and each text
// with its length before it.
func (c *conn) send(m message, files ...int) error {
	bytes := append(c.buffer[:0], 0, 0, 0, 0)
	bytes = binary.LittleEndian.AppendUint32(bytes, uint32(len(m.numbers)))
	bytes = binary.LittleEndian.AppendUint32(bytes, uint32(len(m.texts)))
	for _, number := range m.numbers {
		bytes = binary.LittleEndian.AppendUint64(bytes, uint64(number))
	}
	for _, text := range m.texts {
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(len(text)))
		bytes = append(bytes, text...)
	}
	binary.LittleEndian.PutUint32(bytes, uint32(len(bytes)))
	c.buffer = bytes
	var rights []byte
	if len(files) > 0 {
		rights = unix.UnixRights(files...)
	}
	for len(bytes) > 0 {
		n, err := unix.SendmsgN(c.fd, bytes, rights, nil, unix.MSG_NOSIGNAL)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		bytes, rights = bytes[n:], nil
	}
	return nil
}

// receive waits for a message, and takes the files that come with it. The end of the other side is io.EOF.
func (c *conn) receive() (m message, files []int, err error) {
	if cap(c.buffer) < 4<<10 {
		c.buffer = make([]byte, 4<<10)
	}
	bytes, rights := c.buffer[:cap(c.buffer)], make([]byte, unix.CmsgSpace(2*4))
	have, want := 0, 4
	for have < want {
		n, oobn, _, _, err := unix.Recvmsg(c.fd, bytes[have:], rights, unix.MSG_CMSG_CLOEXEC)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return m, files, err
		case n == 0:
			return m, files, io.EOF
		case oobn > 0:
			messages, err := unix.ParseSocketControlMessage(rights[:oobn])
			if err != nil {
				return m, files, err
			}
			for _, each := range messages {
				if fds, err := unix.ParseUnixRights(&each); err == nil {
					files = append(files, fds...)
				}
			}
		}
		if have += n; want == 4 && have >= 4 {
			want = max(4, int(binary.LittleEndian.Uint32(bytes)))
			bytes = append(bytes, make([]byte, max(0, want-len(bytes)))...)
		}
	}
	c.buffer = bytes
	m, err = parse(bytes[4:want])
	return m, files, err
}

func parse(bytes []byte) (m message, err error) {
	word := func() int {
		if len(bytes) < 4 {
			err = errMessage
			return 0
		}
		value := binary.LittleEndian.Uint32(bytes)
		bytes = bytes[4:]
		return int(value)
	}
	numbers, texts := word(), word()
	if len(bytes)/8 < numbers {
		return m, errMessage
	}
	for range numbers {
		m.numbers = append(m.numbers, int64(binary.LittleEndian.Uint64(bytes)))
		bytes = bytes[8:]
	}
	for range texts {
		size := word()
		if err != nil || len(bytes) < size {
			return m, errMessage
		}
		m.texts = append(m.texts, string(bytes[:size]))
		bytes = bytes[size:]
	}
	return m, err
}
