package sandbox

import (
	"encoding/gob"
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// A request asks a helper for one run. The files of its standard input and output travel with it, followed by those
// that the program is shown and by the folders that receive its products.
type request struct {
	Run    uint64
	Path   string // of the executable, as the program sees it
	Args   []string
	Env    []string // added to what environment makes
	Input  string   // path of the standard input
	Limits Limits
	Core   int // that the program is kept to, or -1 for any

	Descriptors int // how many files come with it

	Watch bool // whether the last of them is a pipe for what is seen of the program

	Files    []File // that lie in the working folder
	ReadOnly bool   // the working folder is

	// As in Task.
	Cores    []int
	Copies   int // how many of Files, the last ones, are copies that the program may change
	Folders  []string
	Start    string
	Products []Product
}

// maxFiles is how many files can travel with a message: SCM_MAX_FD of the kernel.
const maxFiles = 253

// A response is the result of one run, or the error that prevented it.
type response struct {
	Result Result
	Error  string
	Errno  unix.Errno // of the system call that failed; 0 if none did
}

// errorResponse reports an error to the judge.
func errorResponse(err error) response {
	answer := response{Error: err.Error()}
	errors.As(err, &answer.Errno)
	return answer
}

// A helperError is an error that a helper has reported.
type helperError struct {
	text  string
	errno unix.Errno
}

func (e *helperError) Error() string { return e.text }

func (e *helperError) Unwrap() error {
	if e.errno == 0 {
		return nil
	}
	return e.errno
}

// A conn is one end of the stream socket between the judge and a helper. Messages are gobs: gob keeps bytes that are
// not UTF-8, as paths and arguments may hold, and sends the types' descriptions only once. Files arrive in the order of
// their messages, but those of the next message may come with the one before it.
type conn struct {
	fd       int
	encoder  *gob.Encoder
	decoder  *gob.Decoder
	outgoing []int  // files that go with the next bytes written
	incoming []int  // files that came with the bytes read
	rights   []byte // a buffer
}

func newConn(fd int) *conn {
	c := &conn{fd: fd, rights: make([]byte, unix.CmsgSpace(maxFiles*4))}
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
		var n int
		if len(c.outgoing) > 0 {
			n, err = unix.SendmsgN(c.fd, bytes[written:], unix.UnixRights(c.outgoing...), nil, unix.MSG_NOSIGNAL)
		} else { // the helper may send no files
			n, err = unix.Write(c.fd, bytes[written:])
		}
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
	for {
		n, oobn, flags, _, err := unix.Recvmsg(c.fd, bytes, c.rights, unix.MSG_CMSG_CLOEXEC)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		messages, err := unix.ParseSocketControlMessage(c.rights[:oobn])
		if err != nil {
			return n, err
		}
		for _, message := range messages {
			if files, err := unix.ParseUnixRights(&message); err == nil {
				c.incoming = append(c.incoming, files...)
			}
		}
		if flags&unix.MSG_CTRUNC != 0 {
			return n, errors.New("files that came with a message are lost: too many are open in this process; raise " +
				"ulimit -n")
		}
		return n, nil
	}
}
