package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/grade"
)

// completion offers arguments to the shell, which shows those that start with what was typed.
type completion = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// completePatterns offers the problems of the package, or of the checkout for "", and after a slash the submissions of
// all.
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

// completeApproaches offers problems, and behind one of them its submissions and files.
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
