package track

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
)

// Machine is where and with what a record was made: its configuration lines.
type Machine struct {
	GOOS, GOARCH, CPU, Cores string
	Kernel                   string
	Backend                  string // the sandbox
	Go, GCC                  string // versions of the compilers; "" for one that is not there
}

// line is one configuration line.
type line struct {
	key   string
	value *string
	apart bool // whether times of machines that differ in it cannot be compared
}

func (m *Machine) lines() []line {
	return []line{
		{"goos", &m.GOOS, true}, {"goarch", &m.GOARCH, true}, {"cpu", &m.CPU, true}, {"cores", &m.Cores, true},
		{"kernel", &m.Kernel, false}, {"backend", &m.Backend, true}, {"go", &m.Go, false}, {"gcc", &m.GCC, false},
	}
}

// Apart says in what two machines differ so that times of one say nothing of the other: "cpu: A and B"; nil if in nothing.
func (m Machine) Apart(other Machine) []string { return m.differences(other, true) }

// Changed says in what else two machines differ: a kernel or a compiler of another version, that may itself be the
// reason for another time.
func (m Machine) Changed(other Machine) []string { return m.differences(other, false) }

func (m Machine) differences(other Machine, apart bool) []string {
	var said []string
	theirs := other.lines()
	for i, ours := range m.lines() {
		if a, b := *ours.value, *theirs[i].value; ours.apart == apart && a != b {
			said = append(said, ours.key+": "+orNone(a)+" and "+orNone(b))
		}
	}
	return said
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// ThisMachine describes the machine that runs this, with the sandbox of that name.
func ThisMachine(ctx context.Context, backend string) Machine {
	m := Machine{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpuName(ctx), Cores: strconv.Itoa(runtime.NumCPU()),
		Backend: backend, Go: said(ctx, "go", "env", "GOVERSION"), GCC: said(ctx, "gcc", "-dumpfullversion"),
	}
	var name unix.Utsname
	if unix.Uname(&name) == nil {
		m.Kernel = unix.ByteSliceToString(name.Release[:])
	}
	return m
}

// cpuName is the processor's name: from /proc/cpuinfo on Linux, where ARM gives a part's number only, else from sysctl.
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

// said is the first line that a command prints, "" if it fails.
func said(ctx context.Context, name string, args ...string) string {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(first)
}
