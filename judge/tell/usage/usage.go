// Package usage is what a command line says of itself: the help of its commands, set for the width there is, and a
// sentence with an example for each wrong use, in place of the messages of cobra and pflag.
//
//	cmd.Args = usage.Args(1, 1, "name one program")
//	usage.Install(root)
package usage

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// remark is what an example says of itself: it stands far behind the command.
var remark = regexp.MustCompile(`\s{3,}\S.*$`)

// Example is the first example of a command.
func Example(cmd *cobra.Command) string {
	first, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	return remark.ReplaceAllString(strings.TrimSpace(first), "")
}

// Install gives a program its help and its messages on flags. The program has all its commands by then.
func Install(root *cobra.Command) {
	root.SetHelpFunc(help)
	root.SetUsageFunc(func(cmd *cobra.Command) error { return writeUsage(cmd.OutOrStderr(), cmd) })
	root.SetFlagErrorFunc(FlagError)
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		shells := "name a shell: bash, zsh, fish or powershell"
		cmd.Example = "  source <(" + root.Name() + " completion bash)"
		cmd.Args = Args(1, 1, shells)
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return Wrong(cmd, shells) }
		for _, shell := range cmd.Commands() {
			shell.Args, shell.Example = None, "  "+shell.CommandPath()
		}
	}
}

// Check refuses flags that exclude each other.
func Check(cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		for _, group := range flag.Annotations[exclusive] {
			for _, other := range strings.Fields(group) {
				if o := cmd.Flags().Lookup(other); err == nil && o != nil && o.Changed && o != flag {
					err = Wrong(cmd, fmt.Sprintf("--%s and --%s do not go together; leave out one of them", flag.Name,
						other))
				}
			}
		}
	})
	return err
}

// exclusive is the annotation of cobra's MarkFlagsMutuallyExclusive, whose own message is raw.
const exclusive = "cobra_annotation_mutually_exclusive"
