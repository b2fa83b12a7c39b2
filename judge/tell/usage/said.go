package usage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// Said is what an error says to people: in the messages of the operating system on files, sentences take the place of
// calls: "a.json: there is no such file or folder" for "open a.json: no such file or directory".
func Said(err error) string {
	text := err.Error()
	each(err, func(err error) {
		var raw, path string
		var cause error
		switch e := err.(type) {
		case *fs.PathError:
			raw, path, cause = e.Error(), e.Path, e.Err
		case *os.LinkError:
			raw, path, cause = e.Error(), e.New, e.Err
		case *exec.Error:
			raw, path, cause = e.Error(), e.Name, e.Err
		default:
			return
		}
		plain := fmt.Sprintf("%s: %s", path, sentence(cause))
		text = strings.ReplaceAll(text, path+": "+raw, plain) // a caller has named the file, too
		text = strings.ReplaceAll(text, raw, plain)
	})
	return text
}

// each visits an error and all that it wraps.
func each(err error, visit func(error)) {
	visit(err)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			each(inner, visit)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			each(inner, visit)
		}
	}
}

// sentences are what the errors of system calls on files mean.
var sentences = []struct {
	err  error
	said string
}{
	{exec.ErrNotFound, "there is no such program on the PATH"},
	{syscall.ENOENT, "there is no such file or folder"},
	{syscall.EACCES, "this user has no permission for that"},
	{syscall.EPERM, "this user has no permission for that"},
	{syscall.EISDIR, "this is a folder; name a file"},
	{syscall.ENOTDIR, "what stands before the last / is no folder"},
	{syscall.EROFS, "its file system cannot be written to"},
	{syscall.ENOSPC, "no space is left on the disk"},
	{syscall.EDQUOT, "this user's share of the disk is full"},
	{syscall.ENAMETOOLONG, "the name is too long"},
	{syscall.ELOOP, "symbolic links lead in a circle, or are not followed here"},
	{syscall.EEXIST, "it is there already"},
	{syscall.EMFILE, "too many files are open (ulimit -n)"},
}

func sentence(err error) string {
	for _, s := range sentences {
		if errors.Is(err, s.err) {
			return s.said
		}
	}
	return err.Error()
}
