package version

import (
	"fmt"

	"github.com/spf13/cobra"
)

// AddTo gives a program the command "version" and the flag --version, which print Judge() and nothing else.
func AddTo(root *cobra.Command) {
	root.AddCommand(NewCommand(root.Name()))
	AddFlag(root)
}

// NewCommand is the command "version", for a program that lists it in a group.
func NewCommand(program string) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print which version this is; those of two machines that work together must be equal",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%s takes no arguments, for example: %[1]s", cmd.CommandPath())
			}
			return nil
		},
		Example: "  " + program + " version",
		RunE:    show,
	}
}

// AddFlag adds the flag --version to a program that has the command.
func AddFlag(root *cobra.Command) {
	asked := root.Flags().Bool("version", false, "print which version this is")
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *asked:
			return show(cmd, args)
		case run != nil:
			return run(cmd, args)
		}
		return cmd.Help()
	}
}

func show(cmd *cobra.Command, _ []string) error {
	_, err := fmt.Fprintln(cmd.OutOrStdout(), Judge())
	return err
}
