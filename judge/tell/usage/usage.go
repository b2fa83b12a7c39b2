// Package usage formats the help of commands, and errors about their arguments and flags.
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

// Any means that there is no maximum number of arguments.
const Any = -1

// Args accepts from least to most arguments. For any other number of arguments, the error is the sentence, followed by
// the command's first example.
func Args(least, most int, sentence string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || most != Any && len(args) > most {
			return Wrong(cmd, sentence)
		}
		return nil
	}
}

// None accepts no arguments.
func None(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Wrong(cmd, fmt.Sprintf("%s takes no arguments, and %q is one", cmd.CommandPath(), args[0]))
}

// Wrong returns an error about a command line: the sentence, followed by the command's first example.
func Wrong(cmd *cobra.Command, sentence string) error {
	if example := Example(cmd); example != "" {
		sentence += ", for example: " + example
	}
	return errors.New(sentence)
}

// remark matches a comment at the end of an example, after at least three blanks.
var remark = regexp.MustCompile(`\s{3,}\S.*$`)

// Example returns the first example of a command.
func Example(cmd *cobra.Command) string {
	first, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	return remark.ReplaceAllString(strings.TrimSpace(first), "")
}

// template differs from cobra's in two ways: a program with groups of commands shows only the groups, and flags are
// wrapped. Other lines need no wrapping, since they have at most 80 columns in the source.
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
{{end}}{{if and .HasAvailableFlags (not .Groups)}}
Flags:
{{.Flags.FlagUsagesWrapped 80}}{{end}}{{if .HasAvailableSubCommands}}
{{if .Groups}}
{{end}}{{.CommandPath}} {{if .HasParent}}COMMAND --help{{else}}help COMMAND{{end}} explains a command{{if .HasHelpSubCommands}}; {{.CommandPath}} help topics lists more{{end}}.
{{end}}`

// Install sets how a program formats its help and its errors about flags.
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

// flagError improves cobra's error about a flag. If the flag is unknown, it suggests flags with similar names. If the
// flag rejects a value, it returns the flag's own error.
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
