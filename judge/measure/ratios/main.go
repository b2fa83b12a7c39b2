// Ratios measures how many times as fast the solutions are as each other, and as other programs.
//
//	go run ./judge/measure/ratios                                   our own solutions
//	go run ./judge/measure/ratios -yardsticks DIR -lists DIR        other programs and other inputs, too
//	go run ./judge/measure/ratios -only 16×16                       some rows
//
// make bench-solutions calls it.
//
// Times are CPU times, user and system, of whole runs on one core. Two programs take turns, and the median of the ratios of
// the pairs is printed. The problems' generators make the inputs, with the arguments that are printed; their cases are
// repeated, so that the runs are not mostly the start of the programs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"syscall"

	"dlxjudge/judge/build"
	"dlxjudge/judge/measure"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(2)
	}
}

// bench is what the rows are measured with.
type bench struct {
	out        io.Writer
	cache      *build.Cache
	worker     sandbox.Worker
	scratch    string // folder of the inputs and outputs
	yardsticks string // folder of other programs
	pairs      int
}

// run executes one command line.
func run(ctx context.Context, w io.Writer, args []string) error {
	b := bench{out: w}
	flags := flag.NewFlagSet("ratios", flag.ContinueOnError)
	root := flags.String("root", ".", "`folder` of the checkout")
	flags.StringVar(&b.yardsticks, "yardsticks", "", "`folder` of programs to compare with, each with the problem's id on its judge in its name (s1_3074)")
	lists := flags.String("lists", "", "`folder` of inputs, each with the name of the generator that it stands for before its first dash (sudoku9-hard.txt)")
	only := flags.String("only", "", "measure only what matches this `regexp`")
	flags.IntVar(&b.pairs, "pairs", 5, "runs of each of two programs, at least 5")
	if err := flags.Parse(args); err != nil {
		return err
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	if flags.NArg() > 0 || b.pairs < 5 {
		return errors.New("want no arguments but flags, and -pairs of 5 or more; see -help")
	}
	given, err := listed(*lists)
	if err != nil {
		return err
	}
	set, err := problem.LoadPrograms(problem.Tree(*root), nil)
	if err != nil {
		return err
	}
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		return err
	}
	defer box.Close()
	cache, err := build.OpenCache("", box)
	if err != nil {
		return err
	}
	defer cache.Close()
	b.cache = cache
	noise := ""
	if undo, err := measure.Pin(); err == nil { // before the worker starts, which inherits the core
		defer undo()
	} else {
		noise = fmt.Sprintf("; not kept on one core (%v): expect noise", err)
	}
	if b.worker, err = box.Worker(0); err != nil {
		return err
	}
	defer b.worker.Close()
	if b.scratch, err = os.MkdirTemp(box.Scratch(), "ratios-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.scratch)
	fmt.Fprintf(w, "CPU time: %s%s\n", box.Measures().CPU, noise)
	for _, work := range slices.Concat(works, given) {
		if !wanted.MatchString(work.title) {
			continue
		}
		i := slices.IndexFunc(set.Problems, func(p *problem.Problem) bool { return p.Name == work.problem })
		if i < 0 {
			return fmt.Errorf("%s: no problem %s in %s", work.title, work.problem, *root)
		}
		if err := b.work(ctx, set.Problems[i], work); err != nil {
			return err
		}
	}
	return nil
}
