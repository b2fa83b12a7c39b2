package health

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/execute/sandbox/contain"
)

// Timing reports what disturbs measurements on this machine. It takes about 0.3 s.
func Timing() []Diagnosis {
	cores := len(contain.Cores())
	load, _, _ := strings.Cut(text("/proc/loadavg"), " ")
	running, _ := strconv.ParseFloat(load, 64)
	stolen := steal()
	governor := "not visible, as usual in a virtual machine: compare only runs that alternate"
	governors, _ := filepath.Glob("/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")
	for _, path := range governors {
		if governor = text(path); governor != "performance" {
			break
		}
	}
	_, pages, _ := strings.Cut(text("/sys/kernel/mm/transparent_hugepage/enabled"), "[")
	pages, _, _ = strings.Cut(pages, "]")
	return []Diagnosis{
		timing("cores", strconv.Itoa(cores), cores < 2,
			"programs share the only core with everything else: wall times mean little",
			"give this machine, or its container, a second core"),
		timing("load", cmp.Or(load, "unknown")+" in the last minute", load == "" || running >= float64(cores)/2,
			"other programs compete for cores and caches: CPU times of programs that use much memory vary by tens of "+
				"percent", "wait until the machine is idle (uptime)"),
		timing("steal", fmt.Sprintf("%.0f%%", stolen), stolen >= 1,
			"the hypervisor gives this machine's cores to other machines: times vary",
			"measure on a dedicated machine"),
		timing("frequency scaling", governor, len(governors) > 0 && governor != "performance",
			"a core is slow until it has been busy for a while: times of short programs are too long",
			"sudo cpupower frequency-set -g performance"),
		timing("transparent huge pages", cmp.Or(pages, "not in this kernel"), pages == "always",
			"a program gets memory in steps of 2 MiB even if it uses less: peaks are higher and times vary",
			"echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"),
	}
}

// timing returns a diagnosis. If disturbs is false, the diagnosis has neither a consequence nor advice.
func timing(name, detail string, disturbs bool, means, improve string) Diagnosis {
	if !disturbs {
		return Diagnosis{Name: name, Works: true, Detail: detail}
	}
	return Diagnosis{Name: name, Detail: detail, Means: means, Improve: improve}
}

// text returns the content of a kernel file; "" if the file does not exist.
func text(path string) string {
	content, _ := os.ReadFile(path)
	return string(bytes.TrimSpace(content))
}

// steal measures, over 0.3 s, the percentage of CPU time that the hypervisor takes from this machine.
func steal() float64 {
	read := func() (stolen, all float64) {
		line, _, _ := strings.Cut(text("/proc/stat"), "\n")
		for i, word := range strings.Fields(line) {
			// The fields are cpu user nice system idle iowait irq softirq steal guest guest_nice. Of these, user and
			// nice include the last two.
			if ticks, err := strconv.ParseFloat(word, 64); err == nil && i <= 8 {
				if all += ticks; i == 8 {
					stolen = ticks
				}
			}
		}
		return stolen, all
	}
	before, start := read()
	time.Sleep(300 * time.Millisecond)
	after, end := read()
	return 100 * (after - before) / max(end-start, 1)
}
