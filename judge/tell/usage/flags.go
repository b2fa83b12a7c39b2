package usage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/strictyaml"
)

// FlagError is pflag's error on a flag, with the flag that was meant, if a name is close. A value that a flag refuses
// comes with the flag's own reason.
func FlagError(cmd *cobra.Command, err error) error {
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
