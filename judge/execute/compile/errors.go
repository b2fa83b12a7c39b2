package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
)

// CompileError holds the errors that a compiler reports in a program. The program's verdict is CE.
type CompileError struct {
	Source string // the source's folder or file
	Output string // the first lines of the compiler's output

	rejected bool // the compiler ended with an error; no limit stopped it
}

func (e *CompileError) Error() string {
	return fmt.Sprintf("%s does not compile:\n%s", e.Source, e.Output)
}

// MissingError says that a language's tool is missing or broken on this machine, or that the language is unknown. It
// also says how to fix that. Its text is one line.
type MissingError struct {
	Language string // "C++"; for an unknown language, the source's files
	Compiler string // "g++"; "" for an unknown language
	Advice   string // "apt-get install g++"
	Broken   error  // the tool's error, if the tool is installed but broken; else nil
	Header   string // the missing header, "testlib.h"; "" if no header is missing
	Unlisted bool   // no tool is missing: the judge does not know the language, or where the program begins
}

// Installable reports whether installing a tool would help. It is false for an unknown language or an unknown main
// file.
func (e *MissingError) Installable() bool { return e.Header != "" || !e.Unlisted && e.Compiler != "" }

// Tool returns the name of what is missing.
func (e *MissingError) Tool() string {
	switch {
	case e.Header != "":
		return e.Header
	case e.Unlisted:
		return e.Language
	case e.Compiler == "":
		return "language of " + e.Language
	}
	return e.Compiler
}

func (e *MissingError) Error() string {
	switch {
	case e.Header != "" || e.Unlisted:
		return fmt.Sprintf("no %s: %s", e.Tool(), e.Advice)
	case e.Broken != nil:
		return fmt.Sprintf("no %s: %s is installed but fails: %v; fix it, or %s", e.Language, e.Compiler, e.Broken,
			e.Advice)
	case e.Compiler == "":
		return fmt.Sprintf("unknown language: %s (%s)", e.Language, e.Advice)
	}
	return fmt.Sprintf("no %s: %s is not on the PATH; %s", e.Language, e.Compiler, e.Advice)
}

// These expressions match what compilers print when the machine lacks disk space or memory. A match proves nothing,
// since a source can make a compiler print such text.
var (
	diskWords   = regexp.MustCompile(`(?i)no space left on device|disk quota exceeded|input/output error|bus error`)
	memoryWords = regexp.MustCompile(`(?i)out of memory|cannot allocate memory|memory exhausted|\bkilled\b`)
)

// scarce is the free disk space, in bytes, below which a compiler's report of a full disk is believed.
const scarce = 64 << 20

// orMachineError returns err, the error of this compilation, unless the compiler reports a lack of disk space or memory
// that the kernel confirms. Then the program may be correct, and the returned error wraps ENOSPC or ENOMEM. A lack is
// confirmed if the disk is nearly full, or if the kernel has killed a process because memory ran out. kills is the
// kernel's count of such kills before the compilation.
func (c compilation) orMachineError(err error, kills int) error {
	var broken *CompileError
	if !errors.As(err, &broken) {
		return err
	}
	lacks := func(what error, where string) error {
		return fmt.Errorf("%s cannot compile on this machine: %w%s; free disk space or memory and try again. It "+
			"says:\n%s", c.language.Compilers[0], what, where, broken.Output)
	}
	for _, dir := range []string{c.work, os.TempDir()} {
		if diskWords.MatchString(broken.Output) && freeSpace(dir) < scarce {
			return lacks(syscall.ENOSPC, ": "+filepath.Dir(dir))
		}
	}
	if memoryWords.MatchString(broken.Output) && outOfMemoryKills() > kills {
		return lacks(syscall.ENOMEM, "")
	}
	return err
}

// freeSpace returns the bytes that users other than root can still write to the disk of a folder.
func freeSpace(dir string) uint64 {
	var fs syscall.Statfs_t
	if syscall.Statfs(dir, &fs) != nil {
		return scarce // unknown, so the report is not believed
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize)
}

// outOfMemoryKills returns how many processes the kernel has killed since boot because memory ran out. Kernels before
// Linux 4.13 do not count them; the result is then 0.
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
