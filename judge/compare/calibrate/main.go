// Calibrate measures how reliable judge bench's comparisons are: how often they call unchanged code different, and how
// often they find a slow-down of a known size.
//
//	go run ./judge/compare/calibrate pool.txt                    splits a recorded pool of unchanged code
//	go run ./judge/compare/calibrate -live a.txt b.txt c.txt d.txt   evaluates reports that were made live: a → b, c → d
//
// A pool is a record with twice the usual number of samples, as of judge bench --count 20. Splitting it tests the
// statistics alone, on real noise. Live reports of unchanged code also contain the machine's drift.
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
	live := flags.Bool("live", false, "evaluate pairs of records of unchanged code instead of a pool")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var records []*record.Record
	for _, path := range flags.Args() {
		r, err := record.Read(path)
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	o := compare.Options{Threshold: *threshold / 100}
	switch {
	case *live && (len(records) == 0 || len(records)%2 != 0):
		return fmt.Errorf("%d records: -live takes pairs, each a base and a record of the same code", len(records))
	case *live:
		return evaluate(w, records, o)
	case len(records) != 1:
		return fmt.Errorf("%d records: give one pool, or -live and pairs", len(records))
	case *splits < 1:
		return errors.New("-splits: at least 1")
	}
	return splitPool(w, records[0], *seed, *splits, o)
}

// evaluate prints what each live report calls different.
func evaluate(w io.Writer, records []*record.Record, o compare.Options) error {
	alarms, regressions := 0, 0
	for i := 0; i < len(records); i += 2 {
		c, err := compare.Records(records[i], records[i+1], o)
		if err != nil {
			return err
		}
		found := tally(c)
		fmt.Fprintf(w, "live report %d: %s → %s: %s\n", i/2+1, records[i].Path, records[i+1].Path, found)
		if found.different > 0 {
			alarms++
		}
		if found.regressions > 0 {
			regressions++
		}
	}
	n := len(records) / 2
	fmt.Fprintf(w, "of %d live reports, %d call any row different, %d name a regression\n", n, alarms, regressions)
	return nil
}

// found is what a report calls different, and how many rows of times or memory had enough samples for that.
type found struct{ rows, different, regressions, decided int }

func (f found) String() string {
	return fmt.Sprintf("%d rows, %d called different, %d of them regressions", f.rows, f.different, f.regressions)
}

func tally(c *compare.Comparison) found {
	var f found
	for _, t := range c.Tables {
		for _, r := range t.Rows {
			f.rows++
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
