package tamper

import "slices"

// groups are kinds of changes of the same thing, which one change of a checker would reject together.
var groups = []struct {
	name  string
	kinds []string
}{
	{"white space", []string{"no line end at the end", "blank line before", "blank line after",
		"blank at the end of a line", "blank at the begin of a line", "line ends of Windows",
		"tabs in place of blanks", "two blanks in place of one", "lines joined", "a line for each token"}},
	{"more than was asked for", []string{"one token more", "one line more", "the whole twice", "text after the end",
		"a zero byte after the end", "huge"}},
	{"less than was asked for", []string{"empty", "only white space", "first line left out", "last line left out",
		"a token left out"}},
	{"how numbers are written", []string{"leading zeros", "plus sign", "minus zero", "exponent", "hexadecimal",
		"other digits", "decimal point", "more decimals", "comma"}},
	{"other numbers", []string{"NaN", "infinite", "huge number", "huge negative number",
		"number with a huge exponent", "other sign", "fraction", "fraction left out", "number larger by one",
		"number smaller by one", "number larger by 2^32", "number larger by 2^64"}},
	{"no plain text", []string{"no UTF-8", "byte order mark"}},
}

// Group is what a kind of change is about, "" if no other kind is about the same.
func Group(kind string) string {
	for _, g := range groups {
		if slices.Contains(g.kinds, kind) {
			return g.name
		}
	}
	return ""
}
