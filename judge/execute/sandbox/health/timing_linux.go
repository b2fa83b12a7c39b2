package health

import (
	"bytes"
	"dlxjudge/judge/execute/sandbox/contain"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Timing says what disturbs measurements on this machine. It takes about 0.3 s.
func Timing() []Diagnosis {
	return []Diagnosis{timeCores(), timeLoad(), timeSteal(), timeScaling(), timeHugePages()}
}

func timeCores() Diagnosis {
	n := len(contain.Cores())
	f := Diagnosis{Name: "cores", Works: n > 1, Detail: strconv.Itoa(n),
		Means: "each worker's programs are pinned to one core; one core stays free"}
	if n <= 1 {
		f.Means = "programs share the only core with everything else: wall times mean little"
		f.Improve = "give this machine, or its container, a second core"
	}
	return f
}

func timeLoad() Diagnosis {
	f := Diagnosis{Name: "load"}
	text, err := os.ReadFile("/proc/loadavg")
	words := strings.Fields(string(text))
	if err != nil || len(words) == 0 {
		f.Detail, f.Means = fmt.Sprintf("unknown: %v", err), "other programs may compete for the cores"
		f.Improve = "mount /proc"
		return f
	}
	load, _ := strconv.ParseFloat(words[0], 64)
	f.Detail = words[0] + " in the last minute"
	f.Works = load < float64(len(contain.Cores()))/2
	if !f.Works {
		f.Means = "other programs compete for cores and caches: CPU times of programs that use much memory vary by " +
			"tens of percent"
		f.Improve = "wait until the machine is idle (uptime)"
	}
	return f
}

// timeSteal measures for a moment how much of the time the hypervisor takes from this machine.
func timeSteal() Diagnosis {
	f := Diagnosis{Name: "steal"}
	read := func() (stolen, all float64) {
		text, _ := os.ReadFile("/proc/stat")
		line, _, _ := bytes.Cut(text, []byte("\n"))
		for i, word := range strings.Fields(string(line)) {
			// cpu user nice system idle iowait irq softirq steal; the rest is included in user and nice
			if ticks, err := strconv.ParseFloat(word, 64); err == nil && i <= 8 {
				if all += ticks; i == 8 {
					stolen = ticks
				}
			}
		}
		return stolen, all
	}
	stolen, all := read()
	time.Sleep(300 * time.Millisecond)
	stolenNow, allNow := read()
	if allNow <= all {
		f.Detail, f.Means = "unknown", "a hypervisor may give this machine's cores to other machines"
		f.Improve = "mount /proc"
		return f
	}
	percent := 100 * (stolenNow - stolen) / (allNow - all)
	f.Works, f.Detail = percent < 1, fmt.Sprintf("%.0f%%", percent)
	if !f.Works {
		f.Means = "the hypervisor gives this machine's cores to other machines: times vary"
		f.Improve = "measure on a dedicated machine"
	}
	return f
}

func timeScaling() Diagnosis {
	f := Diagnosis{Name: "frequency scaling", Works: true}
	governors, _ := filepath.Glob("/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")
	if len(governors) == 0 {
		f.Detail = "not visible, as usual in a virtual machine"
		f.Means = "the clock frequency may change unnoticed: compare interleaved runs only, not runs of different days"
		return f
	}
	for _, path := range governors {
		text, _ := os.ReadFile(path)
		if f.Detail = strings.TrimSpace(string(text)); f.Detail != "performance" {
			f.Works = false
			f.Means = "a core is slow until it has been busy for a while: times of short programs are too long"
			f.Improve = "sudo cpupower frequency-set -g performance"
			break
		}
	}
	return f
}

func timeHugePages() Diagnosis {
	f := Diagnosis{Name: "transparent huge pages", Works: true}
	text, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil {
		f.Detail = "not in this kernel"
		return f
	}
	_, rest, _ := strings.Cut(string(text), "[")
	f.Detail, _, _ = strings.Cut(rest, "]")
	if f.Detail == "always" {
		f.Works = false
		f.Means = "a program gets memory in steps of 2 MiB even if it uses less: peaks are higher and times vary"
		f.Improve = "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"
	}
	return f
}
