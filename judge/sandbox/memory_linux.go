package sandbox

import (
	"golang.org/x/sys/unix"
)

// How much memory a program has used, by its cgroup. The recorded peak of a cgroup includes page cache, which is not the
// program's: one that prints much would seem large. So the cache is taken off it, as it is when the program has ended: cache
// stays until the kernel needs the room or the file is gone. What a cgroup tells otherwise is of the moment, and is sampled.

// counts reports whether the cgroup counts memory and CPU time of all processes, so that they need not be watched.
func (g *runCgroup) counts() bool {
	return g != nil && g.memoryMax != nil && g.memoryPeak != nil && g.memoryStat != nil && g.cpuUsage != nil
}

// perCore is how much memory the kernel charges ahead for each core, 64 pages; a recorded peak may be too high by that.
const perCore = 64 * 4096

// sample looks at the memory of the cgroup, unless its recorded peak is no more than known.
func (g *runCgroup) sample(known int64) {
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

// memory is the peak of anonymous, shared and kernel memory, or known if that is larger. The program has ended. A peak that
// is only likely counts as far as the recorded peak allows. The program has run on so many cores.
func (g *runCgroup) memory(known, likely int64, oomKilled bool, cores int) int64 {
	peak, ok := g.peak()
	if !ok || peak <= known {
		return known
	}
	if oomKilled {
		return peak
	}
	g.sample(known)
	known = max(known, g.sampled)
	if !g.reclaimed() { // else there may have been more cache before
		known = max(known, peak-g.cache-perCore*int64(cores), min(likely, peak-g.cache))
	}
	return known
}

// reclaimed reports whether the program has reached its limit, so that the kernel has given back page cache of it.
func (g *runCgroup) reclaimed() bool {
	if g.memoryFailures != nil {
		count, _ := readNumber(g.memoryFailures, "")
		return count > 0
	}
	count, _ := readNumber(g.memoryEvents, "max")
	return count > 0
}
