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

// help writes the help of a command or a topic, whose lines have at most 80 columns.
func help(cmd *cobra.Command, _ []string) {
	out := cmd.OutOrStdout()
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	io.WriteString(out, strings.TrimSpace(text)+"\n")
	if cmd.Runnable() || cmd.HasSubCommands() {
		io.WriteString(out, "\n")
		writeUsage(out, cmd)
	}
}

// writeUsage writes how a command is called: its line, its examples, its commands and its flags.
func writeUsage(w io.Writer, cmd *cobra.Command) error {
	var b strings.Builder
	width := columns(w)
	overview := len(cmd.Groups()) > 0 // of the whole program: its commands alone
	if !overview {
		b.WriteString("Usage:\n")
	}
	if cmd.Runnable() && !overview {
		b.WriteString(terminal.Wrap("  "+cmd.UseLine(), width, 6))
	}
	if cmd.HasAvailableSubCommands() && !overview {
		b.WriteString(terminal.Wrap("  "+cmd.CommandPath()+" [command]", width, 6))
	}
	if cmd.HasExample() {
		b.WriteString("\nExamples:\n" + strings.TrimRight(cmd.Example, "\n") + "\n")
	}
	for _, group := range cmd.Groups() {
		b.WriteString(group.Title + "\n")
		commands(&b, cmd, group.ID, width)
	}
	if cmd.HasAvailableSubCommands() && (len(cmd.Groups()) == 0 || !cmd.AllChildCommandsHaveGroup()) {
		b.WriteString("\nAvailable Commands:\n")
		commands(&b, cmd, "", width)
	}
	if cmd.HasAvailableLocalFlags() && !overview {
		b.WriteString("\nFlags:\n" + cmd.LocalFlags().FlagUsagesWrapped(width))
	}
	if cmd.HasAvailableSubCommands() {
		more := fmt.Sprintf("%s help COMMAND explains a command", cmd.CommandPath())
		if cmd.HasHelpSubCommands() {
			more += fmt.Sprintf("; %s help topics lists more", cmd.CommandPath())
		}
		b.WriteString("\n" + terminal.Wrap(more+".", width, 0))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Topics lists the help topics of a program.
func Topics(w io.Writer, root *cobra.Command) error {
	var topics terminal.Pairs
	for _, topic := range root.Commands() {
		if topic.IsAdditionalHelpTopicCommand() {
			topics = append(topics, [2]string{root.Name() + " help " + topic.Name(), topic.Short})
		}
	}
	_, err := io.WriteString(w, topics.Set(columns(w)))
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
