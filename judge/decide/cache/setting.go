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

// Setting describes what every verdict on this machine depends on: the judge's version, the kernel, the processor,
// inherited limits and system libraries. It returns immediately and works in the background, because listing the
// libraries takes as long as opening a sandbox. The returned function waits for the description, and appends its
// arguments, one per line.
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

// processor returns what Linux reports about the first processor, except clock rates, which vary.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	first, _, _ := strings.Cut(string(text), "\n\n")
	return clock.ReplaceAllString(first, "")
}

var clock = regexp.MustCompile(`(?mi)^(cpu MHz|bogomips).*$`)

// inherited returns the resource limits that programs inherit from the judge, such as the stack limit.
func inherited() string {
	var limits []string
	for _, limit := range []int{unix.RLIMIT_AS, unix.RLIMIT_CPU, unix.RLIMIT_DATA, unix.RLIMIT_FSIZE,
		unix.RLIMIT_NOFILE, unix.RLIMIT_STACK} {
		var value unix.Rlimit
		if err := unix.Getrlimit(limit, &value); err != nil {
			limits = append(limits, "?")
			continue
		}
		limits = append(limits, fmt.Sprintf("%d/%d", value.Cur, value.Max))
	}
	return "limits " + strings.Join(limits, " ")
}

// libraryFolders are glob patterns of the folders in which the dynamic linker finds libraries.
var libraryFolders = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64",
	"/lib/*-linux-*", "/usr/lib/*-linux-*", "/usr/local/lib/*-linux-*",
}

// libraries returns a digest of the names, sizes and times of the system's shared libraries.
func libraries() string {
	sum := sha256.New()
	add := func(path string) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			stamp, _ := store.Stamp(info)
			fmt.Fprintf(sum, "%s %s\n", path, stamp)
		}
	}
	add("/etc/ld.so.cache")
	seen := make(map[string]bool) // folders that were added; on most systems, /lib is a link to /usr/lib
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
