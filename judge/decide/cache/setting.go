package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/version"
)

// Setting describes what all verdicts of this judge on this machine depend on: the judge's own program, the kernel, the
// processor, the limits that programs inherit, and the libraries of the system. It begins at once, since to look at all
// libraries takes as long as to open a sandbox. The function waits for that, and adds the rest, such as the sandbox.
func Setting() (with func(more ...string) string) {
	machine := sync.OnceValue(machine)
	go machine()
	return func(more ...string) string { return strings.Join(append([]string{machine()}, more...), "\n") }
}

func machine() string {
	return strings.Join([]string{"judge " + version.Judge(), kernel(), processor(), fmt.Sprintf("%d cores, user %d",
		runtime.NumCPU(), os.Geteuid()), inherited(), "libraries " + libraries()}, "\n")
}

func kernel() string {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return runtime.GOOS
	}
	text := unix.ByteSliceToString
	return strings.Join([]string{text(name.Sysname[:]), text(name.Release[:]), text(name.Version[:]),
		text(name.Machine[:])}, " ")
}

// processor is what Linux reports of the first processor, except for the clock, which changes.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	first, _, _ := strings.Cut(string(text), "\n\n")
	return clock.ReplaceAllString(first, "")
}

var clock = regexp.MustCompile(`(?mi)^(cpu MHz|bogomips).*$`)

// inherited are the resource limits that programs inherit from the judge: a deep recursion ends at that of the stack.
func inherited() string {
	var said []string
	for _, limit := range []int{unix.RLIMIT_AS, unix.RLIMIT_CPU, unix.RLIMIT_DATA, unix.RLIMIT_FSIZE,
		unix.RLIMIT_NOFILE, unix.RLIMIT_STACK} {
		var value unix.Rlimit
		if err := unix.Getrlimit(limit, &value); err != nil {
			said = append(said, "?")
			continue
		}
		said = append(said, fmt.Sprintf("%d/%d", value.Cur, value.Max))
	}
	return "limits " + strings.Join(said, " ")
}

// libraryFolders are where the dynamic linker finds libraries, and where its cache is.
var libraryFolders = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64",
	"/lib/*-linux-*", "/usr/lib/*-linux-*", "/usr/local/lib/*-linux-*",
}

// libraries is a digest of the names, sizes and times of the system's shared libraries: a new version of one changes
// it.
func libraries() string {
	sum := sha256.New()
	add := func(path string) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			stamp, _ := store.Stamp(info)
			fmt.Fprintf(sum, "%s %s\n", path, stamp)
		}
	}
	add("/etc/ld.so.cache")
	seen := make(map[string]bool) // /lib is a link to /usr/lib on most systems
	for _, pattern := range libraryFolders {
		folders, _ := filepath.Glob(pattern)
		for _, folder := range folders {
			real, err := filepath.EvalSymlinks(folder)
			if err != nil || seen[real] {
				continue
			}
			seen[real] = true
			files, _ := filepath.Glob(real + "/*.so*")
			for _, file := range files {
				add(file)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}
