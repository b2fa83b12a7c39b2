// Package run holds what contained and uncontained runs share: the files that a program is given, its environment, the
// products that are taken from its folder, and the scratch folder of a judge. Programs are hostile: no link is
// followed, and every size is bounded.
package run

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
)

// A File is a file in a program's working folder.
type File struct {
	sandbox.File
	Writable bool // the program may change it
}

// OpenFiles opens the files that lie in a program's working folder, those that it may change last, and makes their
// paths absolute. What was opened is returned even with an error.
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

// OpenStdin opens what becomes the standard input; what the task has opened already is returned as it is.
func OpenStdin(task sandbox.Task) (*os.File, error) {
	if task.Stdin != nil {
		return task.Stdin, nil
	}
	return untrusted.OpenAny(cmp.Or(task.Input, os.DevNull))
}

// CheckOutput refuses an output that is no regular file. Its mode is set back after the run, and where system calls are
// not filtered it is replaced; with /dev/null the machine would be damaged.
func CheckOutput(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file, and only such a file can be a program's output; name another one",
			path)
	}
	return nil
}

// OverLimit reports whether a program's standard output and standard error together are longer than the limit.
func OverLimit(limit int64, stdout, stderr *os.File) bool {
	if limit <= 0 {
		return false
	}
	var size, blocks int64
	var last os.FileInfo
	for _, file := range []*os.File{stdout, stderr} {
		info, err := file.Stat()
		if err != nil || last != nil && os.SameFile(last, info) {
			continue
		}
		last = info
		size += info.Size()
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			blocks += int64(stat.Blocks)
		}
	}
	return TooLarge(size, blocks, limit)
}

// TooLarge reports whether a file is longer than the limit, or takes far more of the disk than that, in blocks of 512
// bytes: fallocate(2) can reserve blocks beyond the end of a file. Some file systems do so by themselves, XFS as much
// again as the file is long.
func TooLarge(size, blocks, limit int64) bool {
	const rounding = 1 << 20 // bytes, for small files on large blocks
	return size > limit || blocks > (2*limit+rounding)/512
}

// AddPrinted completes a Result by what the program has written.
func AddPrinted(result sandbox.Result, task sandbox.Task, stdout, stderr *os.File) (sandbox.Result, error) {
	// one of its files
	tooLong := task.Profile != sandbox.Submission && result.Signal == "SIGXFSZ" && task.Limits.Output > 0
	if result.Stopped() == "" && (tooLong || OverLimit(task.Limits.Output, stdout, stderr)) {
		// a write past the limit failed, whatever the program did about it
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

// CheckDisk is an error if the disk that holds a program's output is full: then output may be missing, through no fault
// of the program.
func CheckDisk(file *os.File) error {
	if hasRoom(file) {
		return nil
	}
	return fmt.Errorf("%s: %w: free some space on this disk", file.Name(), syscall.ENOSPC)
}

// RestoreMode gives a standard output the mode back that it had, since the program may own it.
func RestoreMode(output *os.File, before os.FileMode) error {
	if info, err := output.Stat(); err != nil || info.Mode() == before {
		return nil
	}
	return output.Chmod(before.Perm())
}

// Environment is a program's whole environment. It is made from nothing: the usual places of programs, the folder for
// its own files, and entries, which take the place of those with the same name and in which Folder stands for the
// folder.
func Environment(folder string, entries ...string) []string {
	env := []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + folder, "TMPDIR=" + folder, "LANG=C"}
next:
	for _, entry := range ReplaceFolder(entries, folder) {
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

// ReplaceFolder returns texts with Folder replaced by the path of the folder.
func ReplaceFolder(texts []string, folder string) []string {
	return replace(texts, sandbox.Folder, folder)
}

// ReplaceOwn returns texts with Own replaced by the path of the folder of the program's files.
func ReplaceOwn(texts []string, folder string) []string { return replace(texts, sandbox.Own, folder) }

func replace(texts []string, old, folder string) []string {
	replaced := make([]string, len(texts))
	for i, text := range texts {
		replaced[i] = strings.ReplaceAll(text, old, folder)
	}
	return replaced
}

// CloseFilesOnExec keeps programs from inheriting files that this process has itself inherited.
func CloseFilesOnExec() {
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd)
	}
}
