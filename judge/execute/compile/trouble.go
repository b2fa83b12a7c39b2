package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"dlxjudge/judge/read/problem"
)

// MachineError says that a compiler failed because this machine lacks disk space, memory or the like. The program may
// be right.
type MachineError struct {
	Compiler string
	Reason   string
	Output   string // the compiler's first lines
}

func (e *MachineError) Error() string {
	return fmt.Sprintf("%s cannot compile on this machine: %s; free disk space or memory and try again. It says:\n%s",
		e.Compiler, e.Reason, e.Output)
}

// What compilers print when the machine fails them. A source can make a compiler print it, too, so the words do not
// suffice.
var (
	diskWords   = regexp.MustCompile(`(?i)no space left on device|disk quota exceeded|read-only file system|input/output error|bus error`)
	memoryWords = regexp.MustCompile(`(?i)out of memory|cannot allocate memory|memory exhausted|\bkilled\b`)
	otherWords  = regexp.MustCompile(`(?i)permission denied|too many open files|resource temporarily unavailable`)
)

// scarce is the free space of a disk, in bytes, below which a compiler that reports a full disk is right.
const scarce = 64 << 20

// orMachineError returns err, the error of this compilation, or a *MachineError if the machine failed. A source can
// make a compiler print anything, so the machine has failed only if the compiler reports that something is missing and
// one of these is true: the disk is nearly full; the kernel has killed a process for want of memory (kills is its count
// before the compilation); or an empty program does not compile either.
func (c compilation) orMachineError(ctx context.Context, err error, kills int) error {
	var broken *CompileError
	if !errors.As(err, &broken) {
		return err
	}
	disk, memory := diskWords.MatchString(broken.Output), memoryWords.MatchString(broken.Output)
	if !disk && !memory && !otherWords.MatchString(broken.Output) {
		return err
	}
	fault := &MachineError{Compiler: c.language.Compilers[0], Output: broken.Output}
	for _, dir := range []string{c.work, os.TempDir()} {
		if disk && freeSpace(dir) < scarce {
			fault.Reason = fmt.Sprintf("the disk of %s is full", filepath.Dir(dir))
			return fault
		}
	}
	if memory && outOfMemoryKills() > kills {
		fault.Reason = "it is out of memory"
		return fault
	}
	failure := c.trial(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failure != nil {
		fault.Reason = "not even an empty program compiles"
		return fault
	}
	return err
}

// trial compiles an empty program as the source was compiled.
func (c compilation) trial(ctx context.Context) error {
	file := "main" + c.language.extension()
	if c.language.Name == scripts {
		file = runScript
	}
	dir := filepath.Join(c.work, "trial")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	c.source, c.contents, c.work = problem.Source{Name: "trial", Dir: dir, Files: []string{file}},
		[][]byte{[]byte(c.language.empty)}, dir
	_, err := c.run(ctx)
	return err
}

// freeSpace is how many bytes a user other than root may still write to the disk of a folder.
func freeSpace(dir string) uint64 {
	var fs syscall.Statfs_t
	if syscall.Statfs(dir, &fs) != nil {
		return scarce // not known
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize)
}

// outOfMemoryKills is how many processes the kernel has killed for want of memory since the machine started; 0 before
// Linux 4.13, which does not count them.
func outOfMemoryKills() int {
	text, _ := os.ReadFile("/proc/vmstat")
	for line := range strings.Lines(string(text)) {
		if count, ok := strings.CutPrefix(line, "oom_kill "); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(count))
			return n
		}
	}
	return 0
}
