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
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
)

// Command is a command that the user wants to measure, not a solution of a problem.
type Command struct {
	Title string   // the command as typed
	Path  string   // path of the program
	Args  []string // the program's name, then its arguments
}

// Commands measures two commands in turns. It needs no problem, no build and no sandbox. The side Base is the first
// command.
type Commands struct {
	Sides    [Sides]Command
	Input    string   // the file that is the standard input of each run
	Prepare  *Command // an untimed command that runs before each run of either side; nil for none
	AnyExit  bool     // whether a run may end with any exit status
	Executor sandbox.Executor
	Scratch  string // folder for the outputs

	Time    time.Duration // maximum duration of the measurement
	Most    int           // maximum number of rounds; 0 for no limit
	Decided Decided
	Observe func(grade.Progress)

	end   time.Time
	cores []int
	warm  bool // whether both commands have completed their first runs
}

// Limits of a run and a round of commands.
const (
	// mostPrinted is the maximum output of one run, in bytes: the temporary folder may be in memory.
	mostPrinted = 256 << 20
	// If one run of each command takes longer than slowRun in total, a round has only one run of each command. That
	// leaves time for more rounds.
	slowRun = 2 * time.Second
	// severalCores is the ratio of CPU time to wall time above which a command must be using several cores.
	severalCores = 1.1
)

// CommandError says that a command failed, so its time is meaningless.
type CommandError struct{ error }

// failure returns the error for a failed run of a command. The parameter left is the time that the run was allowed.
func failure(c Command, used sandbox.Result, left time.Duration) error {
	title := legible.Line(c.Title)
	switch used.End {
	case sandbox.StoppedWall:
		return &CommandError{fmt.Errorf("%s: it did not end within %v; measure longer with --time, or give it less "+
			"to do", title, left.Round(time.Millisecond))}
	case sandbox.StoppedOutput:
		return &CommandError{fmt.Errorf("%s: it printed more than %d MiB; discard its output, for example with: "+
			"sh -c 'COMMAND > /dev/null'", title, mostPrinted>>20)}
	}
	stderr := strings.TrimSpace(used.Stderr.LastLines())
	if stderr != "" {
		stderr = "\n" + legible.Lines(stderr)
	}
	return &CommandError{fmt.Errorf("%s failed, so nothing was measured: %s%s", title, used, stderr)}
}

// errTimeOver ends a measurement in the middle of a round. That round is dropped.
var errTimeOver = errors.New("the time is over")

// Run runs each command twice, to warm up and to see how long it takes. Then it runs both commands in rounds until
// Decided returns true or the time is over. The records hold CPU time, wall time and memory; the path of each is its
// command's title. If ctx is done, the records are not marked as finished. The result differ reports whether the
// outputs of the first runs differ. If a command fails, the error is a *CommandError.
func (c *Commands) Run(ctx context.Context) (records [Sides]*record.Record, differ bool, err error) {
	for side := range records {
		records[side] = &record.Record{Path: c.Sides[side].Title,
			Run: record.Run{Date: time.Now().UTC().Truncate(time.Second)}}
	}
	c.end = time.Now().Add(c.Time)
	defer func() {
		if errors.Is(err, errTimeOver) {
			err = nil
		}
	}()
	several := false // whether a command uses several cores
	var round time.Duration
	var printed [Sides][sha256.Size]byte
	for pass := range 2 {
		for _, side := range []Side{Base, Now} {
			c.Observe(grade.Progress{Step: "warming up", Current: c.Sides[side].Title})
			used, err := c.run(ctx, subject{}, side, sandbox.Program{}, nil)
			if err == nil && pass == 0 {
				printed[side], err = digestOf(c.output())
			}
			if err != nil {
				return records, false, err
			}
			several = several || float64(used.CPU) > severalCores*float64(used.Wall)
			if pass == 1 {
				round += used.Wall
			}
		}
	}
	c.warm = true
	if !several {
		c.cores = oneCore() // like solutions, which run on one core
	}
	pair := &runnable{Program: CommandKey.Program(), subjects: []subject{{Key: CommandKey,
		sides: [Sides]bool{true, true},
		runs:  min(max(int(roundTime/max(2*(round+2*runOverhead), 1)), 1), mostBlocks), slow: round > slowRun}}}
	engine := rounds{run: c.run, random: rand.New(rand.NewPCG(seed, 1)),
		most: c.Most, decided: c.Decided, records: records[:],
		emit: func(side Side, s record.Sample) error {
			if s.Values[record.Memory] <= ownPeak() {
				delete(s.Values, record.Memory)
			}
			records[side].Samples = append(records[side].Samples, s)
			return nil
		},
		after: func(pair *runnable) {
			progress := timeProgress(c.end.Add(-c.Time), c.Time)
			progress.Current = fmt.Sprintf("round %d", pair.rounds)
			c.Observe(progress)
		}}
	err = engine.sample(ctx, func(yield func(*turn) bool) {
		for !pair.done.Load() && time.Now().Before(c.end) && yield(&turn{runnable: pair}) {
		}
	})
	for _, r := range records {
		r.Finished = ctx.Err() == nil
	}
	return records, printed[Now] != printed[Base], err
}

// ownPeak returns the judge's own peak memory, in bytes. The kernel reports no less for any command that the judge
// starts, so the memory of a smaller command is unknown.
func ownPeak() float64 {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(used.Maxrss)
	}
	return float64(used.Maxrss) * 1024
}

func (c *Commands) output() string { return filepath.Join(c.Scratch, "output") }

// CommandKey is the key of all samples of commands.
var CommandKey = record.Key{Solution: "command"}

// run prepares and runs a command once, within the time left.
func (c *Commands) run(ctx context.Context, _ subject, side Side, _ sandbox.Program,
	env []string) (sandbox.Result, error) {
	if c.Prepare != nil {
		if _, err := c.start(ctx, *c.Prepare, "", env, false); err != nil {
			return sandbox.Result{}, err
		}
	}
	return c.start(ctx, c.Sides[side], c.Input, env, c.AnyExit)
}

func (c *Commands) start(ctx context.Context, command Command, input string, env []string,
	anyExit bool) (sandbox.Result, error) {
	left := time.Until(c.end)
	if left <= 0 {
		return sandbox.Result{}, errTimeOver
	}
	used, err := c.Executor.Run(ctx, sandbox.Task{Profile: sandbox.Command, Program: command.Path,
		Name: command.Args[0], Args: command.Args[1:], Env: env, Input: input, Output: c.output(), Cores: c.cores,
		Limits: sandbox.Limits{Wall: left, Output: mostPrinted}})
	switch {
	case err != nil:
		return used, err
	case used.End == sandbox.StoppedWall && c.warm:
		return used, errTimeOver
	case used.End != sandbox.Exited || used.ExitCode != 0 && !anyExit:
		return used, failure(command, used, left)
	}
	return used, nil
}

// digestOf returns a digest of a command's output.
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
