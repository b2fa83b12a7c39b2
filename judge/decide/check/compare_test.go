package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/read/problem"
)

var (
	tokens      = regexp.MustCompile(`[^ \f\n\r\t\v]+`)
	lineEnds    = regexp.MustCompile(`[ \f\r\t\v]+\n`)
	end         = regexp.MustCompile(`[ \f\n\r\t\v]+$`)
	number      = regexp.MustCompile(`^[+-]?([0-9]*\.[0-9]+|[0-9]+\.|[0-9]+)([Ee][+-]?[0-9]+)?$`)
	control     = regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f\x{80}-\x{9f}\x{feff}]`)
	different   = regexp.MustCompile(`(?m)^[-+] +[0-9]+ \|`)
	asciiLetter = regexp.MustCompile(`[A-Z]`)
)

// reference decides as the default checker does, on whole files and in the simplest way: all tokens first, then the
// whitespace with every token replaced by an x.
func reference(rules rules, answer, output string) problem.Verdict {
	want, got := tokens.FindAllString(answer, -1), tokens.FindAllString(output, -1)
	if len(want) != len(got) {
		return wa
	}
	for i := range want {
		if !sameToken(rules.Options, want[i], got[i]) {
			return wa
		}
	}
	answer, output = tokens.ReplaceAllString(answer, "x"), tokens.ReplaceAllString(output, "x")
	switch {
	case answer == output:
		return ac
	case rules.SpaceChangeSensitive:
		return wa
	case rules.whitespace == problem.ExactWhitespace:
		return pe
	case rules.whitespace == problem.ForgiveTrailing:
		answer, output = lineEnds.ReplaceAllString(end.ReplaceAllString(answer, ""), "\n"),
			lineEnds.ReplaceAllString(end.ReplaceAllString(output, ""), "\n")
		if answer != output {
			return pe
		}
	}
	return ac
}

func sameToken(options Options, want, got string) bool {
	if options.Numbers && number.MatchString(want) && number.MatchString(got) && nearInFloats(options, want, got) {
		return true
	}
	if !options.CaseSensitive {
		want, got = asciiLetter.ReplaceAllStringFunc(want, strings.ToLower), asciiLetter.ReplaceAllStringFunc(got,
			strings.ToLower)
	}
	return want == got
}

// nearInFloats compares as the field's checkers do: in floating point.
func nearInFloats(options Options, want, got string) bool {
	a, _ := parseNumber([]byte(want))
	b, _ := parseNumber([]byte(got))
	switch off := math.Abs(a - b); {
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return false
	case options.Absolute >= 0 && off <= options.Absolute:
		return true
	default:
		return options.Relative >= 0 && off <= options.Relative*math.Abs(a)
	}
}

func rulesOf(choice uint8) rules {
	r := rules{Options{CaseSensitive: choice&1 != 0, SpaceChangeSensitive: choice&2 != 0, Absolute: -1, Relative: -1},
		problem.IgnoreWhitespace, ""}
	switch choice >> 2 & 3 {
	case 1:
		r.whitespace = problem.ForgiveTrailing
	case 2:
		r.whitespace = problem.ExactWhitespace
	}
	if choice&16 != 0 {
		r.Numbers, r.Absolute = true, 0.125
	}
	if choice&32 != 0 {
		r.Numbers, r.Relative = true, 0.125
	}
	return r
}

// FuzzCompare holds the checker against the reference, and looks at what it says of a difference: each time the same.
func FuzzCompare(f *testing.F) {
	f.Add("1 2\n3\n", "1 2\n3\n", uint8(0))
	f.Add("1 2\n\n3\n", "1  2\n3", uint8(4))
	f.Add("1 2 \n \n3\n\n", "1 2\n\n3\r\n", uint8(4))
	f.Add("1 2\n3\n", "", uint8(0))
	f.Add("a\n", " A\x00\n", uint8(9))
	f.Add("1.5 x\n", "+15e-1 X\n", uint8(16))
	f.Add("100 -1e3\n", "112.5 -1125.\n", uint8(32))
	f.Add("é\ufeff\x1b\n", "É\xff\n", uint8(2))
	f.Fuzz(func(t *testing.T, answer, output string, choice uint8) {
		rules := rulesOf(choice)
		for _, token := range tokens.FindAllString(answer+" "+output, -1) {
			if len(token) > maxNumber {
				t.Skip("a token longer than a number may be")
			}
		}
		want := reference(rules, answer, output)
		got, err := compare(t.Context(), rules, []byte(answer), []byte(output))
		if err != nil || got.Verdict != want {
			t.Fatalf("got %s (%s), %v; want %s", got.Verdict, got.Message, err, want)
		}
		if same, err := compare(t.Context(), rules, []byte(output), []byte(output)); err != nil || same.Verdict != ac {
			t.Fatalf("with itself: got %s, %v", same.Verdict, err)
		}
		if again, _ := compare(t.Context(), rules, []byte(answer), []byte(output)); !cmp.Equal(got, again) {
			t.Fatalf("the second time it says\n%+v\nand the first time\n%+v", again, got)
		}
		if want == ac {
			return
		}
		d := got.Difference
		if d.Line < 1 || d.Line > 1+strings.Count(output, "\n") || d.Token < 0 || !different.MatchString(d.Window) {
			t.Errorf("line %d, token %d, window %q", d.Line, d.Token, d.Window)
		}
		if control.MatchString(got.Message + d.Window + d.Want + d.Got) {
			t.Errorf("not all is made visible: %q\n%q", got.Message, d.Window)
		}
	})
}

// TestShortFiles holds the checker against the reference on every pair of files of up to three bytes of each kind.
func TestShortFiles(t *testing.T) {
	files := []string{""}
	for begin, length := 0, 1; length <= 3; length++ {
		end := len(files)
		for _, file := range files[begin:end] {
			for _, b := range []string{"a", "b", " ", "\n"} {
				files = append(files, file+b)
			}
		}
		begin = end
	}
	for _, choice := range []uint8{1 + 4, 1 + 8} {
		rules := rulesOf(choice)
		for _, answer := range files {
			for _, output := range files {
				want := reference(rules, answer, output)
				got, err := compare(t.Context(), rules, []byte(answer), []byte(output))
				if err != nil || got.Verdict != want {
					t.Errorf("answer %q, output %q, rules %+v: got %s, %v; want %s", answer, output, rules, got.Verdict,
						err, want)
				}
			}
		}
	}
}

func TestParseNumber(t *testing.T) {
	for _, text := range []string{"0", "-0", "+1", "12.", ".5", "-.5e+3", "1E5", "007", "1e-999",
		"1e999", "-1e99999999999999999999",
		strings.Repeat("9", 30) + "." + strings.Repeat("9", 30),
		strings.Repeat("0", maxNumber-1) + "7"} {
		want, _ := strconv.ParseFloat(text, 64)
		if text == "1e-999" {
			want = math.SmallestNonzeroFloat64
		}
		if got, ok := parseNumber([]byte(text)); !ok || got != want {
			t.Errorf("%s: got %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "+", ".", "-.", "e5", ".e5", "1e", "1e+", "1e5.", "1.2.3", "--1", "inf",
		"Infinity", "nan", "0x1p3", "1_000", "1e5_", "1 ", "１", strings.Repeat("0", maxNumber+1)} {
		if got, ok := parseNumber([]byte(text)); ok {
			t.Errorf("%q: got %v, want no number", text, got)
		}
	}
}

// The longest number is one in a file, too, on either side; a digit more makes a string of it.
func TestLongestNumber(t *testing.T) {
	for zeros, want := range map[int]problem.Verdict{maxNumber - 1: ac, maxNumber: wa} {
		long := strings.Repeat("0", zeros) + "7"
		for _, files := range [][2]string{{long, "7.0"}, {"7.0", long}} {
			got, err := compare(t.Context(), rulesOf(16), []byte(files[0]+"\n"), []byte(files[1]+"\n"))
			if err != nil || got.Verdict != want {
				t.Errorf("%d zeros: got %s (%.100s), %v; want %s", zeros, got.Verdict, got.Message, err, want)
			}
		}
	}
}

// Without case, each of the 26 letters has two forms, and no other byte is like another.
func TestCase(t *testing.T) {
	for want := range 256 {
		for got := range 256 {
			if isSpace(byte(want)) || isSpace(byte(got)) {
				continue
			}
			a, b := []byte{byte(want)}, []byte{byte(got)}
			same := want == got || asciiLetter.Match(bytes.ToUpper(a)) && want^got == 'a'-'A' && want < 128
			result, err := compare(t.Context(), rulesOf(0), a, b)
			if err != nil || (result.Verdict == ac) != same {
				t.Fatalf("%q and %q: got %s, %v; the same: %v", a, b, result.Verdict, err, same)
			}
		}
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, text := range []string{"1", "-1.5e-3", ".", "1_0", "0x1", "1e", "inf"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, got := parseNumber([]byte(text)); got != (number.MatchString(text) && len(text) <= maxNumber) {
			t.Errorf("%q is a number: got %v", text, got)
		}
	})
}

// The end of a run ends the reading and the comparing of large files.
func TestCompareIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := compare(ctx, rulesOf(0), []byte("1\n"), []byte("2\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := Default("").Check(ctx, writeFiles(t, "1\n", "1\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestReadErrorsAreTold(t *testing.T) {
	broken, whole := iotest.ErrReader(io.ErrClosedPipe), strings.NewReader("1 2\n")
	for name, files := range map[string][2]io.Reader{"answer": {broken, whole}, "output": {whole, broken}} {
		if same, err := equal(t.Context(), files[0], files[1]); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: got %v, %v, want the error", name, same, err)
		}
	}
}

// TestEqual moves a difference over the edges of what is read at once.
func TestEqual(t *testing.T) {
	for _, size := range []int{0, 1, block - 1, block, block + 1, 2 * block} {
		text := strings.Repeat("x", size)
		for output, want := range map[string]bool{text: true, text + "y": false, "y" + text: false} {
			got, err := equal(t.Context(), strings.NewReader(text), iotest.HalfReader(strings.NewReader(output)))
			if err != nil || got != want {
				t.Errorf("%d bytes and %d: got %v, %v", len(text), len(output), got, err)
			}
		}
	}
}

// TestHugeDifference looks for the place in 32 MiB that differ at the end.
func TestHugeDifference(t *testing.T) {
	line := []byte("0123456789 abcdefghijklmnopqrstu\n")
	answer := bytes.Repeat(line, 1<<20)
	output := bytes.Clone(answer)
	output[len(output)-2] = 'X'
	got, err := compare(t.Context(), rulesOf(0), answer, output)
	want := fmt.Sprintf("line %d, token 2: want abcdefghijklmnopqrstu, got abcdefghijklmnopqrstX", 1<<20)
	if err != nil || got.Verdict != wa || got.Message != want {
		t.Errorf("got %s %q, %v; want WA %q", got.Verdict, got.Message, err, want)
	}
}

// FuzzParseArgs: arguments that are read are those that the format has, and tolerances are no negative numbers.
func FuzzParseArgs(f *testing.F) {
	f.Add("case_sensitive space_change_sensitive float_tolerance 1e-6")
	f.Add("float_absolute_tolerance 1e400 float_relative_tolerance -0")
	f.Add("float_tolerance nan float_tolerance")
	f.Fuzz(func(t *testing.T, text string) {
		args := strings.Fields(text)
		o, err := ParseArgs(args)
		if err != nil {
			return
		}
		tolerances := 0
		for _, arg := range args {
			if strings.HasPrefix(arg, "float_") {
				tolerances++
			}
		}
		if o.Numbers != (tolerances > 0) || o.CaseSensitive != slices.Contains(args, "case_sensitive") ||
			tolerances > 2 {
			t.Errorf("%q is read as %+v", args, o)
		}
		for _, tolerance := range []float64{o.Absolute, o.Relative} {
			if !(tolerance >= 0) && tolerance != -1 || !o.Numbers && tolerance != -1 {
				t.Errorf("%q is read as %+v", args, o)
			}
		}
	})
}
