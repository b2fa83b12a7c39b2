// Package run holds what contained and uncontained runs share: a program's files and environment, the products that are
// taken from its folder, and the judge's scratch folder. Programs may be hostile, so no link is followed, and every
// size is bounded.
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
	Writable bool // whether the program can change it
}

// OpenFiles opens the files for a program's working folder, and makes their paths absolute. Copies come last
// in both results. Even if there is an error, OpenFiles returns the files that it has opened.
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

// CheckOutput returns an error if the path exists and is not a regular file. A run may replace its output file, and
// replacing /dev/null would damage the machine.
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

// Printed returns the total length in bytes of the files that a program prints to, and the number of their disk blocks
// of 512 bytes. stdout and stderr may be the same file.
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

// TooLarge reports whether files are longer than the limit in bytes, or occupy more than twice the limit on disk.
// blocks is a number of 512-byte blocks. fallocate(2) can reserve blocks beyond the end of a file. Some file systems
// reserve such blocks unasked: XFS doubles the size.
func TooLarge(size, blocks, limit int64) bool {
	const rounding = 1 << 20 // in bytes: small files may occupy large blocks
	return size > limit || blocks > (2*limit+rounding)/512
}

// AddPrinted adds the program's output to its Result, and checks the limit on output.
func AddPrinted(result sandbox.Result, task sandbox.Task, stdout, stderr *os.File) (sandbox.Result, error) {
	// whether a tool was killed because one of its files became too long
	tooLong := task.Profile != sandbox.Submission && result.Signal == "SIGXFSZ" && task.Limits.Output > 0
	if result.Stopped() == "" && (tooLong || OverLimit(task.Limits.Output, stdout, stderr)) {
		// a write past the limit failed, even if the program ignored the failure
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

// leastRoom is how many bytes must be free on the disk after a run: with fewer, a write may have failed.
const leastRoom = 64 << 10

// CheckDisk returns an error if the disk that holds a program's output is full. Output may then be missing through no
// fault of the program. Space that is reserved for root does not count as free.
func CheckDisk(file *os.File) error {
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &disk); err != nil || disk.Blocks == 0 ||
		int64(disk.Bavail)*int64(disk.Bsize) >= leastRoom { // some file systems report 0 blocks
		return nil
	}
	return fmt.Errorf("%s: %w: free some space on this disk", file.Name(), syscall.ENOSPC)
}

// Restore gives the file for standard output the owner and mode that it had before the run. During the run, the file
// may have belonged to the program's user.
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
// /proc/self/mountinfo would show the source of a mount. user is the ID of the user who owns these folders, and the
// files that the program may change; -1 means the judge's own user.
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

// makeFolders makes a folder, and its missing parents, in the working folder.
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

// copyFile copies an open file of the judge to path. An executable file stays executable.
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
	if err := file.Chmod(mode); err != nil { // regardless of the umask
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

// Seal makes a working folder and its subfolders read-only. If programs have their own user, the judge's user becomes
// the owner of these folders.
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

// Environment returns a program's whole environment. The program inherits nothing from the judge. The environment has
// the usual PATH, the working folder as HOME and TMPDIR, and the given entries. Each entry replaces an earlier one of
// the same name, and may contain the placeholder sandbox.Folder.
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

// Replace returns the texts with the path of a folder instead of a placeholder. The placeholder is sandbox.Folder or
// sandbox.Own.
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
