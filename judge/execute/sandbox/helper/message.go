//go:build linux

package helper

import (
	"encoding/gob"
	"errors"
	"io"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// A Request asks a helper for one run. The files for standard streams travel with it, followed by the program's files
// and the folders that receive its products.
type Request struct {
	Run    uint64 // number of the run
	Path   string // path of the executable, as the program sees it
	Args   []string
	Env    []string // added to run.Environment
	Limits sandbox.Limits
	Core   int // core that the program is pinned to, or -1 for any

	Watch bool // whether the last file is a pipe for the program's State

	Files []run.File // files in the working folder

	// These have the same meaning as in sandbox.Task.
	ReadOnly  bool
	LastWords bool
	Cores     []int
	Folders   []string
	Start     string
	Products  []sandbox.Product
}

// maxFiles is the largest number of files that one system call sends: the kernel's SCM_MAX_FD.
const maxFiles = 253

// A Response is the result of one run, or the error that prevented it.
type Response struct {
	Result sandbox.Result
	Error  string
	Errno  unix.Errno // of the system call that failed; 0 if none did
}

// errorResponse reports an error to the judge.
func errorResponse(err error) Response {
	answer := Response{Error: err.Error()}
	errors.As(err, &answer.Errno)
	return answer
}

// An Error is an error that a helper reported.
type Error struct {
	Text  string
	Errno unix.Errno
}

func (e *Error) Error() string { return e.Text }

func (e *Error) Unwrap() error {
	if e.Errno == 0 {
		return nil
	}
	return e.Errno
}

// A Conn is one end of the stream socket between the judge and a helper. Messages are encoded with gob. Gob preserves
// bytes that are not UTF-8, which paths and arguments may contain, and sends each type description only once. Files
// arrive in the order of their messages, but they may arrive with the message before their own.
type Conn struct {
	FD       int
	encoder  *gob.Encoder
	decoder  *gob.Decoder
	outgoing []int  // files that go with the next bytes written
	incoming []int  // files that came with the bytes read
	rights   []byte // buffer for the control messages that carry files
}

// NewConn returns a Conn for the end of a socket whose descriptor is fd.
func NewConn(fd int) *Conn {
	c := &Conn{FD: fd, rights: make([]byte, unix.CmsgSpace(maxFiles*4))}
	c.encoder, c.decoder = gob.NewEncoder(c), gob.NewDecoder(c)
	return c
}

// Send sends a message with files.
func (c *Conn) Send(message any, files ...int) error {
	c.outgoing = files
	return c.encoder.Encode(message)
}

// Receive waits for a message and returns the files that came with it, even if there is an error. The caller closes
// them. When the other process is gone, the error is io.EOF, or io.ErrUnexpectedEOF in the middle of a message.
func (c *Conn) Receive(message any) (files []int, err error) {
	c.incoming = nil
	err = c.decoder.Decode(message)
	return c.incoming, err
}

// Write implements io.Writer for the encoder. If there are more files than one system call sends, all but the last of
// them go with one byte each call. A message has more bytes than that, because it names the files.
func (c *Conn) Write(bytes []byte) (written int, err error) {
	for written < len(bytes) {
		var n int
		files, end := c.outgoing, len(bytes)
		if len(files) > maxFiles {
			files, end = files[:maxFiles], written+1
		}
		if len(files) > 0 {
			n, err = unix.SendmsgN(c.FD, bytes[written:end], unix.UnixRights(files...), nil, unix.MSG_NOSIGNAL)
		} else { // the helper sends no files
			n, err = unix.Write(c.FD, bytes[written:])
		}
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return written, err
		}
		written += n
		c.outgoing = c.outgoing[len(files):]
	}
	return written, nil
}

// Read implements io.Reader for the decoder.
func (c *Conn) Read(bytes []byte) (int, error) {
	for {
		n, oobn, flags, _, err := unix.Recvmsg(c.FD, bytes, c.rights, unix.MSG_CMSG_CLOEXEC)
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

// View is what a worker's programs see. It is fixed for a helper process, since Landlock cannot be undone.
type View struct {
	Profile sandbox.Profile
	Reads   []string // folders that programs may read in addition to those of the profile
}

// compilerFiles are what compilers read in addition to the runtime files.
var compilerFiles = []string{"/usr/include", "/usr/local/include"}

// programStack is the stack limit of compilers and tools, in bytes. Each thread reserves that much memory, so the limit
// is no larger than a deep recursion needs.
const programStack = 64 << 20

// readable lists the files and folders of the machine that programs see, read-only, at the same paths, parents first.
func (v View) readable() []string {
	files := slices.Clone(runtimeFiles())
	if v.Profile == sandbox.Compile {
		files = append(files, compilerFiles...)
	}
	files = append(files, v.Reads...)
	slices.Sort(files)
	return slices.Compact(files)
}

// Shows reports whether programs see the machine's own file at this path.
func (v View) Shows(path string) bool {
	return slices.ContainsFunc(v.readable(), func(dir string) bool { return strings.HasPrefix(path, dir+"/") })
}

// Key returns a string that identifies the view.
func (v View) Key() string { return string(v.Profile) + "\x00" + strings.Join(v.Reads, "\x00") }

// Isolation is how a program is isolated from the rest of the machine. contain.Open tries the strongest kind first.
type Isolation struct {
	Namespaces    bool // mount, PID, network, IPC and UTS namespaces
	UserNamespace bool // the namespaces above are in a user namespace, which needs no privilege
	Landlock      bool // used where there are no namespaces
}

func (iso Isolation) String() string {
	switch {
	case iso.UserNamespace:
		return "namespaces without root"
	case iso.Namespaces:
		return "namespaces as root"
	case iso.Landlock:
		return "Landlock"
	}
	return "no isolation: process group and child subreaper only"
}

// Contains reports whether programs can reach only what the sandbox shows them.
func (iso Isolation) Contains() bool { return iso.Namespaces || iso.Landlock }
