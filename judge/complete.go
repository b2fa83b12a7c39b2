package main

import (
	"context"
	"io"
	"strings"

	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/read/problem"

	"github.com/spf13/cobra"
)

// completePatterns offers the problems, and after a slash the submissions of one, to the shell.
func completePatterns(pack, typed string) ([]string, cobra.ShellCompDirective) {
	quiet := newApp(io.Discard, io.Discard)
	defer quiet.picker.Close()
	entries, err := quiet.entries(context.Background(), pack, nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var offers []string
	last := ""
	for _, e := range entries {
		if name := e.Problem.Name; name != last && strings.HasPrefix(name, typed) {
			offers, last = append(offers, name), name
		}
		if name := e.Problem.Name + "/" + e.Submission.Name; strings.Contains(typed, "/") &&
			strings.HasPrefix(name, typed) {
			offers = append(offers, name)
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// completeProblems offers the problems to the shell.
func completeProblems(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	roots, err := selection.FindTree()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names, err := problem.Names(roots)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var offers []string
	for _, name := range names {
		if strings.HasPrefix(name, typed) {
			offers = append(offers, name)
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}
