// Package processor finds the name of this machine's processor.
package processor

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Name returns the processor's name from /proc/cpuinfo (on ARM, only a part number) or from sysctl. If both fail, it
// returns the architecture.
func Name(ctx context.Context) string {
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for _, key := range []string{"model name", "CPU part"} {
			for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
				if k, v, _ := strings.Cut(s.Text(), ":"); strings.TrimSpace(k) == key && strings.TrimSpace(v) != "" {
					return strings.TrimSpace(v)
				}
			}
		}
	}
	if out, err := exec.CommandContext(ctx, "sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
		if name := strings.TrimSpace(string(out)); name != "" {
			return name
		}
	}
	return runtime.GOARCH
}
