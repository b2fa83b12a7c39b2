// Calibrate measures how reliable judge bench's comparisons are: how often they call unchanged code different, and how
// often they find a slow-down of a known size.
//
//	go run ./judge/compare/calibrate pool.txt
//
// The pool is a record of unchanged code with twice the usual number of samples, as of judge bench --count 20. Splitting it
// tests the statistics alone, on real noise. The machine's drift shows in live reports: judge bench, again and again.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "calibrate:", err)
		os.Exit(2)
	}
}

// run executes one command line.
func run(w io.Writer, args []string) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "`number` that the random splits follow from")
	splits := flags.Int("splits", 200, "random splits of the pool, at least 1")
	threshold := flags.Float64("threshold", 2, "rise that counts as a regression, in `percent`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() != 1:
		return fmt.Errorf("%d records: give one pool", flags.NArg())
	case *splits < 1:
		return errors.New("-splits: at least 1")
	}
	pool, err := record.Read(flags.Arg(0))
	if err != nil {
		return err
	}
	return splitPool(w, pool, *seed, *splits, compare.Options{Threshold: *threshold / 100})
}

// found is what a report calls different, and how many rows of times or memory had enough samples for that.
type found struct{ different, regressions, decided int }

func tally(c *compare.Comparison) found {
	var f found
	for _, t := range c.Tables {
		for _, r := range t.Rows {
			if !t.Unit.Exact() && r.Outcome != compare.TooFew && r.Outcome != compare.NotJudged {
				f.decided++
			}
			switch r.Outcome {
			case compare.Regression:
				f.regressions++
				f.different++
			case compare.Better, compare.Worse, compare.Doubtful:
				f.different++
			}
		}
	}
	return f
}
