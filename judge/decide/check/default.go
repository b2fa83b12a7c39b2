package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Options holds the default checker's options. The zero value compares tokens as strings, ignoring case.
type Options struct {
	CaseSensitive        bool
	SpaceChangeSensitive bool    // whitespace that differs from the answer's is WA
	Numbers              bool    // a tolerance is set, so numbers in the answer are compared as numbers
	Absolute, Relative   float64 // tolerances; a number within either one is right; negative if not set
}

// ParseArgs reads the default checker's arguments: case_sensitive, space_change_sensitive, float_tolerance ε,
// float_absolute_tolerance ε and float_relative_tolerance ε.
func ParseArgs(args []string) (Options, error) {
	options := Options{Absolute: -1, Relative: -1}
	var tolerances []string
	for i := 0; i < len(args); i++ {
		switch name := args[i]; name {
		case "case_sensitive":
			options.CaseSensitive = true
		case "space_change_sensitive":
			options.SpaceChangeSensitive = true
		case "float_tolerance", "float_absolute_tolerance", "float_relative_tolerance":
			if slices.Contains(tolerances, name) {
				return Options{}, fmt.Errorf("%s is given twice", name)
			}
			tolerances = append(tolerances, name)
			if slices.Contains(tolerances, "float_tolerance") && len(tolerances) > 1 {
				return Options{}, errors.New("float_tolerance sets both tolerances: give it alone, or " +
					"float_absolute_tolerance and float_relative_tolerance")
			}
			i++
			if i == len(args) {
				return Options{}, fmt.Errorf("%s needs a number after it", name)
			}
			tolerance, ok := parseNumber([]byte(args[i]))
			if !ok || tolerance < 0 || math.IsInf(tolerance, 0) {
				return Options{}, fmt.Errorf("%s %s: not a number of 0 or more, such as 1e-6", name, args[i])
			}
			options.Numbers = true
			if name != "float_relative_tolerance" {
				options.Absolute = tolerance
			}
			if name != "float_absolute_tolerance" {
				options.Relative = tolerance
			}
		default:
			return Options{}, fmt.Errorf("the default checker has no argument %q; it has case_sensitive, "+
				"space_change_sensitive, "+
				"float_tolerance, float_absolute_tolerance and float_relative_tolerance, each of these three with its "+
				"number as the next argument", name)
		}
	}
	return options, nil
}

// Arguments returns an error for output_validator_args that the default checker does not accept. For a problem with a
// checker of its own, Arguments accepts anything.
func Arguments(p *problem.Problem) error {
	if p.Checkers != nil {
		return nil
	}
	var errs []error
	reported := make(map[string]bool) // places of arguments that were reported
	for _, t := range p.Tests {
		if _, err := ParseArgs(t.CheckerArgs); err != nil && !reported[t.CheckerArgsAt] {
			reported[t.CheckerArgsAt] = true
			errs = append(errs, fmt.Errorf("%s: %w", t.CheckerArgsAt, err))
		}
	}
	return errors.Join(errs...)
}

// Default returns the package format's default output validator with an online judge's whitespace rule. Tokens are
// separated by space, \f, \n, \r, \t and \v; all of these except \n are called blanks. A different, missing or extra
// token is WA. If all tokens are right, the whitespace decides. These are the verdicts by each rule:
//
//	                                               ignore  trailing  exact   with space_change_sensitive
//	the same bytes                                 AC      AC        AC      AC
//	different blanks at the end of a line          AC      AC        PE      WA
//	different blanks or lines after the last token AC      AC        PE      WA
//	no newline at the end, or one too many         AC      AC        PE      WA
//	different blanks before or between tokens      AC      PE        PE      WA
//	an empty line too many or too few              AC      PE        PE      WA
//	a line break added or missing between tokens   AC      PE        PE      WA
//
// The checker does not read Files.Input.
func Default(whitespace problem.Whitespace) Checker { return defaultChecker{whitespace} }

type defaultChecker struct {
	whitespace problem.Whitespace
}

func (c defaultChecker) Check(ctx context.Context, files Files) (Result, error) {
	options, err := ParseArgs(files.Args)
	if err != nil {
		return judgeError("output_validator_args: %v", err), nil
	}
	want, err := untrusted.Read(files.Answer, problem.MaxTestFile)
	if err != nil {
		return judgeError("cannot read the answer: %v", err), nil
	}
	got, err := os.ReadFile(files.Output)
	if err != nil {
		return judgeError("cannot read the output: %v", err), nil
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	return compare(rules{options, c.whitespace, files.ArgsAt}, want, got), nil
}

func judgeError(format string, args ...any) Result {
	return Result{Verdict: problem.JE, Message: fmt.Sprintf(format, args...)}
}
