package tamper

import (
	"bytes"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// Change is an output that was changed in one place.
type Change struct {
	Kind string // of change: "leading zeros"
	Text []byte
}

// mostPlaces bounds the tokens of an output that are changed, one at a time: the first, the last and some between.
const mostPlaces = 6

// token is a run of bytes that are no white space.
var token = regexp.MustCompile(`\S+`)

// number is a decimal number that may have a fraction.
var number = regexp.MustCompile(`^([+-]?)([0-9]+)(\.[0-9]+)?$`)

// Changes are changed versions of an output, none of them equal to it or to another of its kind. They depend on nothing
// but the output.
func Changes(output []byte) []Change {
	var all []Change
	add := func(kind string, parts ...[]byte) {
		c := Change{kind, bytes.Join(parts, nil)}
		if !bytes.Equal(c.Text, output) && !slices.ContainsFunc(all, func(o Change) bool {
			return o.Kind == kind && bytes.Equal(o.Text, c.Text)
		}) {
			all = append(all, c)
		}
	}
	text := func(s string) []byte { return []byte(s) }
	whole := bytes.TrimRight(output, "\n")
	add("empty", nil)
	add("only white space", text(" \n\n"))
	add("no line end at the end", whole)
	add("blank line before", text("\n"), output)
	add("blank line after", output, text("\n"))
	add("blank at the end of a line", bytes.Replace(output, text("\n"), text(" \n"), 1))
	add("blank at the begin of a line", text(" "), output)
	add("line ends of Windows", bytes.ReplaceAll(output, text("\n"), text("\r\n")))
	add("tabs in place of blanks", bytes.ReplaceAll(output, text(" "), text("\t")))
	add("two blanks in place of one", bytes.Replace(output, text(" "), text("  "), 1))
	add("lines joined", bytes.ReplaceAll(whole, text("\n"), text(" ")), text("\n"))
	add("a line for each token", bytes.Join(bytes.Fields(output), text("\n")), text("\n"))
	add("other case", bytes.Map(swapCase, output))
	add("one token more", output, text("0\n"))
	add("one line more", output, lastLine(whole), text("\n"))
	add("the whole twice", output, output)
	add("text after the end", output, text("ok, done\n"))
	add("a zero byte after the end", output, text("\x00"))
	add("no UTF-8", text("\xff\xfe"), output)
	add("byte order mark", text("\xef\xbb\xbf"), output)
	add("huge", output, bytes.Repeat(text("1 "), 1<<19))
	add("one huge token", bytes.Repeat(text("7"), 1<<20), text("\n"))
	lines := bytes.SplitAfter(output, text("\n"))
	if len(lines) > 2 {
		add("first line left out", bytes.Join(lines[1:], nil))
		add("last line left out", bytes.Join(lines[:len(lines)-2], nil))
		swapped := slices.Clone(lines)
		swapped[0], swapped[1] = swapped[1], swapped[0]
		add("first lines exchanged", bytes.Join(swapped, nil))
	}
	for _, at := range places(token.FindAllIndex(output, -1)) {
		before, word, after := output[:at[0]], string(output[at[0]:at[1]]), output[at[1]:]
		for _, c := range changed(word) {
			add(c[0], before, text(c[1]), after)
		}
	}
	if at := token.FindAllIndex(output, 2); len(at) == 2 {
		a, b := at[0], at[1]
		add("first tokens exchanged", output[:a[0]], output[b[0]:b[1]], output[a[1]:b[0]], output[a[0]:a[1]],
			output[b[1]:])
	}
	return all
}

// changed are changes of one token, as pairs of a kind and a text.
func changed(word string) [][2]string {
	all := [][2]string{
		{"a token left out", ""},
		{"a token twice", word + " " + word},
		{"a letter in a token", word + "x"},
		{"NaN", "nan"},
		{"infinite", "inf"},
		{"huge number", "1" + strings.Repeat("0", 40)},
		{"huge negative number", "-1" + strings.Repeat("0", 40)},
		{"number with a huge exponent", "1e400"},
	}
	m := number.FindStringSubmatch(word)
	if m == nil {
		return all
	}
	sign, whole, fraction := m[1], m[2], m[3]
	other := "-"
	if sign == "-" {
		other = ""
	}
	all = append(all, [2]string{"leading zeros", sign + "00" + whole + fraction},
		[2]string{"other sign", other + whole + fraction},
		[2]string{"exponent", sign + whole + fraction + "e0"}, [2]string{"hexadecimal", sign + "0x" + whole},
		[2]string{"other digits", sign + strings.Map(arabic, whole) + fraction})
	if sign == "" {
		all = append(all, [2]string{"plus sign", "+" + whole + fraction})
	}
	if strings.Trim(whole, "0") == "" && strings.Trim(fraction, ".0") == "" {
		all = append(all, [2]string{"minus zero", "-" + whole + fraction})
	}
	if fraction == "" {
		n, _ := new(big.Int).SetString(sign+whole, 10)
		all = append(all, [2]string{"decimal point", sign + whole + ".0"},
			[2]string{"fraction", sign + whole + ".5"})
		for _, c := range []struct {
			kind string
			by   int64
		}{{"number larger by one", 1}, {"number smaller by one", -1}} {
			all = append(all, [2]string{c.kind, new(big.Int).Add(n, big.NewInt(c.by)).String()})
		}
		for _, bits := range []uint{32, 64} { // what an overflow makes equal
			wrapped := new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), bits))
			all = append(all, [2]string{fmt.Sprintf("number larger by 2^%d", bits), wrapped.String()})
		}
		return all
	}
	next, _ := new(big.Int).SetString(whole, 10)
	next.Add(next, big.NewInt(1))
	return append(all, [2]string{"fraction left out", sign + whole}, [2]string{"more decimals", word + "0000000001"},
		[2]string{further[sign], sign + next.String() + fraction}, [2]string{"comma", sign + whole + "," +
			fraction[1:]})
}

// further is the kind of a number that is one further from zero, by the sign.
var further = map[string]string{"": "number larger by one", "+": "number larger by one", "-": "number smaller by one"}

// places chooses at most mostPlaces, with the first and the last.
func places(all [][]int) [][]int {
	if len(all) <= mostPlaces {
		return all
	}
	var some [][]int
	for i := range mostPlaces {
		some = append(some, all[i*(len(all)-1)/(mostPlaces-1)])
	}
	return some
}

func lastLine(text []byte) []byte { return text[bytes.LastIndexByte(text, '\n')+1:] }

func swapCase(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	case r >= 'A' && r <= 'Z':
		return r - 'A' + 'a'
	}
	return r
}

// arabic is the Arabic-Indic digit of a digit.
func arabic(r rune) rune { return r - '0' + '٠' }
