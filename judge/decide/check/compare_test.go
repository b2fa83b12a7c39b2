package check

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

var (
	tokens      = regexp.MustCompile(`[^ \f\n\r\t\v]+`)
	lineEnds    = regexp.MustCompile(`[ \f\r\t\v]+\n`)
	end         = regexp.MustCompile(`[ \f\n\r\t\v]+$`)
	control     = regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f\x{80}-\x{9f}\x{feff}]`)
	different   = regexp.MustCompile(`(?m)^[-+] +[0-9]+ \|`)
	asciiLetter = regexp.MustCompile(`[A-Z]`)
)

// reference is a simple version of the default checker. It compares all tokens first, then the whitespace with every
// token replaced by an x.
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
	if options.Numbers && yaml.Decimal.MatchString(want) && yaml.Decimal.MatchString(got) &&
		nearInFloats(options, want, got) {
		return true
	}
	if !options.CaseSensitive {
		want, got = asciiLetter.ReplaceAllStringFunc(want, strings.ToLower), asciiLetter.ReplaceAllStringFunc(got,
			strings.ToLower)
	}
	return want == got
}

// nearInFloats compares in floating point, as other checkers do.
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

// FuzzCompare compares the checker with the reference, and checks that its messages are deterministic and printable.
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
				t.Skip("a token is longer than the longest number")
			}
		}
		want := reference(rules, answer, output)
		got := compare(rules, []byte(answer), []byte(output))
		if got.Verdict != want {
			t.Fatalf("got %s (%s), want %s", got.Verdict, got.Message, want)
		}
		if same := compare(rules, []byte(output), []byte(output)); same.Verdict != ac {
			t.Fatalf("with itself: got %s", same.Verdict)
		}
		if again := compare(rules, []byte(answer), []byte(output)); !cmp.Equal(got, again) {
			t.Fatalf("the second result is\n%+v\nand the first was\n%+v", again, got)
		}
		if want == ac {
			return
		}
		d := got.Difference
		if d.Line < 1 || d.Line > 1+strings.Count(output, "\n") || d.Token < 0 || !different.MatchString(d.Window) {
			t.Errorf("line %d, token %d, window %q", d.Line, d.Token, d.Window)
		}
		if control.MatchString(got.Message + d.Window + d.Want + d.Got) {
			t.Errorf("some characters are not made visible: %q\n%q", got.Message, d.Window)
		}
	})
}

// TestShortFiles compares the checker with the reference on all pairs of files of at most three bytes a, b, space and
// newline.
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
				got := compare(rules, []byte(answer), []byte(output))
				if got.Verdict != want {
					t.Errorf("answer %q, output %q, rules %+v: got %s, want %s", answer, output, rules,
						got.Verdict, want)
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
