package usage

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/tell/terminal"
)

// widest is the widest that help is set: longer lines are hard to read.
const widest = 120

func columns(w io.Writer) int { return min(terminal.StyleOf(w).Width, widest) }

// help writes the help of a command or a topic.
func help(cmd *cobra.Command, _ []string) {
	out := cmd.OutOrStdout()
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	io.WriteString(out, terminal.Reflow(strings.TrimRight(text, " \n"), columns(out))+"\n")
	if cmd.Runnable() || cmd.HasSubCommands() {
		writeUsage(out, cmd)
	}
}

// writeUsage writes how a command is called: its line, its examples, its commands and its flags.
func writeUsage(w io.Writer, cmd *cobra.Command) error {
	var b strings.Builder
	width := columns(w)
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		b.WriteString(terminal.Wrap("  "+cmd.UseLine(), width, 6))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString(terminal.Wrap("  "+cmd.CommandPath()+" [command]", width, 6))
	}
	if cmd.HasExample() {
		b.WriteString("\nExamples:\n" + terminal.Reflow(strings.TrimRight(cmd.Example, "\n"), width))
	}
	for _, group := range cmd.Groups() {
		fmt.Fprintf(&b, "\n%s\n", group.Title)
		commands(&b, cmd, group.ID, width)
	}
	if cmd.HasAvailableSubCommands() && (len(cmd.Groups()) == 0 || !cmd.AllChildCommandsHaveGroup()) {
		b.WriteString("\nAvailable Commands:\n")
		commands(&b, cmd, "", width)
	}
	if cmd.HasAvailableLocalFlags() {
		b.WriteString("\nFlags:\n" + terminal.Reflow(strings.TrimRight(cmd.LocalFlags().FlagUsages(), " \n"), width))
	}
	if cmd.HasHelpSubCommands() {
		b.WriteString("\nAdditional help topics:\n")
		var topics terminal.Pairs
		for _, topic := range cmd.Commands() {
			if topic.IsAdditionalHelpTopicCommand() {
				topics = append(topics, [2]string{topic.CommandPath(), topic.Short})
			}
		}
		b.WriteString(topics.Set(width))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\n" + terminal.Wrap(fmt.Sprintf("Use %q for more information about a command.",
			cmd.CommandPath()+" [command] --help"), width, 0))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// commands lists those of a group.
func commands(b *strings.Builder, of *cobra.Command, group string, width int) {
	var list terminal.Pairs
	for _, cmd := range of.Commands() {
		if cmd.GroupID == group && (cmd.IsAvailableCommand() || cmd.Name() == "help") {
			list = append(list, [2]string{cmd.Name(), cmd.Short})
		}
	}
	b.WriteString(list.Set(width))
}
