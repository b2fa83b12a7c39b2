package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
)

// BenchmarkTwoWorkers compares "cluster run" on two workers of one job each with "judge run -j 1" on the same machine.
// Both judge 40 submissions of a trivial program on 250 tests. The programs are built beforehand, and the two take
// turns. The first ratio is the cluster's time divided by half of the single process's; 1 means that nothing is lost.
// The second is the CPU time of all processes, with server and client, divided by the single process's. The benchmark
// also measures "judge run -j 2", since the cluster is not to blame for the cost of two parallel tests.
func BenchmarkTwoWorkers(b *testing.B) {
	if runtime.NumCPU() < 2 {
		b.Skip("there is one core")
	}
	const submissions, tests = 40, 250
	c, server := startCluster(b, "")
	writeCopies(b, c.pack, submissions, tests)
	judge := filepath.Join(c.dir, "judge")
	if out, err := exec.Command("go", "build", "-o", judge, "dlxjudge/judge").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"one", "two"} { // each builds everything, alone
		worker := c.work(name)
		accepted(b, c.ask())
		worker.signal(syscall.SIGTERM)
		worker.status()
	}
	both := []*process{server}
	for core, name := range []string{"one", "two"} {
		onCore(b, core, func() { both = append(both, c.work(name)) })
	}
	eventually(b, "both workers are there", func() bool { return len(c.offers()) == 2 })

	alone := func(jobs string) (clock, cpu time.Duration) {
		c.started++
		start := time.Now()
		p := spawn(b, "judge", filepath.Join(c.dir, fmt.Sprint("alone", c.started)), append(c.env, "XDG_CACHE_HOME="+
			filepath.Join(c.dir, "alone")),
			judge, "run", "-j", jobs, "--package", c.pack)
		accepted(b, p)
		return time.Since(start), p.spent()
	}
	together := func() (clock, cpu time.Duration) {
		start, before := time.Now(), cpuOf(b, both...)
		client := c.ask("--fresh")
		accepted(b, client)
		return time.Since(start), cpuOf(b, both...) - before + client.spent()
	}
	alone("1") // builds
	var clock, cpu, side samples
	for b.Loop() {
		clockAlone, cpuAlone := alone("1")
		clockSide, _ := alone("2")
		clockTogether, cpuTogether := together()
		clock.add(float64(clockTogether) / (float64(clockAlone) / 2))
		cpu.add(float64(cpuTogether) / float64(cpuAlone))
		side.add(float64(clockSide) / (float64(clockAlone) / 2))
		b.Logf("alone %v (CPU %v), side by side %v, together %v (CPU %v); load %s", clockAlone, cpuAlone, clockSide,
			clockTogether, cpuTogether, load(b))
	}
	clock.report(b, "time/half")
	cpu.report(b, "cpu/alone")
	side.report(b, "j2-time/half")
}

// onCore calls start, which starts a worker. The worker and its programs use only the given core.
func onCore(b *testing.B, core int, start func()) {
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, alone unix.CPUSet
	judgetest.Check(b, unix.SchedGetaffinity(0, &before))
	alone.Set(core)
	judgetest.Check(b, unix.SchedSetaffinity(0, &alone))
	start()
	judgetest.Check(b, unix.SchedSetaffinity(0, &before))
}

// accepted waits for a process to end, however slow the machine is.
func accepted(b *testing.B, p *process) {
	b.Helper()
	<-p.ended
	if status := p.cmd.ProcessState.ExitCode(); status != 0 {
		b.Fatalf("%s ended with %d: %s", p.name, status, judgetest.Read(b, filepath.Join(p.dir, "stdout")))
	}
}
