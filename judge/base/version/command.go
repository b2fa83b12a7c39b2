package version

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// AddTo adds the command "version", which prints the build, and the flag --version, which prints it in one line.
func AddTo(root *cobra.Command) {
	root.AddCommand(NewCommand(root.Name()))
	AddFlag(root)
}

// NewCommand returns the command "version", for a program that lists it in a group.
func NewCommand(program string) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print which release and commit this is, and what built it",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%s takes no arguments, for example: %[1]s", cmd.CommandPath())
			}
			return nil
		},
		Example: "  " + program + " version",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.Join(ThisBuild().Lines(program), "\n"))
			return err
		},
	}
}

// AddFlag adds only the flag --version.
func AddFlag(root *cobra.Command) {
	asked := root.Flags().Bool("version", false, "print in one line which release and commit this is")
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *asked:
			_, err := fmt.Fprintln(cmd.OutOrStdout(), ThisBuild().Line(root.Name()))
			return err
		case run != nil:
			return run(cmd, args)
		}
		return cmd.Help()
	}
}
