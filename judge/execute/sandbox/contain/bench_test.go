//go:build linux

package contain

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/plain"
)

// BenchmarkRun measures a run of /bin/true under each kind of isolation, as a multiple of a plain os/exec run with the
// same files. The runs are interleaved, so that other load on the machine affects all of them alike.
//
//	go test -run '^$' -bench Run -benchtime 200x ./judge/execute/sandbox/contain
func BenchmarkRun(b *testing.B) {
	const program = "/bin/true"
	out := filepath.Join(b.TempDir(), "out")
	task := sandbox.Task{Program: program, Input: os.DevNull, Output: out, Limits: sandbox.Limits{
		CPU: time.Second, Wall: 2 * time.Second, Memory: 64 << 20, Output: 64 << 20, Processes: 64,
	}}
	type row struct {
		name  string
		run   func() error
		times []time.Duration
	}
	rows := []row{{name: "bare", run: func() error { return bare(program, task.Input, out) }}}
	add := func(name string, box sandbox.Sandbox, err error) {
		if err != nil {
			b.Logf("%s: %v", name, err)
			return
		}
		b.Cleanup(func() { box.Close() })
		worker, err := box.Worker(0)
		judgetest.Check(b, err)
		b.Cleanup(func() { worker.Close() })
		rows = append(rows, row{name: name, run: func() error {
			_, err := worker.Run(b.Context(), task)
			return err
		}})
	}
	for _, each := range []struct {
		name       string
		isolation  helper.Isolation
		withCgroup bool
	}{
		{"traced", helper.Isolation{}, false},
		{"cgroups", helper.Isolation{}, true},
		{"Landlock", helper.Isolation{Landlock: true}, false},
		{"namespaces", helper.Isolation{Namespaces: true}, false},
		{"all", helper.Isolation{Namespaces: true}, true},
		{"userns", helper.Isolation{Namespaces: true, UserNamespace: true}, false},
	} {
		box, err := openLevel(sandbox.Options{}, each.isolation, each.withCgroup)
		add(each.name, box, err)
	}
	box, err := plain.Open(sandbox.Options{})
	add("portable", box, err)

	for b.Loop() {
		for i := range rows {
			start := time.Now()
			if err := rows[i].run(); err != nil {
				b.Fatal(rows[i].name, ": ", err)
			}
			rows[i].times = append(rows[i].times, time.Since(start))
		}
	}
	base := median(rows[0].times)
	b.ReportMetric(0, "ns/op") // hides the total, which means nothing
	for _, r := range rows {
		b.ReportMetric(float64(median(r.times))/float64(base), r.name+"/bare")
		b.Logf("%-10s %v %v %v", r.name, r.times[0], r.times[len(r.times)/10], median(r.times))
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func bare(program, input, output string) error {
	stdin, err := os.Open(input)
	if err != nil {
		return err
	}
	defer stdin.Close()
	stdout, err := os.Create(output)
	if err != nil {
		return err
	}
	defer stdout.Close()
	command := exec.Command(program)
	command.Stdin, command.Stdout, command.Stderr = stdin, stdout, stdout
	return command.Run()
}
