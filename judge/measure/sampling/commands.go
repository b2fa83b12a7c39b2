package sampling

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
)

// Command is a command of the user's own, which is no solution of a problem.
type Command struct {
	Title string   // as it was typed
	Path  string   // of the program
	Args  []string // with the name that it is called by
}

// Commands are two commands that are measured in turns, without a problem, a build or a sandbox. The sides are those of
// a comparison: the first command is the Base.
type Commands struct {
	Sides    [Sides]Command
	Input    string   // the file that is the standard input of each run
	Prepare  *Command // runs before each run, and is not timed; nil for none
	AnyExit  bool     // a run may end with any exit status
	Executor sandbox.Executor
	Scratch  string // folder for the outputs

	Time    time.Duration // in all, at most
	Most    int           // rounds at most; 0 for any number
	Seed    uint64        // of the order of the runs
	Decided Decided
	Observe func(grade.Progress)
}

// CommandsTaken is what was measured of two commands.
type CommandsTaken struct {
	Samples [Sides][]record.Sample // of CPU and wall time, as many on both sides: a sample for each round
	Differ  bool                   // in their first runs, the commands printed different outputs
	OneCore bool                   // all runs were on one core
}

// These bound a run and a round of commands.
const (
	// mostPrinted is what a command may print in a run: it lies in the temporary folder, which may be in memory.
	mostPrinted = 256 << 20
	// slowRun is the time of two runs above which a round is one of each command, so that there are enough rounds.
	slowRun = 2 * time.Second
	// severalCores is the part of its wall time that a command can use as CPU time on one core, and a bit more.
	severalCores = 1.1
)

// CommandError says that a command failed, so that its time says nothing.
type CommandError struct {
	Command Command
	Result  sandbox.Result
	Time    time.Duration // that it was given, if it was stopped at that
}

func (e *CommandError) Error() string {
	how := e.Result.String()
	switch e.Result.End {
	case sandbox.StoppedWall:
		return fmt.Sprintf("%s: it did not end within %v; measure longer with --time, or give it less to do",
			legible.Line(e.Command.Title), e.Time)
	case sandbox.StoppedOutput:
		return fmt.Sprintf("%s: it printed more than %d MiB; have its output thrown away, such as with: "+
			"sh -c 'COMMAND > /dev/null'", legible.Line(e.Command.Title), mostPrinted>>20)
	}
	said := strings.TrimSpace(e.Result.Said.LastLines())
	if said != "" {
		said = "\n" + legible.Lines(said)
	}
	return fmt.Sprintf("%s failed, so nothing was measured: %s%s", legible.Line(e.Command.Title), how, said)
}

// errTimeOver ends a measurement in the middle of a round, which does not count.
var errTimeOver = errors.New("the time is over")

// Run runs each command twice, which warms up and shows how long it takes, and then both in rounds until they are
// decided or the time is over. What was taken before ctx was done is returned with its error. A command that fails is a
// *CommandError.
func (c Commands) Run(ctx context.Context) (taken CommandsTaken, err error) {
	r := commandRunner{Commands: c, ctx: ctx, random: rand.New(rand.NewPCG(c.Seed, 1)),
		end: time.Now().Add(c.Time)}
	var last [Sides]sandbox.Result
	var printed [Sides][sha256.Size]byte
	for pass := range 2 {
		for _, side := range []Side{Base, Now} {
			c.Observe(grade.Progress{Step: "warming up", Current: c.Sides[side].Title})
			last[side], err = r.run(side, nil)
			switch {
			case errors.Is(err, errTimeOver):
				return taken, nil
			case err != nil:
				return taken, err
			}
			if pass > 0 {
				continue
			}
			if printed[side], err = digestOf(r.output()); err != nil {
				return taken, err
			}
		}
	}
	taken.Differ = printed[Now] != printed[Base]
	taken.OneCore, r.warm = r.keepToOneCore(last), true
	round := last[Now].Wall + last[Base].Wall
	blocks := min(max(int(roundTime/max(2*(round+2*aroundRun), 1)), 1), mostBlocks)
	for rounds := 1; ; rounds++ {
		var samples [Sides]record.Sample
		samples, err = r.round(blocks, round > slowRun)
		switch {
		case errors.Is(err, errTimeOver):
			return taken, nil
		case err != nil:
			return taken, err
		}
		for side, sample := range samples {
			taken.Samples[side] = append(taken.Samples[side], sample)
		}
		c.Observe(grade.Progress{Step: "measuring, second", Done: int((c.Time - time.Until(r.end)) / time.Second),
			Total: int(c.Time / time.Second), Current: fmt.Sprintf("round %d", rounds)})
		if rounds == c.Most || c.Decided(1, taken.Samples[Now], taken.Samples[Base]) || !time.Now().Before(r.end) {
			return taken, nil
		}
	}
}

// commandRunner runs commands, one at a time.
type commandRunner struct {
	Commands
	ctx    context.Context
	random *rand.Rand
	end    time.Time
	cores  []int
	warm   bool // both have ended within the time at least once
}

func (r *commandRunner) output() string { return filepath.Join(r.Scratch, "output") }

// keepToOneCore keeps commands to one core, as solutions are, unless one of them uses several.
func (r *commandRunner) keepToOneCore(used [Sides]sandbox.Result) bool {
	for _, u := range used {
		if float64(u.CPU) > severalCores*float64(u.Wall) {
			return false
		}
	}
	r.cores = lastCore()
	return r.cores != nil
}

// round runs both commands in blocks of A B B A, or each once in a round of slow ones.
func (r *commandRunner) round(blocks int, slow bool) (samples [Sides]record.Sample, err error) {
	env := []string{"LAYOUT=" + strings.Repeat("x", r.random.IntN(mostPadding))}
	var runs [Sides][]sandbox.Result
	for range blocks {
		order := pairedBlock(r.random)
		if slow {
			order = order[:2]
		}
		for _, side := range order {
			used, err := r.run(side, env)
			if err != nil {
				return samples, err
			}
			runs[side] = append(runs[side], used)
		}
	}
	for side := range samples {
		samples[side] = commandSample(runs[side])
	}
	return samples, nil
}

// CommandKey is the key of the samples of commands.
var CommandKey = record.Key{Solution: "command"}

// commandSample is the sample that several runs of a command make: its times. What is known of its memory is too rough.
func commandSample(runs []sandbox.Result) record.Sample {
	s := sampleOf(CommandKey, runs)
	delete(s.Values, record.Memory)
	wall := make([]time.Duration, len(runs))
	for i, used := range runs {
		wall[i] = used.Wall
	}
	s.Values[record.Wall] = float64(max(median(wall), 1))
	return s
}

// run prepares and runs a command once, for as long as there is time.
func (r *commandRunner) run(side Side, env []string) (sandbox.Result, error) {
	if r.Prepare != nil {
		if _, err := r.start(*r.Prepare, "", env, false); err != nil {
			return sandbox.Result{}, err
		}
	}
	return r.start(r.Sides[side], r.Input, env, r.AnyExit)
}

func (r *commandRunner) start(c Command, input string, env []string, anyExit bool) (sandbox.Result, error) {
	left := time.Until(r.end)
	if left <= 0 {
		return sandbox.Result{}, errTimeOver
	}
	used, err := r.Executor.Run(r.ctx, sandbox.Task{Profile: sandbox.Command, Program: c.Path, Name: c.Args[0],
		Args: c.Args[1:], Env: env, Input: input, Output: r.output(), Cores: r.cores,
		Limits: sandbox.Limits{Wall: left, Output: mostPrinted}})
	switch {
	case err != nil:
		return used, err
	case used.End == sandbox.StoppedWall && r.warm:
		return used, errTimeOver
	case used.End != sandbox.Exited || used.ExitCode != 0 && !anyExit:
		return used, &CommandError{Command: c, Result: used, Time: r.Time}
	}
	return used, nil
}

// digestOf stands for what a command has printed.
func digestOf(path string) (sum [sha256.Size]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return [sha256.Size]byte(hash.Sum(nil)), err
}
