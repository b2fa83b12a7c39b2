package outcome

import "github.com/spf13/cobra"

// AddFlags adds the flags that name the reports: --json, --junit and --verbose.
func (r *Reports) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&r.JSON, "json", "", "also write the results as JSON to `FILE` (- for standard output, in place "+
		"of the rows)")
	flags.StringVar(&r.JUnit, "junit", "", "also write the results as a JUnit report to `FILE`, for CI services")
	flags.BoolVarP(&r.Verbose, "verbose", "v", false, "show every test, and every wrong program")
}
