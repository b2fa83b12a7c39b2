package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/config"
)

// Flags that several commands share.

const (
	// The help of --package, after a verb that the command adds: "judge the problem package …".
	anyPackage = "the problem package in `DIR` (or a .zip or .kpp file, or a folder of packages) instead of this " +
		"checkout"
	folderPackage = "the problem package in `DIR` (or a folder of packages) instead of this checkout"
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
	flags.BoolVar(&f.all, "all", false, "run every test, even after a TLE")
	flags.BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if submissions cannot be judged here, for example "+
		"because a compiler is missing")
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

// completion offers arguments to the shell, which shows those that start with what was typed.
type completion = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// completePatterns offers the problems of the package, or of the checkout for "". Once a slash is typed, it offers all
// submissions.
func completePatterns(pack *string) completion {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		var offers []string
		for _, e := range entriesOf(*pack) {
			offer := e.Problem.Name
			if strings.Contains(typed, "/") {
				offer += "/" + e.Submission.Name
			}
			offers = append(offers, offer)
		}
		return slices.Compact(offers), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeApproaches offers problems or, after a problem, its submissions and files.
func completeApproaches(pack *string) completion {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return completePatterns(pack)(cmd, args, typed)
		}
		var offers []string
		for _, e := range entriesOf(*pack) {
			if e.Problem.Name == args[0] {
				offers = append(offers, e.Submission.Name)
			}
		}
		return offers, cobra.ShellCompDirectiveDefault
	}
}

// entriesOf returns all submissions. It returns none if they cannot be read; the command itself will report that.
func entriesOf(pack string) []grade.Entry {
	quiet := newApp(io.Discard, io.Discard)
	defer quiet.picker.Close()
	entries, _ := quiet.entries(context.Background(), pack, nil)
	return entries
}
