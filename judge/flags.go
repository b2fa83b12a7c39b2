package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/read/config"
)

// Flags that several commands share.

const (
	// What --package names; the command puts its verb before it: "judge the problem package …".
	anyPackage    = "the problem package in `DIR` (or a .zip or .kpp file, or all in a folder) instead of this checkout"
	folderPackage = "the problem package in `DIR`, or of those in a folder, instead of this checkout"
)

// judgeFlags are the flags of the commands that judge: run and watch.
type judgeFlags struct {
	pack       string
	jobs       int
	all, first bool
	allowSkips bool
	timeLimit  time.Duration
}

func (f *judgeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "judge "+anyPackage)
	flags.IntVarP(&f.jobs, "jobs", "j", defaultJobs(), "tests run side by side")
	flags.BoolVar(&f.first, "first", false, "stop a submission at its first test that is not accepted")
	quantity.AddTimeLimit(cmd, &f.timeLimit)
}

// addOnce adds the flags of the commands that judge once and end with a status.
func (f *judgeFlags) addOnce(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.all, "all", false, "run every test, also after one that was too slow")
	flags.BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if submissions cannot be judged here, for want "+
		"of a compiler")
	cmd.MarkFlagsMutuallyExclusive("all", "first")
}

// defaultJobs leaves half of the cores free: tests that run at the same time disturb each other's timing.
func defaultJobs() int { return jobsOf(runtime.NumCPU() / 2) }

// jobsOf returns the nearest valid number of jobs.
func jobsOf(n int) int { return min(max(n, 1), config.MaxJobs) }

// checkJobs refuses an invalid number of jobs.
func checkJobs(cmd *cobra.Command) error {
	jobs, err := cmd.Flags().GetInt("jobs")
	if err == nil && jobs != jobsOf(jobs) {
		return fmt.Errorf("-j %d: give a number from 1 to %d", jobs, config.MaxJobs)
	}
	return nil
}
