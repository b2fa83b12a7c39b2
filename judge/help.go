package main

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// topicFiles are the help topics: verdicts.txt is what "judge help verdicts" prints, and its first line is its title.
// A new topic is a new file.
//
//go:embed help/*.txt
var topicFiles embed.FS

// newTopics makes a command without an action of each help topic; cobra lists such commands as topics.
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

// newHelpCommand replaces cobra's, which prints the general help for a name that it does not know.
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
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			var offers []string
			for _, name := range helpNames(cmd.Root()) {
				if len(args) == 0 && strings.HasPrefix(name, typed) {
					offers = append(offers, name)
				}
			}
			return offers, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helpNames are the commands and topics that there is help on.
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

// bare is judge without a command: its help, and what there is to judge here.
func (a *app) bare(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args)
	}
	if err := cmd.Help(); err != nil {
		return err
	}
	roots, err := pick.FindTree()
	if err != nil {
		_, err = fmt.Fprint(a.stdout, "\n", terminal.Wrap("No problems here: change to a checkout, or name a package "+
			"with --package DIR.", a.style().Width, 0))
		return err
	}
	names, err := problem.Names(roots)
	if err != nil {
		return err
	}
	set, _ := problem.Load(roots, nil) // what is wrong with a problem, the commands that use it say
	loaded := make(map[string]*problem.Problem)
	for _, p := range set.Problems {
		loaded[p.Name] = p
	}
	fmt.Fprint(a.stdout, "\nProblems here:\n")
	table := terminal.Grid{Left: map[int]bool{1: true}}
	for _, name := range names {
		if p := loaded[name]; p != nil {
			table.Add(terminal.Plain("  "+name, legible.Line(p.Title), count(len(p.Tests), "test"),
				count(len(p.Submissions), "program"))...)
		} else {
			table.Add(terminal.Cell{Text: "  " + name + ": cannot be read; judge list" + legible.Words(name) +
				" says why"})
		}
	}
	out := a.sheet("")
	table.Write(out)
	return out.Flush()
}

// unknownCommand suggests what was meant: a pattern without "run" before it, or another command.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if namesProblem(args[0]) {
		return fmt.Errorf("unknown command %q; did you mean: judge run%s?", args[0], legible.Words(args...))
	}
	if near := strictyaml.Suggest(args[0], helpNames(cmd.Root())); len(near) > 0 {
		return fmt.Errorf("unknown command %q; did you mean: judge %s?", args[0], strings.Join(near, " or judge "))
	}
	return fmt.Errorf("unknown command %q; judge help lists the commands", args[0])
}

// namesProblem reports whether a word is a pattern that selects a problem of this checkout.
func namesProblem(word string) bool {
	pattern, err := pick.ParsePattern(word)
	roots, missing := pick.FindTree()
	if errors.Join(err, missing) != nil {
		return false
	}
	names, _ := problem.Names(roots)
	for _, name := range names {
		if pattern.MatchProblem(name) {
			return true
		}
	}
	return false
}
