package measure

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/record"
)

// ThisMachine describes this machine, with the sandbox of that name.
func ThisMachine(ctx context.Context, backend string) record.Machine {
	m := record.Machine{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpuName(ctx), Cores: strconv.Itoa(runtime.NumCPU()),
		Backend: backend, Go: said(ctx, "go", "env", "GOVERSION"), GCC: said(ctx, "gcc", "-dumpfullversion"),
	}
	var name unix.Utsname
	if unix.Uname(&name) == nil {
		m.Kernel = unix.ByteSliceToString(name.Release[:])
	}
	return m
}

// cpuName is the processor's name: on Linux from /proc/cpuinfo, which has only a part number for ARM; else from sysctl.
func cpuName(ctx context.Context) string {
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for _, key := range []string{"model name", "CPU part"} {
			for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
				if k, v, _ := strings.Cut(s.Text(), ":"); strings.TrimSpace(k) == key && strings.TrimSpace(v) != "" {
					return strings.TrimSpace(v)
				}
			}
		}
	}
	if name := said(ctx, "sysctl", "-n", "machdep.cpu.brand_string"); name != "" {
		return name
	}
	return runtime.GOARCH
}

// said is the first line of a command's output, "" if the command fails.
func said(ctx context.Context, name string, args ...string) string {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(first)
}
