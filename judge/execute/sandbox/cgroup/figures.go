//go:build linux

package cgroup

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// The peak memory that a cgroup records includes page cache, which is not the program's memory: a program that prints
// much would seem large. So the judge subtracts the cache that is left when the program has ended. Cached pages stay
// until the kernel needs the memory or the file is removed. A cgroup's other memory figures are momentary, so the judge
// samples them.

// Counts reports whether the cgroup counts the memory and CPU time of all processes. If it does, the judge need not
// sample each process.
func (g *Run) Counts() bool {
	return g.memoryMax != nil && g.memoryPeak != nil && g.memoryStat != nil && g.cpuUsage != nil
}

// perCore is the number of bytes that the kernel charges in advance for each core: 64 pages. For each core, the
// recorded peak may be too high by this many bytes.
const perCore = 64 * 4096

// PrintsTo notes the files that the program prints to. The kernel charges output on a tmpfs to the program, although it
// is not the program's memory, so Memory subtracts it. Each file has at most limit bytes. PrintsTo returns the largest
// number of bytes that the kernel can charge for all files in memory together.
func (g *Run) PrintsTo(files []int, limit int64) (charged int64) {
	for _, fd := range files {
		var disk unix.Statfs_t
		if unix.Fstatfs(fd, &disk) == nil && disk.Type == unix.TMPFS_MAGIC {
			g.outputs = append(g.outputs, fd)
			charged += limit
		}
	}
	return charged
}

// Sample samples the cgroup's memory if the recorded peak is higher than known, the peak in bytes that the judge
// already knows.
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
	} else {
		cache, own = stat("cache"), stat("rss")
		if g.memoryKernel != nil {
			kernel, _ = readNumber(g.memoryKernel, "")
		}
	}
	g.sampled = max(g.sampled, own+shared+kernel)
	g.cache = max(g.cache, cache-shared)
}

// Memory returns the peak of anonymous, shared and kernel memory in bytes. Call it after the program has ended. The
// result is at least known, the peak that the judge already knows. likely estimates the peak; Memory uses at most the
// recorded peak minus cache. cores is the number of cores that the program used. If oomKilled is true, Memory returns the
// recorded peak.
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
	if !g.reclaimed() { // if cache was reclaimed, the peak may include more cache than was sampled
		known = max(known, peak-g.cache-perCore*int64(cores), min(likely, peak-g.cache))
	}
	return known
}

// Over reports whether a sample of the program's memory exceeded limit bytes. The kernel enforces the limit of the
// cgroup, which is higher if the cgroup is also charged for output.
func (g *Run) Over(limit int64) bool {
	if limit <= 0 {
		return false
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.sampled > limit
}

// largestCharge is the largest number of bytes that the kernel charges in one step: a huge page.
const largestCharge = 2 << 20

// reclaimed reports whether the program came so close to its limit that the kernel may have reclaimed page cache. In
// version 2, the kernel counts how often the cgroup reached its limit.
func (g *Run) reclaimed() bool {
	if g.folder == nil {
		peak, _ := g.peak()
		return g.limited > 0 && peak > g.limited-largestCharge
	}
	count, _ := readNumber(g.memoryEvents, "max")
	return count > 0
}

// CPU returns the CPU time of all processes that were ever in the cgroup; false if it is unknown.
func (g *Run) CPU() (time.Duration, bool) {
	if g.cpuUsage == nil {
		return 0, false
	}
	count, ok := readNumber(g.cpuUsage, "usage_usec")
	return time.Duration(count) * g.cpuUnit, ok
}

// peak returns the peak memory of the cgroup in bytes, including page cache and kernel memory.
func (g *Run) peak() (int64, bool) {
	if g.memoryPeak == nil {
		return 0, false
	}
	return readNumber(g.memoryPeak, "")
}

// OOMKilled reports whether the kernel killed a process of the cgroup because memory ran out.
func (g *Run) OOMKilled() bool {
	if g.memoryEvents == nil {
		return false
	}
	count, _ := readNumber(g.memoryEvents, "oom_kill")
	return count > 0
}

// readNumber returns the only number in a file. If each line of the file has a key and a number, readNumber returns the
// number after the given key.
func readNumber(file *os.File, key string) (int64, bool) {
	var text [512]byte
	n, err := unix.Pread(int(file.Fd()), text[:], 0) // ReadAt would need a second call to see the end of the file
	if err != nil {
		return 0, false
	}
	return numberIn(text[:n], key)
}

// numberIn is like readNumber for the text of a file.
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
