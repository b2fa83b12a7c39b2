package check

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

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
	if options.Numbers && number.MatchString(want) {
		return want == got || number.MatchString(got) && nearByFractions(options, want, got)
	}
	if !options.CaseSensitive {
		want, got = asciiLetter.ReplaceAllStringFunc(want, strings.ToLower), asciiLetter.ReplaceAllStringFunc(got,
			strings.ToLower)
	}
	return want == got
}

// nearByFractions compares fractions, which takes as long as their exponents are large.
func nearByFractions(options Options, want, got string) bool {
	fraction := func(text string) *big.Rat {
		x, ok := new(big.Rat).SetString(text)
		if !ok {
			panic(text)
		}
		return x
	}
	answer := fraction(want)
	difference := new(big.Rat).Sub(fraction(got), answer)
	within := func(tolerance float64, of *big.Rat) bool {
		if tolerance < 0 {
			return false
		}
		allowed := fraction(strconv.FormatFloat(tolerance, 'g', -1, 64))
		return difference.Abs(difference).Cmp(allowed.Mul(allowed, of.Abs(of))) <= 0
	}
	return within(options.Absolute, big.NewRat(1, 1)) || within(options.Relative, answer)
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

// FuzzCompare holds the checker against the reference, from the first line that differs and from the beginning of files
// that come byte by byte, and looks at what it says of a difference.
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
			if !smallExponent(token) {
				t.Skip("a number that the reference takes long for")
			}
		}
		want := reference(rules, answer, output)
		got, err := compareFiles(context.Background(), rules, strings.NewReader(answer), strings.NewReader(output))
		if err != nil || got.Verdict != want {
			t.Fatalf("got %s (%s), %v; want %s", got.Verdict, got.Message, err, want)
		}
		c := newComparison(context.Background(), rules, iotest.OneByteReader(strings.NewReader(answer)),
			iotest.HalfReader(strings.NewReader(output)), prefix{})
		defer c.free()
		if whole, err := c.run(); err != nil || whole.verdict != want {
			t.Fatalf("from the beginning: got %s, %v; want %s", whole.verdict, err, want)
		}
		if same, err := compareFiles(context.Background(), rules, strings.NewReader(output),
			strings.NewReader(output)); err != nil || same.Verdict != ac {
			t.Fatalf("with itself: got %s, %v", same.Verdict, err)
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
				got, err := compareFiles(t.Context(), rules, strings.NewReader(answer), strings.NewReader(output))
				if err != nil || got.Verdict != want {
					t.Errorf("answer %q, output %q, rules %+v: got %s, %v; want %s", answer, output, rules, got.Verdict,
						err, want)
				}
			}
		}
	}
}

// TestAcrossBlocks moves differences over the edges of what is read at once.
func TestAcrossBlocks(t *testing.T) {
	pairs := [][2]string{{"alpha beta\n", "alpha beta\n"}, {"alpha beta\n", "alpha bets\n"},
		{"alpha beta\n", "alpha  beta\n"},
		{"alpha beta\n", "alpha beta"}, {"alpha\n\nbeta\n", "alpha\nbeta\n"}, {"3.25\n", "3.250000\n"},
		{"3.25\n", "3.5\n"}, {"a\n", "a\nb\n"}}
	// An a in another case at the beginning leaves nothing in common, so that all goes token by token.
	beginnings := [][2]string{{"", ""}, {"A ", "a "}}
	rules := rulesOf(4 + 16)
	for _, padding := range []string{"12345 67\n", "xxxxxxxxx", "         "} {
		for n := block - 9; n <= block; n++ {
			short, long := n%9, strings.Repeat(padding, n/9)
			for _, pair := range pairs {
				for _, begin := range beginnings {
					ends := [2]string{padding[:short] + pair[0], padding[:short] + pair[1]}
					want := reference(rules, begin[0]+padding+ends[0], begin[1]+padding+ends[1])
					answer, output := strings.NewReader(begin[0]+long+ends[0]), strings.NewReader(begin[1]+long+ends[1])
					if got, err := compareFiles(t.Context(), rules, answer, output); err != nil || got.Verdict != want {
						t.Fatalf("%q after %q and %d bytes of %q: got %s, %v; want %s", pair, begin, n, padding,
							got.Verdict, err, want)
					}
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
			got, err := compareFiles(t.Context(), rulesOf(16), strings.NewReader(files[0]+"\n"),
				strings.NewReader(files[1]+"\n"))
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
			if isSpace[want] || isSpace[got] {
				continue
			}
			a, b := []byte{byte(want)}, []byte{byte(got)}
			same := want == got || asciiLetter.Match(bytes.ToUpper(a)) && want^got == 'a'-'A' && want < 128
			result, err := compareFiles(t.Context(), rulesOf(0), bytes.NewReader(a), bytes.NewReader(b))
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
		if got, want := isNumber([]byte(text)), number.MatchString(text); got != want {
			t.Errorf("%q is a number: got %v, want %v", text, got, want)
		}
	})
}

// endless is a reader of n times the same byte, and then some text.
func endless(b byte, n int64, then string) io.Reader {
	return io.MultiReader(io.LimitReader(repeater(b), n), strings.NewReader(then))
}

type repeater byte

func (r repeater) Read(p []byte) (int, error) {
	p[0] = byte(r)
	for n := 1; n < len(p); n *= 2 {
		copy(p[n:], p[:n])
	}
	return len(p), nil
}

// TestMemoryIsBounded compares outputs of 8 MiB that are one token, one run of blanks, or one run of empty lines.
func TestMemoryIsBounded(t *testing.T) {
	const size = 8 << 20
	for _, test := range []struct {
		fill         byte
		answer, then string
		want         problem.Verdict
	}{
		{'a', "\n", "\n", ac},
		{'a', "b\n", "c\n", wa},
		{'1', "\n", "0\n", wa},
		{' ', "x\n", "x\n", ac},
		{' ', "x\n", "\tx\n", pe},
		{'\n', "x\n", "\nx\n", pe},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c := newComparison(t.Context(), rulesOf(8+16), endless(test.fill, size, test.answer), endless(test.fill, size,
			test.then), prefix{})
		got, err := c.run()
		c.free()
		runtime.ReadMemStats(&after)
		if err != nil || got.verdict != test.want {
			t.Errorf("%q: got %s, %v; want %s", test.fill, got.verdict, err, test.want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 256<<10 {
			t.Errorf("%q: %d bytes of memory for %d of output", test.fill, used, size)
		}
	}
}

func TestReadErrorsAreTold(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("1 2"), iotest.ErrReader(io.ErrClosedPipe))
	for name, c := range map[string]*comparison{
		"answer": newComparison(t.Context(), rulesOf(0), broken, strings.NewReader("1 2\n"), prefix{}),
		"output": newComparison(t.Context(), rulesOf(0), strings.NewReader("1 2\n"), broken, prefix{}),
	} {
		if got, err := c.run(); err == nil {
			t.Errorf("%s: got %s, want the error", name, got.verdict)
		}
		c.free()
	}
}

// TestHugeDifference looks for the place in 32 MiB that differ at the end.
func TestHugeDifference(t *testing.T) {
	line := []byte("0123456789 abcdefghijklmnopqrstu\n")
	answer := bytes.Repeat(line, 1<<20)
	output := bytes.Clone(answer)
	output[len(output)-2] = 'X'
	got, err := compareFiles(t.Context(), rulesOf(0), bytes.NewReader(answer), bytes.NewReader(output))
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
