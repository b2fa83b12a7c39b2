package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// topicFiles holds one file for each help topic. For example, "judge help verdicts" prints verdicts.txt, and the first
// line of that file is the title of the topic. To add a topic, add a file.
//
//go:embed help/*.txt
var topicFiles embed.FS

// newTopics turns each help topic into a command without an action; cobra lists such commands as topics.
func newTopics() []*cobra.Command {
	files, err := topicFiles.ReadDir("help")
	if err != nil {
		panic(err) // the files are part of the program
	}
	var topics []*cobra.Command
	for _, file := range files {
		text, err := topicFiles.ReadFile("help/" + file.Name())
		if err != nil {
			panic(err)
		}
		title, _, _ := strings.Cut(string(text), "\n")
		topics = append(topics, &cobra.Command{Use: strings.TrimSuffix(file.Name(), ".txt"), Short: title,
			Long: string(text)})
	}
	return topics
}

// newHelpCommand returns a help command that refuses unknown names. For these, cobra's own help command would print the
// general help.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC|topics]",
		Short: "Show the help of a command or a topic",
		Example: `  judge help run
  judge help verdicts`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "topics" {
				usage.Topics(cmd.OutOrStdout(), cmd.Root())
				return nil
			}
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("no help on %q; there is help on %s", strings.Join(args, " "),
					strings.Join(helpNames(cmd.Root()), ", "))
			}
			return found.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return helpNames(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helpNames returns the names of the commands and topics that have help.
func helpNames(root *cobra.Command) []string {
	var names []string
	for _, command := range root.Commands() {
		if command.IsAvailableCommand() || command.IsAdditionalHelpTopicCommand() {
			names = append(names, command.Name())
		}
	}
	slices.Sort(names)
	return names
}

// bare is what "judge" without a command does: it prints the help and the names of the problems here.
func (a *app) bare(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args)
	}
	if err := cmd.Help(); err != nil {
		return err
	}
	text := "No problems here: change to a checkout, or name a package with --package DIR."
	if names := problemsHere(); len(names) > 0 {
		text = "Problems here: " + legible.Line(strings.Join(names, ", ")) + "; judge list says more."
	}
	_, err := fmt.Fprint(a.stdout, "\n", terminal.Wrap(text, a.style().Width, 0))
	return err
}

// problemsHere returns the names of the checkout's problems, or none outside a checkout.
func problemsHere() []string {
	roots, err := pick.FindTree()
	if err != nil {
		return nil
	}
	names, _ := problem.Names(roots)
	return names
}

// unknownCommand returns an error that suggests what was meant: "judge run" for a pattern, "judge test" for a program,
// or a command with a similar name.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if namesProblem(args[0]) {
		return fmt.Errorf("unknown command %q; did you mean: judge run%s?", args[0], legible.Words(args...))
	}
	if loose.IsProgram(args[0]) {
		return fmt.Errorf("unknown command %q; did you mean: judge test%s?", args[0], legible.Words(args...))
	}
	if near := strictyaml.Suggest(args[0], helpNames(cmd.Root())); len(near) > 0 {
		return fmt.Errorf("unknown command %q; did you mean: judge %s?", args[0], strings.Join(near, " or judge "))
	}
	return fmt.Errorf("unknown command %q; judge help lists the commands", args[0])
}

// namesProblem reports whether a word is a pattern that selects a problem of this checkout.
func namesProblem(word string) bool {
	pattern, err := pick.ParsePattern(word)
	return err == nil && slices.ContainsFunc(problemsHere(), pattern.MatchProblem)
}
