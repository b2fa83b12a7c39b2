package version

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// NewCommand returns the command "version" of a program.
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

// AddFlag adds the flag --version, which prints the build in one line.
func AddFlag(root *cobra.Command) {
	root.Flags().Bool("version", false, "print in one line which release and commit this is")
	root.Version = Release
	cobra.AddTemplateFunc("build", func() string { return ThisBuild().Line(root.Name()) })
	root.SetVersionTemplate("{{build}}\n")
}
