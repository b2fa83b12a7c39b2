package check

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

const (
	ac = problem.AC
	pe = problem.PE
	wa = problem.WA
	je = problem.JE
)

func writeFiles(t *testing.T, answer, output string, args ...string) Files {
	t.Helper()
	dir := t.TempDir()
	files := Files{Input: filepath.Join(dir, "1.in"), Answer: filepath.Join(dir, "1.ans"), Output: filepath.Join(dir,
		"1.out"), Args: args}
	for path, text := range map[string]string{files.Input: "the input\n", files.Answer: answer, files.Output: output} {
		judgetest.Write(t, path, text)
	}
	return files
}

func mustCheck(t *testing.T, checker Checker, files Files) Result {
	t.Helper()
	result, err := checker.Check(t.Context(), files)
	judgetest.Check(t, err)
	return result
}

func TestDefaultArguments(t *testing.T) {
	const (
		sensitive = "case_sensitive"
		spaces    = "space_change_sensitive"
		absolute  = "float_absolute_tolerance 0.01"
		exact     = "float_tolerance 0"
		relative  = "float_relative_tolerance 0.01"
		both      = "float_tolerance 0.01"
		each      = "float_absolute_tolerance 0.5 float_relative_tolerance 0.01"
	)
	tests := []struct {
		args, answer, output string
		want                 problem.Verdict
	}{
		{"", "Yes 1\n", "yes 1\n", ac},
		{"", "[a]\n", "{A}\n", wa}, // a byte that differs by 32 is not a letter of another case
		{"", "é\n", "É\n", wa},     // only ASCII has case
		{"", "1.0\n", "1\n", wa},   // without a tolerance a number is a string
		{"", "1 2\n", "12\n", wa},
		{"", "", "", ac},
		{"", "1\n", "", wa},
		{"", "", "1\n", wa},
		{"", "a b\n", "\n\f a\v\t\r\nb", ac},
		{"", "a b\n", "a\x00b\n", wa},
		{"", "a b\n", "a\u00a0b\n", wa}, // a no-break space is not whitespace here
		{"", "a\n", "\ufeffa\n", wa},

		{sensitive, "Yes\n", "Yes\n", ac},
		{sensitive, "Yes\n", "yes\n", wa},

		{spaces, "a b\n", "A b\n", ac},
		{spaces, "a b\n", "a  b\n", wa},
		{spaces, "a b\n", "a b", wa},
		{spaces, "a b\n", "a b\r\n", wa},
		{spaces + " " + sensitive, "a b\n", "A b\n", wa},
		{spaces + " " + absolute, "1 2\n", "1.0 2.0\n", ac},
		{spaces + " " + absolute, "1 2\n", "1.0  2.0\n", wa},

		{absolute, "100\n", "100.0099\n", ac},
		{absolute, "0\n", "-0.01\n", ac},
		{absolute, "1\n", "1e0\n", ac},
		{absolute, "one\n", "ONE\n", ac},
		{absolute, "one\n", "1\n", wa},
		{absolute + " " + sensitive, "one\n", "ONE\n", wa},
		{absolute + " " + sensitive, "1e3\n", "1E3\n", ac},
		{absolute, "nan\n", "nan\n", ac}, // compared as strings
		{absolute, "16\n", "0x10\n", wa},
		{absolute, "10\n", "1_0\n", wa},
		{absolute, "1e999\n", "1e999\n", ac},
		{absolute, "1e999\n", "7\n", wa},
		{absolute, "1e-999\n", "0\n", ac},

		{relative, "100\n", "101\n", ac},
		{relative, "100\n", "101.1\n", wa},
		{relative, "101\n", "100\n", ac}, // relative to the answer: 1 of 101 ...
		{relative, "99\n", "100\n", wa},  // ... and 1 of 99

		{exact, "100\n", "100." + strings.Repeat("0", 43) + "1\n", ac}, // compared in float64, as by other checkers
		{exact, "100\n", "100.0000000000001\n", wa},
		{exact, "0\n", "-0\n", ac},
		{exact, "0\n", "1e-4000\n", wa},
		{exact, "-1e4000\n", "1e4000\n", wa},

		{both, "100\n", "101\n", ac},
		{both, "0\n", "0.01\n", ac},
		{both, "100\n", "101.1\n", wa},

		{each, "100\n", "101\n", ac},
		{each, "10\n", "10.6\n", wa},
	}
	for _, test := range tests {
		files := writeFiles(t, test.answer, test.output, strings.Fields(test.args)...)
		got := mustCheck(t, Default(problem.IgnoreWhitespace), files)
		if got.Verdict != test.want {
			t.Errorf("[%s] answer %q, output %q: got %s (%s), want %s", test.args, test.answer, test.output,
				got.Verdict, got.Message, test.want)
		}
		if (got.Difference == nil) != (got.Verdict == ac) {
			t.Errorf("[%s] answer %q, output %q: %s with the difference %v", test.args, test.answer, test.output,
				got.Verdict, got.Difference)
		}
	}
}

func TestDefaultWhitespace(t *testing.T) {
	tests := []struct {
		name, answer, output    string
		ignore, trailing, exact problem.Verdict
	}{
		{"the same", "1 2\n\n3\n", "1 2\n\n3\n", ac, ac, ac},
		{"blank at a line's end", "1 2\n3\n", "1 2 \n3\n", ac, ac, pe},
		{"no blank at a line's end", "1 2 \n3\n", "1 2\n3\n", ac, ac, pe},
		{"carriage returns", "1 2\n3\n", "1 2\r\n3\r\n", ac, ac, pe},
		{"blank in an empty line", "1\n\n3\n", "1\n \n3\n", ac, ac, pe},
		{"no newline at the end", "1\n", "1", ac, ac, pe},
		{"empty line at the end", "1\n", "1\n\n", ac, ac, pe},
		{"empty lines for nothing", "", "\n\n", ac, ac, pe},
		{"two blanks", "1 2\n", "1  2\n", ac, pe, pe},
		{"tab for a blank", "1 2\n", "1\t2\n", ac, pe, pe},
		{"blank at a line's beginning", "1\n2\n", "1\n 2\n", ac, pe, pe},
		{"blank at the beginning", "1\n", " 1\n", ac, pe, pe},
		{"empty line too many", "1\n2\n", "1\n\n2\n", ac, pe, pe},
		{"empty line too few", "1\n\n2\n", "1\n2\n", ac, pe, pe},
		{"line broken", "1 2\n", "1\n2\n", ac, pe, pe},
		{"trailing blanks and an empty line too many", "1\n2\n", "1  \n  \n2\n", ac, pe, pe},
		{"wrong token and whitespace", "1 2\n3\n", "1  2\n4\n", wa, wa, wa},
		{"missing token", "1\n2\n", "1\n\n", wa, wa, wa},
	}
	for _, test := range tests {
		files := writeFiles(t, test.answer, test.output)
		for rule, want := range map[problem.Whitespace]problem.Verdict{
			problem.IgnoreWhitespace: test.ignore, problem.ForgiveTrailing: test.trailing,
			problem.ExactWhitespace: test.exact, "": test.ignore,
		} {
			if got := mustCheck(t, Default(rule), files); got.Verdict != want {
				t.Errorf("%s, rule %q: got %s (%s), want %s", test.name, rule, got.Verdict, got.Message, want)
			}
		}
	}
}

func TestParseArgs(t *testing.T) {
	tests := []struct {
		args []string
		want Options
		err  string
	}{
		{args: nil, want: Options{Absolute: -1, Relative: -1}},
		{args: []string{"case_sensitive", "space_change_sensitive"}, want: Options{CaseSensitive: true,
			SpaceChangeSensitive: true, Absolute: -1, Relative: -1}},
		{args: []string{"float_tolerance", "1e-6"}, want: Options{Numbers: true, Absolute: 1e-6, Relative: 1e-6}},
		{args: []string{"float_absolute_tolerance", "0"}, want: Options{Numbers: true, Absolute: 0, Relative: -1}},
		{args: []string{"float_relative_tolerance", ".5", "float_absolute_tolerance", "2."},
			want: Options{Numbers: true, Absolute: 2, Relative: 0.5}},
		{args: []string{"case-sensitive"}, err: `no argument "case-sensitive"; it has case_sensitive,`},
		{args: []string{"float_tolerance 1e-6"}, err: "number as the next argument"},
		{args: []string{""}, err: `no argument ""`},
		{args: []string{"float_tolerance"}, err: "float_tolerance needs a number after it"},
		{args: []string{"float_tolerance", "case_sensitive"}, err: "float_tolerance case_sensitive: not a number"},
		{args: []string{"float_tolerance", "-1"}, err: "not a number of 0 or more, such as 1e-6"},
		{args: []string{"float_tolerance", "inf"}, err: "not a number of 0 or more"},
		{args: []string{"float_tolerance", "0x1p-3"}, err: "not a number of 0 or more"},
		{args: []string{"float_tolerance", "1", "float_tolerance", "1"}, err: "float_tolerance is given twice"},
		{args: []string{"float_relative_tolerance", "1", "float_relative_tolerance", "2"},
			err: "float_relative_tolerance is given twice"},
		{args: []string{"float_tolerance", "1", "float_relative_tolerance", "1"}, err: "give it alone"},
		{args: []string{"float_absolute_tolerance", "1", "float_tolerance", "1"}, err: "give it alone"},
	}
	for _, test := range tests {
		got, err := ParseArgs(test.args)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%q: got the error %v, want %q in it", test.args, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.args, diff)
		}
	}
}

func TestDefaultFailsWithoutItsFiles(t *testing.T) {
	good := writeFiles(t, "1\n", "1\n")
	for want, files := range map[string]Files{
		"cannot read the answer: open none":                  {Answer: "none", Output: good.Output},
		"cannot read the output: open none":                  {Answer: good.Answer, Output: "none"},
		"/: is a directory":                                  {Answer: "/", Output: good.Output},
		"output_validator_args: the default checker has no ": {Answer: good.Answer, Output: good.Output, Args: []string{"exact"}},
	} {
		got := mustCheck(t, Default(problem.IgnoreWhitespace), files)
		if got.Verdict != je || !strings.Contains(got.Message, want) {
			t.Errorf("got %s %q, want JE with %q", got.Verdict, got.Message, want)
		}
	}
}

// The message on a wrong number gives its error, the allowed error, and where that is written.
func TestOffBy(t *testing.T) {
	for _, test := range []struct{ args, at, answer, output, want string }{
		{"float_tolerance 1e-6", "test_group.yaml:1:24", "0.5", "0.500027",
			"want 0.5, got 0.500027: off by 2.7e-5, allowed 1e-6 (test_group.yaml:1:24)"},
		{"float_tolerance 1e-6", "", "31415.9", "31416", "want 31415.9, got 31416: off by 0.1, allowed 0.0314, 1e-6 " +
			"of the answer"},
		{"float_relative_tolerance 1e-10", "", "-1e30", "1e30", "off by 2e30, allowed 1e20, 1e-10 of the answer"},
		{"float_absolute_tolerance 0", "", "1", "1.00", ""},
		{"float_absolute_tolerance 0", "", "1", "2", "off by 1, allowed 0"},
		{"float_tolerance 1e-6", "", "0.5", "nan", "want 0.5, got nan"},
		{"float_tolerance 1e-6", "", "yes", "0.5", "want yes, got 0.5"},
		{"float_tolerance 1e-6", "", "0.5", "", "the output ends, want 0.5"},
		{"", "", "0.5", "0.6", "want 0.5, got 0.6"},
	} {
		files := writeFiles(t, test.answer+"\n", test.output+"\n")
		files.Args, files.ArgsAt = strings.Fields(test.args), test.at
		if got := mustCheck(t, Default(problem.IgnoreWhitespace), files); !strings.HasSuffix(got.Message, test.want) ||
			(test.want == "") != (got.Verdict == ac) {
			t.Errorf("%+v: got %s %q", test, got.Verdict, got.Message)
		}
	}
}
