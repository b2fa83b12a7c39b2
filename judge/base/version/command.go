package version

import (
	"fmt"

	"github.com/spf13/cobra"
)

// AddTo gives a program the command "version" and the flag --version, which print Judge() and nothing else.
func AddTo(root *cobra.Command) {
	show := func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), Judge())
		return err
	}
	root.AddCommand(&cobra.Command{
		Use:   "version",
		Short: "Print which version this is; those of two machines that work together must be equal",
		Args:  cobra.NoArgs,
		RunE:  show,
	})
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
