package sampling

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/checkout"
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

// Commands measures two or more commands in turns. It needs no problem, no build and no sandbox.
type Commands struct {
	All      []Command
	Input    string   // the file that is the standard input of each run
	Prepare  *Command // an untimed command that runs before each run of a command; nil for none
	AnyExit  bool     // whether a run may end with any exit status
	Executor sandbox.Executor
	Scratch  string // folder for the outputs

	Time    time.Duration                       // maximum duration of the measurement
	Most    int                                 // maximum number of rounds; 0 for no limit
	Decided func(records []*record.Record) bool // reports whether the rounds are enough; nil if all rounds are wanted
	Seed    uint64                              // determines the order of the runs
	Observe func(grade.Progress)

	end   time.Time
	cores []int
	warm  bool // whether all commands have completed their first runs
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

// failure returns the error for a failed run of a command. left is the time that the run was allowed.
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

// Run runs each command twice, to warm up and to see how long it takes. Then it runs the commands in rounds until
// Decided returns true or the time is over. The records hold CPU time, wall time and memory; the path of each is its
// command's title. If ctx is done, the records are not marked as finished. The result differ reports whether the
// outputs of the first runs differ. If a command fails, the error is a *CommandError.
func (c *Commands) Run(ctx context.Context) (records []*record.Record, differ bool, err error) {
	for _, command := range c.All {
		records = append(records, &record.Record{Path: command.Title, Run: runOf(checkout.Commit{}, false, c.Seed)})
	}
	c.end = time.Now().Add(c.Time)
	several := false // whether a command uses several cores
	var round time.Duration
	var printed [][sha256.Size]byte
	for pass := range 2 {
		for i, command := range c.All {
			c.Observe(grade.Progress{Step: "warming up", Current: command.Title})
			used, err := c.run(ctx, i, nil)
			if err == nil && pass == 0 {
				var sum [sha256.Size]byte
				sum, err = digestOf(c.output())
				printed = append(printed, sum)
			}
			if err != nil {
				return records, false, over(err)
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
	blocks := min(max(int(roundTime/max(2*(round+2*runOverhead), 1)), 1), mostBlocks)
	random := rand.New(rand.NewPCG(c.Seed, 1))
	for done := 0; err == nil && time.Now().Before(c.end) && (c.Most == 0 || done < c.Most) &&
		(c.Decided == nil || !c.Decided(records)); done++ {
		progress := timeProgress(c.end.Add(-c.Time), c.Time)
		progress.Current = fmt.Sprintf("round %d", done+1)
		c.Observe(progress)
		err = c.round(ctx, random, blocks, round > slowRun, records)
	}
	for _, r := range records {
		r.Finished = ctx.Err() == nil
	}
	return records, len(slices.Compact(printed)) > 1, over(err)
}

// over returns the error of a measurement, or nil if only the time is over.
func over(err error) error {
	if errors.Is(err, errTimeOver) {
		return nil
	}
	return err
}

// round runs all commands equally often, and adds a sample of each command to its record. A block of runs is A B C C B
// A, so that a drift of the machine affects all commands alike. If runs are slow, the block is A B C. Their order is
// random.
func (c *Commands) round(ctx context.Context, random *rand.Rand, blocks int, slow bool,
	records []*record.Record) error {
	runs := make([][]sandbox.Result, len(c.All))
	padding := paddingOf(random)
	for range blocks {
		block := random.Perm(len(c.All))
		if !slow {
			back := slices.Clone(block)
			slices.Reverse(back)
			block = append(block, back...)
		}
		for _, i := range block {
			used, err := c.run(ctx, i, padding)
			if err = cmp.Or(ctx.Err(), err); err != nil {
				return err
			}
			runs[i] = append(runs[i], used)
		}
	}
	for i, r := range records {
		s := sampleOf(CommandKey, runs[i])
		if s.Values[record.Memory] <= ownPeak() {
			delete(s.Values, record.Memory)
		}
		r.Samples = append(r.Samples, s)
	}
	return nil
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
func (c *Commands) run(ctx context.Context, i int, env []string) (sandbox.Result, error) {
	if c.Prepare != nil {
		if _, err := c.start(ctx, *c.Prepare, "", env, false); err != nil {
			return sandbox.Result{}, err
		}
	}
	return c.start(ctx, c.All[i], c.Input, env, c.AnyExit)
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
