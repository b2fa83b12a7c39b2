// Ratios measures how many times as fast the solutions are as each other, and as other programs, and how long the slowest of
// many cases takes.
//
//	go run ./judge/measure/ratios                                   our own solutions
//	go run ./judge/measure/ratios -yardsticks DIR -lists DIR        other programs and other inputs, too
//	go run ./judge/measure/ratios -only 16×16 -full                 some rows, with all the cases that their goals ask for
//
// make bench-solutions calls it.
//
// Times are CPU times, user and system, of whole runs on one core. Two programs take turns, and the median of the ratios of
// the pairs is printed. The problems' generators make the inputs, with the arguments that are printed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
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

// options are the flags.
type options struct {
	root, yardsticks, lists string
	only                    *regexp.Regexp
	pairs                   int
	full                    bool
}

// run executes one command line.
func run(ctx context.Context, w io.Writer, args []string) error {
	var o options
	flags := flag.NewFlagSet("ratios", flag.ContinueOnError)
	flags.StringVar(&o.root, "root", ".", "`folder` of the checkout")
	flags.StringVar(&o.yardsticks, "yardsticks", "", "`folder` of programs to compare with, each with the problem's id on its judge in its name (s1_3074)")
	flags.StringVar(&o.lists, "lists", "", "`folder` of inputs, each with the name of the generator that it stands for before its first dash (sudoku9-hard.txt)")
	only := flags.String("only", "", "measure only what matches this `regexp`")
	flags.IntVar(&o.pairs, "pairs", 5, "runs of each of two programs, at least 5")
	flags.BoolVar(&o.full, "full", false, "look for the slowest case among all that the goals speak of, not among a sample")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	if flags.NArg() > 0 || o.pairs < 5 {
		return errors.New("want no arguments but flags, and -pairs of 5 or more; see -help")
	}
	set, err := problem.LoadPrograms(problem.Tree(o.root), nil)
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
	noise := ""
	if undo, err := measure.Pin(); err == nil { // before the worker starts, which inherits the core
		defer undo()
	} else {
		noise = fmt.Sprintf("; not kept on one core (%v): expect noise", err)
	}
	worker, err := box.Worker(0)
	if err != nil {
		return err
	}
	defer worker.Close()
	scratch, err := os.MkdirTemp(box.Scratch(), "ratios-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	b := &bench{options: o, out: w, set: set, cache: cache, worker: worker, scratch: scratch}
	fmt.Fprintf(w, "CPU time: %s%s\n", box.Measures().CPU, noise)
	if err := b.all(ctx); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nDONE %d goals reached, %d missed, %d skipped\n", b.reached, b.missed, b.skipped)
	return nil
}

// all measures every row.
func (b *bench) all(ctx context.Context) error {
	if err := b.measureStartUp(ctx); err != nil {
		return err
	}
	lists, err := b.listed()
	if err != nil {
		return err
	}
	for _, w := range slices.Concat(works, lists) {
		if b.only.MatchString(w.title) {
			if err := b.work(ctx, w); err != nil {
				return err
			}
		}
	}
	if len(lists) == 0 {
		fmt.Fprintln(b.out, "\nlists")
		b.print(row{label: "lists", skipped: "none is given, or none has a generator's name before its first dash"})
	}
	for _, t := range tails {
		if b.only.MatchString(t.title) {
			if err := b.tail(ctx, t); err != nil {
				return err
			}
		}
	}
	if err := b.nodes(ctx); err != nil {
		return err
	}
	b.memory()
	return nil
}

// bench is what the rows are measured with, and the sum of them.
type bench struct {
	options
	out     io.Writer
	set     *problem.Set
	cache   *build.Cache
	worker  sandbox.Worker
	scratch string // folder of the inputs and outputs
	startUp float64
	peaks   []peak

	reached, missed, skipped int
}

// print writes a row and counts it.
func (b *bench) print(r row) {
	fmt.Fprintln(b.out, r)
	switch r.mark() {
	case markReached:
		b.reached++
	case markMissed:
		b.missed++
	case markSkipped:
		b.skipped++
	}
}

// measureStartUp measures a program that does nothing. Less than twice its time is mostly start-up.
func (b *bench) measureStartUp(ctx context.Context) error {
	dir := filepath.Join(b.scratch, "empty")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		return err
	}
	path, err := b.cache.Build(ctx, build.Submission, problem.Source{Name: "empty", Dir: dir, Files: []string{"main.go"}})
	if err != nil {
		return err
	}
	var times []float64
	for range 21 {
		used, err := b.run(ctx, path, os.DevNull)
		if err != nil {
			return err
		}
		times = append(times, used.CPU.Seconds())
	}
	b.startUp = median(times)
	fmt.Fprintf(b.out, "an empty Go program takes %s: rows of less than twice that are marked start-up\n", seconds(b.startUp))
	return nil
}
