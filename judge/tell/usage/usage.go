// Package usage makes the help of a command line, and says what is wrong with its arguments and flags.
//
//	cmd.Args = usage.Args(1, 1, "name one program")
//	usage.Install(root)
package usage

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/tell/terminal"
)

// Any is a number of arguments without a bound.
const Any = -1

// Args takes from least to most arguments. Its error is the sentence with the first example of the command.
func Args(least, most int, sentence string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || most != Any && len(args) > most {
			return Wrong(cmd, sentence)
		}
		return nil
	}
}

// None takes no arguments.
func None(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Wrong(cmd, fmt.Sprintf("%s takes no arguments, and %q is one", cmd.CommandPath(), args[0]))
}

// Wrong is an error of a command line: a sentence with the first example of the command.
func Wrong(cmd *cobra.Command, sentence string) error {
	if example := Example(cmd); example != "" {
		sentence += ", for example: " + example
	}
	return errors.New(sentence)
}

// remark is a comment at the end of an example, behind at least three blanks.
var remark = regexp.MustCompile(`\s{3,}\S.*$`)

// Example is the first example of a command.
func Example(cmd *cobra.Command) string {
	first, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	return remark.ReplaceAllString(strings.TrimSpace(first), "")
}

// template is that of cobra, except that a program with groups of commands shows these alone, and that flags are
// wrapped. All other lines are at most 80 columns wide where they are written.
const template = `{{if not .Groups}}
Usage:{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}
{{end}}{{if .HasExample}}
Examples:
{{.Example}}
{{end}}{{$commands := .Commands}}{{range $group := .Groups}}
{{.Title}}{{range $commands}}{{if and (eq .GroupID $group.ID) (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if and .HasAvailableSubCommands (not .Groups)}}
Available Commands:{{range .Commands}}{{if or .IsAvailableCommand (eq .Name "help")}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{end}}{{if and .HasAvailableLocalFlags (not .Groups)}}
Flags:
{{.LocalFlags.FlagUsagesWrapped 80}}{{end}}{{if .HasAvailableSubCommands}}
{{if .Groups}}
{{end}}{{.CommandPath}} help COMMAND explains a command{{if .HasHelpSubCommands}}; {{.CommandPath}} help topics lists more{{end}}.
{{end}}`

// Install gives a program its help, and its messages on flags.
func Install(root *cobra.Command) {
	root.SetHelpTemplate("{{or .Long .Short | trimTrailingWhitespaces}}\n" +
		"{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}")
	root.SetUsageTemplate(template)
	root.SetFlagErrorFunc(flagError)
}

// Topics lists the help topics of a program.
func Topics(w io.Writer, root *cobra.Command) {
	for _, topic := range root.Commands() {
		if topic.IsAdditionalHelpTopicCommand() {
			line := fmt.Sprintf("  %s help %-*s  ", root.Name(), topic.NamePadding(), topic.Name())
			io.WriteString(w, terminal.Wrap(line+topic.Short, terminal.Columns, len(line)))
		}
	}
}

// flagError is the library's error on a flag, with the flag that was meant, if a name is close. If a flag refuses its
// value, the flag says why.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, legible.Word(invalid.GetValue()), invalid.Unwrap())
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if !flag.Hidden {
				names = append(names, flag.Name)
			}
		})
		meant := ""
		if near := strictyaml.Suggest(unknown.GetSpecifiedName(), names); len(near) > 0 {
			meant = " (did you mean --" + strings.Join(near, " or --") + "?)"
		}
		return Wrong(cmd, legible.Line(err.Error())+meant)
	}
	return err
}
