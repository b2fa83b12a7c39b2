package sandbox

import (
	"encoding/binary"
	"encoding/json"
	"io"

	"golang.org/x/sys/unix"
)

// An order is one run, and a reply what came of it.
type order struct {
	Run    uint64
	Path   string // of the executable, as the program sees it
	Args   []string
	Input  string // path of the standard input
	Limits Limits
}

type reply struct {
	Result Result
	Error  string
}

// send and receive pass one value, with its length before it.
func send(fd int, value any, files ...int) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	message := append(binary.LittleEndian.AppendUint32(nil, uint32(len(body))), body...)
	var rights []byte
	if len(files) > 0 {
		rights = unix.UnixRights(files...)
	}
	for len(message) > 0 {
		n, err := unix.SendmsgN(fd, message, rights, nil, unix.MSG_NOSIGNAL)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		message, rights = message[n:], nil
	}
	return nil
}

func receive(fd int, value any) error {
	_, err := receiveFiles(fd, value)
	return err
}

func receiveFiles(fd int, value any) (files []int, err error) {
	var head [4]byte
	rights := make([]byte, unix.CmsgSpace(2*4))
	read := func(into, rights []byte) error {
		for len(into) > 0 {
			n, oobn, _, _, err := unix.Recvmsg(fd, into, rights, unix.MSG_CMSG_CLOEXEC)
			if err == unix.EINTR {
				continue
			}
			if err != nil {
				return err
			}
			if n == 0 {
				return io.EOF
			}
			if oobn > 0 {
				messages, err := unix.ParseSocketControlMessage(rights[:oobn])
				if err != nil {
					return err
				}
				for _, m := range messages {
					if fds, err := unix.ParseUnixRights(&m); err == nil {
						files = append(files, fds...)
					}
				}
			}
			into, rights = into[n:], nil
		}
		return nil
	}
	if err := read(head[:], rights); err != nil {
		return nil, err
	}
	body := make([]byte, binary.LittleEndian.Uint32(head[:]))
	if err := read(body, nil); err != nil {
		return files, err
	}
	return files, json.Unmarshal(body, value)
}
