// Calibrate measures how reliable judge bench's comparisons are: how often they call unchanged code slower, and how
// often they find a slow-down of a known size.
//
//	go run ./bench/calibrate -blocks DIR -time 3h     records rounds, and says how reports drawn from them answer
//	go run ./bench/calibrate -blocks DIR -time 0      the same from what DIR holds
//	go run ./bench/calibrate -blocks DIR -live 5      then also takes five live reports of each kind
//	go run ./bench/calibrate -short                   a minute, to see that it runs
//	go run ./bench/calibrate -pool pool.txt           record against record, by splits of one record
//
// Slow-downs are planted as work: a loop in the solution, whose part of the instructions is counted first. DIR holds
// two records, of the two sides, for each part of a recording; more parts are added to those that are there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "calibrate:", err)
		os.Exit(2)
	}
}

// options are the flags.
type options struct {
	root, pattern string
	workload      string
	blocks        string
	time          time.Duration
	trials, live  int
	short         bool
	seed          uint64
}

// run executes one command line.
func run(ctx context.Context, w io.Writer, args []string) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	var o options
	flags.StringVar(&o.root, "root", ".", "`folder` of the checkout")
	flags.StringVar(&o.pattern, "solution", "poj3074/dlx", "Go `solution` that the work is planted in, which has a "+
		"function solve for each case")
	flags.StringVar(&o.workload, "workload", "few", "`workload` of its problem that is measured")
	flags.StringVar(&o.blocks, "blocks", "", "`folder` of the recorded rounds, made if it is not there")
	flags.DurationVar(&o.time, "time", 3*time.Hour, "how long to record more rounds, all variants together; 0 "+
		"records none")
	flags.IntVar(&o.trials, "trials", 1000, "reports drawn for each goal")
	flags.IntVar(&o.live, "live", 0, "live reports for each goal of a single solution")
	flags.BoolVar(&o.short, "short", false, "see that it runs: two variants, a few seconds each, into a folder that "+
		"is removed")
	flags.Uint64Var(&o.seed, "seed", 1, "`number` that random choices follow from")
	pool := flags.String("pool", "", "test record against record by splits of this record, of judge bench --count 20")
	splits := flags.Int("splits", 200, "random splits of the pool, at least 1")
	rise := flags.Float64("threshold", 2, "rise that counts as a regression of a split, in `percent`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("%q: give only flags; -pool FILE for a record", flags.Arg(0))
	case *splits < 1:
		return errors.New("-splits: at least 1")
	case o.trials < 1:
		return errors.New("-trials: at least 1")
	case *pool != "":
		r, err := record.Read(*pool)
		if err != nil {
			return err
		}
		return splitPool(w, r, o.seed, *splits, compare.Options{Threshold: *rise / 100})
	case o.short:
		dir, err := os.MkdirTemp("", "calibrate-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.blocks, o.time, o.trials = dir, 2*shortPart, 40
	case o.blocks == "":
		return errors.New("give -blocks DIR, -short or -pool FILE")
	}
	return calibrate(ctx, w, o)
}

// shortPart is how long the short form records each of its two variants.
const shortPart = 8 * time.Second

// calibrate records, draws reports, and takes live ones.
func calibrate(ctx context.Context, w io.Writer, o options) error {
	kinds := variants
	if o.short {
		kinds = []variant{variants[0], variants[3]}
	}
	if o.time > 0 || o.live > 0 {
		l, err := newLaboratory(ctx, w, o)
		if err != nil {
			return err
		}
		defer l.close()
		if kinds, err = l.plant(ctx, kinds); err != nil {
			return err
		}
		if err := l.record(ctx, kinds); err != nil {
			return err
		}
		defer l.reports(ctx, kinds) // last, but before l is closed
	}
	recorded, err := readBlocks(o.blocks, kinds)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "recorded:")
	for _, v := range kinds {
		if r := recorded[v.name]; len(r.now) > 0 {
			fmt.Fprintf(w, "  %-16s %d rounds, %v each\n", v.name, len(r.now), r.perRound.Round(time.Millisecond))
		}
	}
	fmt.Fprintln(w, "estimators:")
	for _, v := range kinds {
		estimators(w, v.name, recorded[v.name], o.seed)
	}
	fmt.Fprintf(w, "%d reports drawn for each goal:\n", o.trials)
	resample(w, recorded, o.trials, o.seed)
	return nil
}
