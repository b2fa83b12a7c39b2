// Package run holds what contained and uncontained runs share: a program's files and environment, the products that are
// taken from its folder, and the judge's scratch folder. Programs are hostile: no link is followed, and every size is
// bounded.
package run

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
)

// A File is a file in a program's working folder.
type File struct {
	sandbox.File
	Writable bool // the program may change it
}

// OpenFiles opens the files for a program's working folder, and makes their paths absolute. Files that the program may
// change come last. Even with an error, OpenFiles returns those that it opened.
func OpenFiles(task sandbox.Task) (files []File, opened []*os.File, err error) {
	last := make(map[string]int)
	all := slices.Concat(task.Files, task.Copies)
	for i, file := range all {
		last[file.Name] = i
	}
	for i, file := range all {
		if last[file.Name] != i {
			continue
		}
		path, err := filepath.Abs(file.Path)
		if err != nil {
			return files, opened, err
		}
		source, err := untrusted.OpenAny(path)
		if err != nil {
			return files, opened, err
		}
		writable := i >= len(task.Files) || task.Profile == sandbox.Submission && !task.ReadOnly
		files = append(files, File{sandbox.File{Name: file.Name, Path: path}, writable})
		opened = append(opened, source)
	}
	return files, opened, nil
}

// CloseAll closes files.
func CloseAll(files []*os.File) {
	for _, file := range files {
		file.Close()
	}
}

// OpenStdin opens the file for standard input, or returns task.Stdin if that is set.
func OpenStdin(task sandbox.Task) (*os.File, error) {
	if task.Stdin != nil {
		return task.Stdin, nil
	}
	return untrusted.OpenAny(cmp.Or(task.Input, os.DevNull))
}

// CheckOutput returns an error for an output that is not a regular file. The run replaces the file, and would damage
// the machine if that were /dev/null.
func CheckOutput(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file, and only such a file can be a program's output; name another one",
			path)
	}
	return nil
}

// OverLimit reports whether a program's standard output and standard error together are longer than the limit.
func OverLimit(limit int64, stdout, stderr *os.File) bool {
	size, blocks := Printed(int(stdout.Fd()), int(stderr.Fd()))
	return limit > 0 && TooLarge(size, blocks, limit)
}

// Printed returns the length in bytes of the files that a program prints to, and their disk blocks of 512 bytes. stdout
// and stderr may be one file.
func Printed(stdout, stderr int) (size, blocks int64) {
	var last unix.Stat_t
	for _, fd := range []int{stdout, stderr} {
		var stat unix.Stat_t
		if unix.Fstat(fd, &stat) != nil || stat.Dev == last.Dev && stat.Ino == last.Ino {
			continue
		}
		last = stat
		size, blocks = size+stat.Size, blocks+int64(stat.Blocks)
	}
	return size, blocks
}

// TooLarge reports whether a file is longer than the limit, or takes far more disk space. A block has 512 bytes.
// fallocate(2) can reserve blocks beyond the end of a file. Some file systems do so by themselves: XFS doubles the
// size.
func TooLarge(size, blocks, limit int64) bool {
	const rounding = 1 << 20 // bytes, for small files on large blocks
	return size > limit || blocks > (2*limit+rounding)/512
}

// AddPrinted completes a Result with the program's output.
func AddPrinted(result sandbox.Result, task sandbox.Task, stdout, stderr *os.File) (sandbox.Result, error) {
	// a tool's file was too long
	tooLong := task.Profile != sandbox.Submission && result.Signal == "SIGXFSZ" && task.Limits.Output > 0
	if result.Stopped() == "" && (tooLong || OverLimit(task.Limits.Output, stdout, stderr)) {
		// a write past the limit failed, even if the program ignored that
		result.End, result.Signal = sandbox.StoppedOutput, ""
	}
	if result.End != sandbox.Exited {
		result.ExitCode = -1
	}
	for _, file := range []*os.File{stdout, stderr} {
		if err := CheckDisk(file); err != nil {
			return result, err
		}
	}
	var err error
	result.Stderr, err = sandbox.ReadExcerpt(stderr)
	return result, err
}

// leastRoom is how many bytes must be free on the disk after a run: with less, a write may have failed.
const leastRoom = 64 << 10

// CheckDisk returns an error if the disk that holds a program's output is full: then output may be missing, through no
// fault of the program. Space reserved for root is not free.
func CheckDisk(file *os.File) error {
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &disk); err != nil || disk.Blocks == 0 ||
		int64(disk.Bavail)*int64(disk.Bsize) >= leastRoom { // some file systems do not report their size
		return nil
	}
	return fmt.Errorf("%s: %w: free some space on this disk", file.Name(), syscall.ENOSPC)
}

// Restore resets the owner and mode of the file for standard output, which the program may have owned.
func Restore(output *os.File, before os.FileInfo) error {
	now, err := output.Stat()
	if err != nil {
		return err
	}
	owner, ok := before.Sys().(*syscall.Stat_t)
	if other, _ := now.Sys().(*syscall.Stat_t); ok && (owner.Uid != other.Uid || owner.Gid != other.Gid) {
		err = output.Chown(int(owner.Uid), int(owner.Gid))
	}
	if err == nil && now.Mode() != before.Mode() {
		err = output.Chmod(before.Mode().Perm())
	}
	return err
}

// Fill makes folders in an empty working folder, and copies files there. It mounts nothing, because
// /proc/self/mountinfo would show the source of a mount. The folders, and the files that the program may change, belong
// to the user; -1 means the judge's own.
func Fill(dir string, folders []string, files []File, opened []*os.File, user int) error {
	for _, name := range folders {
		if err := makeFolders(dir, name, user); err != nil {
			return err
		}
	}
	for i, file := range files {
		err := makeFolders(dir, filepath.Dir(file.Name), user)
		if err == nil {
			err = copyFile(filepath.Join(dir, file.Name), opened[i], file.Writable, user)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
	}
	return nil
}

// makeFolders makes a folder and its parents in the working folder.
func makeFolders(dir, name string, user int) error {
	if name == "." {
		return nil
	}
	if err := makeFolders(dir, filepath.Dir(name), user); err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	if err := os.Mkdir(path, 0o755); err != nil {
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			return nil
		}
		return err
	}
	if user >= 0 {
		return os.Chown(path, user, user)
	}
	return nil
}

// copyFile copies a file of the judge. A script stays executable.
func copyFile(path string, source *os.File, writable bool, user int) (err error) {
	info, err := source.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("this is not a regular file, and only such a file can be shown to a program here")
	}
	mode := 0o444 | info.Mode()&0o111
	if writable {
		mode |= 0o200
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := file.Chmod(mode); err != nil { // whatever the umask
		return err
	}
	if user >= 0 && writable {
		if err := file.Chown(user, user); err != nil {
			return err
		}
	}
	_, err = io.Copy(file, io.LimitReader(source, info.Size())) // the source may be growing
	return err
}

// Seal makes the folders of a working folder read-only. If programs have their own user, it takes the folders from that
// user.
func Seal(dir string, user int) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if user >= 0 {
			err = os.Chown(path, os.Getuid(), os.Getuid())
		}
		return errors.Join(err, os.Chmod(path, 0o555))
	})
}

// Environment returns a program's whole environment. Nothing is inherited: it has the usual PATH, the working folder as
// home, and the entries, which replace others of the same name. In entries, the placeholder Folder means that folder.
func Environment(folder string, entries ...string) []string {
	env := []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + folder, "TMPDIR=" + folder, "LANG=C"}
next:
	for _, entry := range Replace(entries, sandbox.Folder, folder) {
		name, _, _ := strings.Cut(entry, "=")
		for i := range env {
			if strings.HasPrefix(env[i], name+"=") {
				env[i] = entry
				continue next
			}
		}
		env = append(env, entry)
	}
	return env
}

// Replace returns texts with a placeholder, sandbox.Folder or sandbox.Own, replaced by the path of a folder.
func Replace(texts []string, placeholder, folder string) []string {
	replaced := make([]string, len(texts))
	for i, text := range texts {
		replaced[i] = strings.ReplaceAll(text, placeholder, folder)
	}
	return replaced
}

// CloseFilesOnExec prevents programs from inheriting files that this process has inherited.
func CloseFilesOnExec() {
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd)
	}
}
