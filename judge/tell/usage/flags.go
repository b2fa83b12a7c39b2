package usage

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/strictyaml"
)

// FlagError says what is wrong with a flag, and how to write it.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		return noFlag(cmd, unknown)
	case errors.As(err, &bare):
		flag := bare.GetFlag()
		name, _ := pflag.UnquoteUsage(flag)
		switch name {
		case "int", "uint", "ints":
			name = "N"
		case "string", "strings":
			name = "NAME"
		}
		return fmt.Errorf("--%s needs a value behind it: --%s %s; %s --help says which", flag.Name, flag.Name, name,
			cmd.CommandPath())
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		return fmt.Errorf("--%s %s: %s", flag.Name, legible.Word(invalid.GetValue()), wanted(flag, invalid.Unwrap()))
	case errors.As(err, &syntax):
		return Wrong(cmd, fmt.Sprintf("%q is no flag; write --NAME or --NAME=VALUE", syntax.GetSpecifiedFlag()))
	}
	return err
}

// noFlag is the error on a flag that the command does not have.
func noFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	if short := unknown.GetSpecifiedShortnames(); short != "" {
		return Wrong(cmd, fmt.Sprintf("%s has no flag -%s; %[1]s --help lists its flags", cmd.CommandPath(),
			unknown.GetSpecifiedName()))
	}
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
	return Wrong(cmd, fmt.Sprintf("%s has no flag --%s%s; %[1]s --help lists its flags", cmd.CommandPath(),
		unknown.GetSpecifiedName(), meant))
}

// wanted is what to write in place of an invalid value. The flags of this program say it themselves; pflag's own pass
// on what strconv says.
func wanted(flag *pflag.Flag, cause error) string {
	var number *strconv.NumError
	if !errors.As(cause, &number) {
		return cause.Error()
	}
	such := flag.DefValue
	switch kind := flag.Value.Type(); {
	case kind == "bool":
		return fmt.Sprintf("write --%s, or --%[1]s=false", flag.Name)
	case errors.Is(cause, strconv.ErrRange):
		return fmt.Sprintf("this number is too large; write one such as --%s %s", flag.Name, example(such))
	case strings.HasPrefix(kind, "uint"):
		return fmt.Sprintf("give a whole number from 0 on, such as --%s %s", flag.Name, example(such))
	}
	return fmt.Sprintf("give a whole number, such as --%s %s", flag.Name, example(such))
}

// example is a default value that is a number, or another number.
func example(value string) string {
	if n, err := strconv.Atoi(value); err == nil && n > 0 {
		return value
	}
	return "4"
}
