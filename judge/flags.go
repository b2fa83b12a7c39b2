package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/config"
)

// This file declares flags that several commands share.

const (
	// Each command adds a verb before this help of --package: "judge the problem package …".
	anyPackage = "the problem package in `DIR` (or a .zip or .kpp file, or a folder of packages) instead of this " +
		"checkout"
	folderPackage = "the problem package in `DIR` (or a folder of packages) instead of this checkout"
)

// addJobs adds the flag --jobs of a command that judges.
func addJobs(cmd *cobra.Command, jobs *int) {
	cmd.Flags().IntVarP(jobs, "jobs", "j", defaultJobs(), "number of tests to run in parallel")
}

// defaultJobs returns half the number of cores, because tests that run at the same time disturb each other's timing.
func defaultJobs() int { return jobsOf(runtime.NumCPU() / 2) }

// jobsOf returns the valid number of jobs that is nearest to n.
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

// completePatterns offers the problems of the package or, if pack is "", of the checkout. Once a slash is typed, it
// offers all their submissions instead. If none of them fits, the shell offers files.
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
		return slices.Compact(offers), cobra.ShellCompDirectiveDefault
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

// entriesOf returns all submissions. If they cannot be read, it returns none; the command itself will report the error.
func entriesOf(pack string) []grade.Entry {
	quiet := newApp(io.Discard, io.Discard)
	defer quiet.picker.Close()
	entries, _ := quiet.entries(context.Background(), pack, nil)
	return entries
}
