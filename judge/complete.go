package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
)

// completion offers arguments to the shell.
type completion = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// completePatterns offers the problems of the package, or of the checkout for "", and after a slash the submissions of
// one.
func completePatterns(pack *string) completion {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return patterns(*pack, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeOne offers the first argument, and no others.
func completeOne(offer completion) completion {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offer(cmd, args, typed)
	}
}

// patterns are the problems and, after a slash, the submissions that begin with what was typed.
func patterns(pack, typed string) []string {
	var offers []string
	last := ""
	for _, e := range entriesOf(pack) {
		if name := e.Problem.Name; name != last && strings.HasPrefix(name, typed) {
			offers, last = append(offers, name), name
		}
		if name := e.Problem.Name + "/" + e.Submission.Name; strings.Contains(typed, "/") &&
			strings.HasPrefix(name, typed) {
			offers = append(offers, name)
		}
	}
	return offers
}

// submissions are those of a problem that begin with what was typed.
func submissions(pack, of, typed string) []string {
	var offers []string
	for _, offer := range patterns(pack, of+"/"+typed) {
		offers = append(offers, strings.TrimPrefix(offer, of+"/"))
	}
	return offers
}

// entriesOf are all submissions; none if they cannot be read, which the command will say.
func entriesOf(pack string) []grade.Entry {
	quiet := newApp(io.Discard, io.Discard)
	defer quiet.picker.Close()
	entries, _ := quiet.entries(context.Background(), pack, nil)
	return entries
}

// completeProblems offers the problems of the checkout.
func completeProblems(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var offers []string
	if roots, err := pick.FindTree(); err == nil {
		names, _ := problem.Names(roots)
		for _, name := range names {
			if strings.HasPrefix(name, typed) {
				offers = append(offers, name)
			}
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}
