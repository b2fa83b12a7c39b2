//go:build linux

package cgroup

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// How much memory a program has used, by its cgroup. The recorded peak of a cgroup includes page cache, which is not
// the program's: one that prints much would seem large. So the cache is taken off it, as it is when the program has
// ended: cache stays until the kernel needs the room or the file is gone. What a cgroup tells otherwise is of the
// moment, and is sampled.

// Counts reports whether the cgroup counts memory and CPU time of all processes, so that they need not be watched.
func (g *Run) Counts() bool {
	return g != nil && g.memoryMax != nil && g.memoryPeak != nil && g.memoryStat != nil && g.cpuUsage != nil
}

// perCore is how much memory the kernel charges ahead for each core, 64 pages; a recorded peak may be too high by that.
const perCore = 64 * 4096

// PrintsTo tells the cgroup to which files the program prints. Those in memory, such as in a /tmp that is a tmpfs, are
// not the program's memory, but are charged to it. It returns how many bytes that can be, if each of them is limited.
func (g *Run) PrintsTo(files []int, limit int64) (charged int64) {
	if g == nil {
		return 0
	}
	for _, fd := range files {
		var disk unix.Statfs_t
		if unix.Fstatfs(fd, &disk) == nil && disk.Type == unix.TMPFS_MAGIC {
			g.outputs = append(g.outputs, fd)
			charged += limit
		}
	}
	return charged
}

// Sample reads the memory of the cgroup, unless its recorded peak is no more than known.
func (g *Run) Sample(known int64) {
	if peak, ok := g.peak(); !ok || peak <= known {
		return
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	var text [8192]byte
	n, err := unix.Pread(int(g.memoryStat.Fd()), text[:], 0)
	if err != nil {
		return
	}
	stat := func(key string) int64 {
		bytes, _ := numberIn(text[:n], key)
		return bytes
	}
	shared := stat("shmem")
	for _, fd := range g.outputs {
		var file unix.Stat_t
		if unix.Fstat(fd, &file) == nil {
			shared = max(0, shared-file.Blocks*512)
		}
	}
	var cache, own, kernel int64
	if g.folder != nil { // version 2
		cache, own, kernel = stat("file"), stat("anon"), stat("kernel")
		if kernel == 0 { // before Linux 5.18
			kernel = stat("kernel_stack") + stat("pagetables") + stat("slab")
		}
	} else {
		cache, own = stat("cache"), stat("rss")
		if g.memoryKernel != nil {
			kernel, _ = readNumber(g.memoryKernel, "")
		}
	}
	g.sampled = max(g.sampled, own+shared+kernel)
	g.cache = max(g.cache, cache-shared)
}

// Memory is the peak of anonymous, shared and kernel memory, or known if that is larger. The program has ended. A peak
// that is only likely counts as far as the recorded peak allows. The program has run on so many cores.
func (g *Run) Memory(known, likely int64, oomKilled bool, cores int) int64 {
	peak, ok := g.peak()
	if !ok || peak <= known {
		return known
	}
	if oomKilled {
		return peak
	}
	g.Sample(known)
	known = max(known, g.sampled)
	if !g.reclaimed() { // else there may have been more cache before
		known = max(known, peak-g.cache-perCore*int64(cores), min(likely, peak-g.cache))
	}
	return known
}

// Over reports whether the program was seen to have more memory than its limit. The kernel stops it there unless its
// cgroup is charged for what it prints, and so has a higher limit.
func (g *Run) Over(limit int64) bool {
	if g == nil || limit <= 0 {
		return false
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.sampled > limit
}

// largestCharge is the most memory that the kernel charges at once: a huge page.
const largestCharge = 2 << 20

// reclaimed reports whether the program has come so close to its limit that the kernel may have given back some of its
// page cache. Version 2 counts how often it reached the limit.
func (g *Run) reclaimed() bool {
	if g.folder == nil {
		peak, _ := g.peak()
		return g.limited > 0 && peak > g.limited-largestCharge
	}
	count, _ := readNumber(g.memoryEvents, "max")
	return count > 0
}

// CPU is the CPU time of all processes that were ever in the cgroup.
func (g *Run) CPU() (time.Duration, bool) {
	if g == nil || g.cpuUsage == nil {
		return 0, false
	}
	count, ok := readNumber(g.cpuUsage, "usage_usec")
	return time.Duration(count) * g.cpuUnit, ok
}

// peak is the peak memory of the cgroup in bytes, including page cache and kernel memory.
func (g *Run) peak() (int64, bool) {
	if g == nil || g.memoryPeak == nil {
		return 0, false
	}
	return readNumber(g.memoryPeak, "")
}

// OOMKilled reports whether the kernel has killed a process of the cgroup because it was out of memory.
func (g *Run) OOMKilled() bool {
	if g == nil || g.memoryEvents == nil {
		return false
	}
	count, _ := readNumber(g.memoryEvents, "oom_kill")
	return count > 0
}

// readNumber reads a file that holds a single number, or the number after key in a file of lines "key number".
func readNumber(file *os.File, key string) (int64, bool) {
	var text [512]byte
	n, err := unix.Pread(int(file.Fd()), text[:], 0) // ReadAt would need a second call to see the end of the file
	if err != nil {
		return 0, false
	}
	return numberIn(text[:n], key)
}

// numberIn is readNumber for the text of a file.
func numberIn(text []byte, key string) (int64, bool) {
	for line := range bytes.Lines(text) {
		name, number, pair := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		if !pair {
			number = name
		}
		if !pair || string(name) == key {
			count, err := strconv.ParseInt(string(number), 10, 64)
			return count, err == nil
		}
	}
	return 0, false
}
