package sampling

import (
	"context"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
)

// fakeExecutor runs nothing. It has a result and an output for each name of a program.
type fakeExecutor struct {
	uses    map[string]sandbox.Result
	prints  map[string]string
	ran     []string
	cores   []int // of the last run
	failsAt int   // number of the first run that fails; 0 for none
}

func (p *fakeExecutor) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	if task.Profile != sandbox.Command || task.Limits.Wall <= 0 || task.Limits.Output <= 0 {
		return sandbox.Result{}, errors.New("not run as a command, or without limits")
	}
	p.ran, p.cores = append(p.ran, task.Name), task.Cores
	used := p.uses[task.Name]
	if used.End == "" {
		used.End = sandbox.Exited
	}
	if p.failsAt > 0 && len(p.ran) >= p.failsAt {
		used.End, used.ExitCode = sandbox.Exited, 3
		used.Stderr.Write([]byte("before\nlast words\x1b\n"))
	}
	return used, os.WriteFile(task.Output, []byte(p.prints[task.Name]), 0o600)
}

func times(cpu, wall time.Duration) sandbox.Result { return sandbox.Result{CPU: cpu, Wall: wall} }

// commandsOn returns the commands a and b, decided after a number of rounds.
func commandsOn(t *testing.T, p *fakeExecutor, rounds int) *Commands {
	return &Commands{
		All:      []Command{{Title: "./a", Args: []string{"a"}}, {Title: "./b", Args: []string{"b"}}},
		Executor: p, Scratch: t.TempDir(), Time: time.Minute,
		Decided: func(records []*record.Record) bool {
			return len(records[0].Samples) == rounds && len(records[1].Samples) == rounds
		},
		Observe: func(grade.Progress) {},
	}
}

// TestCommands: both warm up twice, and then run in blocks of A B B A until they are decided; slow ones in pairs.
func TestCommands(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		a, b  sandbox.Result
		runs  int // in each round
		cores bool
	}{
		{times(ms, ms), times(2*ms, 2*ms), 64, true}, {times(40*ms, 50*ms), times(40*ms, 50*ms), 8, true},
		{times(2000*ms, 2000*ms), times(1000*ms, 1000*ms), 2, true},
		{times(2000*ms, 1000*ms), times(100*ms, 100*ms), 4, false}, // parallel
	} {
		p := &fakeExecutor{uses: map[string]sandbox.Result{"a": test.a, "b": test.b}}
		records, differ, err := commandsOn(t, p, 3).Run(t.Context())
		judgetest.Check(t, err)
		all := strings.Join(p.ran, "")
		if len(all) != 4+3*test.runs || all[:4] != "abab" || 2*strings.Count(all, "a") != len(all) {
			t.Errorf("%v: runs %s", test.a, all)
		}
		if one := test.cores && oneCore() != nil; (len(p.cores) == 1) != one {
			t.Errorf("%v: on the cores %v", test.a, p.cores)
		}
		for side, want := range []sandbox.Result{test.a, test.b} {
			// The judge's own memory hides that of a command.
			values := map[record.Unit]float64{record.CPU: float64(want.CPU), record.Wall: float64(want.Wall)}
			if s := records[side].Samples; len(s) != 3 || !maps.Equal(s[0].Values, values) {
				t.Errorf("samples of command %d: %+v", side, s)
			}
		}
		if differ {
			t.Errorf("%v: equal outputs differ", test.a)
		}
	}
}

// TestThreeCommands: each block runs all commands forth and back, and the seed decides in which order.
func TestThreeCommands(t *testing.T) {
	ran := func(seed uint64) string {
		p := &fakeExecutor{uses: map[string]sandbox.Result{"a": times(60*time.Millisecond, 60*time.Millisecond)}}
		c := commandsOn(t, p, 3)
		c.All, c.Seed = append(c.All, Command{Title: "./c", Args: []string{"c"}}), seed
		records, _, err := c.Run(t.Context())
		judgetest.Check(t, err)
		if third := records[2]; len(third.Samples) != 3 || third.Path != "./c" || third.Run.Seed != seed {
			t.Errorf("%+v", third)
		}
		return strings.Join(p.ran, "")
	}
	runs := ran(1)
	for i := 6; i < len(runs); i += 6 {
		if block := runs[i : i+6]; block[0] != block[5] || block[1] != block[4] || block[2] != block[3] {
			t.Errorf("the block %s is not forth and back", block)
		}
	}
	if ran(1) != runs || ran(2) == runs {
		t.Error("the seed does not decide the order")
	}
}

// TestCommandsPrepared: a command is prepared before each run, and may fail only if that is allowed.
func TestCommandsPrepared(t *testing.T) {
	p := &fakeExecutor{uses: map[string]sandbox.Result{"a": times(time.Second, time.Second)}, prints: map[string]string{
		"a": "1", "b": "2", "p": "3"}}
	c := commandsOn(t, p, 100)
	c.Most, c.Prepare = 1, &Command{Title: "--prepare p", Args: []string{"p"}}
	records, differ, err := c.Run(t.Context())
	judgetest.Check(t, err)
	if got := strings.Join(p.ran[:8], ""); got != "papbpapb" || len(p.ran)%2 != 0 || len(records[1].Samples) != 1 {
		t.Errorf("%s, %d runs, %d rounds", got, len(p.ran), len(records[1].Samples))
	}
	if !differ {
		t.Error("different outputs do not differ")
	}
	p.failsAt = 1
	c.AnyExit = true
	if _, _, err := c.Run(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "--prepare p failed") {
		t.Errorf("a preparation that fails: %v", err)
	}
}

// TestCommandsFail: a command that fails, at once or later, ends the measurement with its last words.
func TestCommandsFail(t *testing.T) {
	for _, at := range []int{1, 20} {
		p := &fakeExecutor{failsAt: at}
		c := commandsOn(t, p, 9)
		var failed *CommandError
		if _, _, err := c.Run(t.Context()); !errors.As(err, &failed) ||
			!strings.Contains(err.Error(), "exit status 3\nbefore\nlast words\\x1b") {
			t.Errorf("at %d: %v", at, err)
		}
		c = commandsOn(t, p, 9)
		c.AnyExit = true
		if records, _, err := c.Run(t.Context()); err != nil || len(records[1].Samples) != 9 {
			t.Errorf("with any exit status: %v, %d rounds", err, len(records[1].Samples))
		}
	}
	for end, want := range map[sandbox.End]string{sandbox.StoppedWall: "did not end within 1m0s",
		sandbox.StoppedOutput: "more than 256 MiB", sandbox.Signaled: "signal: segmentation fault"} {
		c := commandsOn(t, &fakeExecutor{uses: map[string]sandbox.Result{"a": {End: end, Signal: "SIGSEGV"}}}, 9)
		c.AnyExit = true
		if _, _, err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", end, err, want)
		}
	}
}

// TestCommandsOver: complete rounds count when time runs out or after an interrupt.
func TestCommandsOver(t *testing.T) {
	p := &fakeExecutor{}
	c := commandsOn(t, p, 9)
	c.Time = 0
	if records, _, err := c.Run(t.Context()); err != nil || len(records[1].Samples)+len(p.ran) != 0 {
		t.Errorf("without time: %v, %d runs", err, len(p.ran))
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c = commandsOn(t, p, 9)
	c.Decided = func(records []*record.Record) bool {
		if len(records[1].Samples) == 2 {
			cancel()
		}
		return false
	}
	if records, _, err := c.Run(ctx); !errors.Is(err, context.Canceled) || len(records[1].Samples) != 2 {
		t.Errorf("interrupted: %v, %d rounds", err, len(records[1].Samples))
	}
}
