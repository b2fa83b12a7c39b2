package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// completePatterns offers the problems, and after a slash the submissions of one, to the shell.
func completePatterns(pack, typed string) ([]string, cobra.ShellCompDirective) {
	quiet := &app{stdout: io.Discard, stderr: io.Discard}
	entries, err := quiet.load(pack, nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var offers []string
	last := ""
	for _, e := range entries {
		if name := e.Problem.Name; name != last && strings.HasPrefix(name, typed) {
			offers, last = append(offers, name), name
		}
		if name := e.Problem.Name + "/" + e.Submission.Name; strings.Contains(typed, "/") && strings.HasPrefix(name, typed) {
			offers = append(offers, name)
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}
