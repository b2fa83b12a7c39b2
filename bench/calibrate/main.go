// Calibrate measures how reliable judge bench's comparisons are: how often they call unchanged code slower, and how
// often they find a slow-down of a known size.
//
//	go run ./bench/calibrate -blocks DIR -time 3h     records rounds, and says how reports drawn from them answer
//	go run ./bench/calibrate -blocks DIR -time 0      the same from what DIR holds
//	go run ./bench/calibrate -blocks DIR -live 5      then also takes five live reports of each kind
//	go run ./bench/calibrate -short                   a minute, to see that it runs
//	go run ./bench/calibrate -pool pool.txt           record against record, by splits of one record
//
// Slow-downs are planted as work: a loop in the solution, whose part of the CPU time is measured first. DIR holds two
// records, of the two sides, for each part of a recording; more parts are added to those that are there. Ctrl-C ends
// the recording after the round that is measured, and reports are drawn from what there is.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/aclements/go-moremath/stats"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second Ctrl-C ends it at once
	err := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "calibrate:", err)
		os.Exit(2)
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "calibrate: interrupted; what was recorded is kept, and the same command adds to it")
		os.Exit(130)
	}
}

// options are the flags.
type options struct {
	root, pattern string
	workload      string
	blocks        string
	time          time.Duration
	trials, live  int
	shortTrial    time.Duration // how long the first trials of a planted loop are measured
	short         bool
	seed          uint64
}

// run executes one command line. It writes what it found to w, and progress to log.
func run(ctx context.Context, w, log io.Writer, args []string) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	o := options{shortTrial: 4 * time.Second}
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
	case o.time < 0:
		return fmt.Errorf("-time %v: give a time such as 60m, or 0", o.time)
	case o.short:
		dir, err := os.MkdirTemp("", "calibrate-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.blocks, o.time, o.trials, o.shortTrial = dir, 2*shortPart, 40, time.Second
	case o.blocks == "":
		return errors.New("give -blocks DIR, -short or -pool FILE")
	}
	return calibrate(ctx, w, log, o)
}

// shortPart is how long the short form records each of its two variants.
const shortPart = 8 * time.Second

// calibrate records, draws reports, and takes live ones.
func calibrate(ctx context.Context, w, log io.Writer, o options) error {
	kinds := variants
	if o.short {
		kinds = slices.DeleteFunc(slices.Clone(variants), func(v variant) bool {
			return v.name != "unchanged" && v.name != "slower-3"
		})
	}
	if o.time > 0 || o.live > 0 {
		l, err := newLaboratory(ctx, w, log, o)
		if err != nil {
			return err
		}
		defer l.close()
		if err = l.plant(ctx, kinds); err == nil {
			err = l.record(ctx, kinds)
		}
		if err != nil && ctx.Err() == nil {
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
			logs := r.logs()
			fmt.Fprintf(w, "  %-16s %d rounds, %v each, time %+.2f%% ± %.2f%%\n", v.name, len(r.now),
				r.perRound.Round(time.Millisecond), 100*math.Expm1(stats.Mean(logs)),
				196*stats.StdDev(logs)/math.Sqrt(float64(len(logs))))
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
