package talk

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

const exchanges = 1000

// The two sides of the benchmark. Each line is answered before the next one is said.
const (
	asking = "#include <stdio.h>\nint main(void) { int n; for (int i = 0; i < 1000; i++) { printf(\"%d\\n\", i); " +
		"fflush(stdout); if (scanf(\"%d\", &n) != 1 || n != i) return 43; } return 42; }\n"
	answering = "#include <stdio.h>\nint main(void) { int n; while (scanf(\"%d\", &n) == 1) { printf(\"%d\\n\", n); " +
		"fflush(stdout); if (n == 999) return 0; } return 1; }\n"
)

// BenchmarkTalk runs a conversation of 1,000 exchanges, the same with a transcript, and two bare processes with two
// pipes, in turns, and reports the medians of the ratios.
//
//	go test -run '^$' -bench Talk -benchtime 100x ./judge/decide/talk
func BenchmarkTalk(b *testing.B) {
	checker, submission := compile(b, "checker", asking), compile(b, "submission", answering)
	empty := filepath.Join(b.TempDir(), "empty")
	judgetest.Check(b, os.WriteFile(empty, nil, 0o644))
	box, err := sandbox.Open(sandbox.Options{Scratch: b.TempDir()})
	judgetest.Check(b, err)
	defer box.Close()
	worker, err := box.Worker(0)
	judgetest.Check(b, err)
	defer worker.Close()
	limits := problem.DefaultValidation
	sides := Sides{
		Worker: worker,
		Task: sandbox.Task{Program: submission, Limits: sandbox.Limits{CPU: 10 * time.Second, Wall: 20 * time.Second,
			Memory: 256 << 20, Output: 8 << 20, Processes: 64}},
		Own:     ownVerdict,
		Checker: check.Talking(box, sandbox.Program{Path: checker}, limits), Files: check.Files{Input: empty,
			Answer: empty}, Limits: limits,
	}
	converse := func(transcript *Transcript) time.Duration {
		start := time.Now()
		ends, err := Talk(b.Context(), sides, transcript)
		if err != nil || ends.Checker.Verdict != problem.AC || ends.Own != "" {
			b.Fatalf("%+v, %v", ends, err)
		}
		return time.Since(start)
	}
	bare := func() time.Duration {
		start := time.Now()
		there, back := bothPipes(b)
		first, second := exec.Command(checker), exec.Command(submission)
		first.Stdin, first.Stdout, second.Stdin, second.Stdout = there[0], back[1], back[0], there[1]
		judgetest.Check(b, first.Start())
		judgetest.Check(b, second.Start())
		for _, end := range append(there, back...) {
			end.Close()
		}
		if err := first.Wait(); first.ProcessState.ExitCode() != 42 {
			b.Fatal(err)
		}
		judgetest.Check(b, second.Wait())
		return time.Since(start)
	}
	converse(nil) // the worker of the checker starts once
	var talked, recorded []float64
	var alone time.Duration
	for b.Loop() {
		base := bare()
		alone += base
		talked = append(talked, float64(converse(nil))/float64(base))
		recorded = append(recorded, float64(converse(&Transcript{}))/float64(base))
	}
	b.ReportMetric(median(talked), "×-bare")
	b.ReportMetric(median(recorded), "×-bare-recorded")
	b.ReportMetric(float64(alone.Microseconds())/float64(b.N)/exchanges, "µs/exchange-bare")
	b.ReportMetric(0, "ns/op")
}

func bothPipes(b *testing.B) (there, back []*os.File) {
	for _, ends := range []*[]*os.File{&there, &back} {
		r, w, err := os.Pipe()
		judgetest.Check(b, err)
		*ends = []*os.File{r, w}
	}
	return there, back
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// ownVerdict is the verdict of a run in these tests.
func ownVerdict(r sandbox.Result) problem.Verdict {
	switch {
	case r.End == sandbox.StoppedWall || r.End == sandbox.StoppedCPU:
		return problem.TLE
	case r.End == sandbox.Exited && r.ExitCode == 0:
		return problem.NotRun
	}
	return problem.RTE
}

// compile compiles a program in C to where every user can run it.
func compile(t testing.TB, name, source string) string {
	judgetest.Need(t, "gcc")
	dir := t.TempDir()
	judgetest.Check(t, os.Chmod(dir, 0o755))
	path := filepath.Join(dir, name)
	judgetest.Write(t, path+".c", source)
	out, err := exec.Command("gcc", "-O1", "-o", path, path+".c").CombinedOutput()
	if err != nil {
		t.Fatal(fmt.Errorf("%w: %s", err, out))
	}
	return path
}
