package sandbox

import (
	"encoding/gob"
	"io"

	"golang.org/x/sys/unix"
)

// A request asks a helper for one run. The files of its standard input and output travel with it.
type request struct {
	Run    uint64
	Path   string // of the executable, as the program sees it
	Args   []string
	Input  string // path of the standard input
	Limits Limits
}

// A response is the result of one run, or the error that prevented it.
type response struct {
	Result Result
	Error  string
}

// A conn is one end of the stream socket between the judge and a helper. Messages are gobs: gob keeps bytes that are not
// UTF-8, as paths and arguments may hold, and sends the types' descriptions only once. The two sides take turns, so all
// files that have arrived belong to the message that was read last.
type conn struct {
	fd       int
	encoder  *gob.Encoder
	decoder  *gob.Decoder
	outgoing []int // files that go with the next bytes written
	incoming []int // files that came with the bytes read
}

func newConn(fd int) *conn {
	c := &conn{fd: fd}
	c.encoder, c.decoder = gob.NewEncoder(c), gob.NewDecoder(c)
	return c
}

// send sends a message, and files with it.
func (c *conn) send(message any, files ...int) error {
	c.outgoing = files
	return c.encoder.Encode(message)
}

// receive waits for a message and returns the files that came with it, even with an error; they are the caller's to
// close. When the other side is gone the error is io.EOF, or io.ErrUnexpectedEOF in the middle of a message.
func (c *conn) receive(message any) (files []int, err error) {
	c.incoming = nil
	err = c.decoder.Decode(message)
	return c.incoming, err
}

// Write implements io.Writer for the encoder.
func (c *conn) Write(bytes []byte) (written int, err error) {
	for written < len(bytes) {
		var rights []byte
		if len(c.outgoing) > 0 {
			rights = unix.UnixRights(c.outgoing...)
		}
		n, err := unix.SendmsgN(c.fd, bytes[written:], rights, nil, unix.MSG_NOSIGNAL)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return written, err
		}
		written += n
		c.outgoing = nil
	}
	return written, nil
}

// Read implements io.Reader for the decoder.
func (c *conn) Read(bytes []byte) (int, error) {
	rights := make([]byte, unix.CmsgSpace(3*4)) // a request carries three files
	for {
		n, oobn, _, _, err := unix.Recvmsg(c.fd, bytes, rights, unix.MSG_CMSG_CLOEXEC)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		messages, err := unix.ParseSocketControlMessage(rights[:oobn])
		if err != nil {
			return n, err
		}
		for _, message := range messages {
			if files, err := unix.ParseUnixRights(&message); err == nil {
				c.incoming = append(c.incoming, files...)
			}
		}
		return n, nil
	}
}
