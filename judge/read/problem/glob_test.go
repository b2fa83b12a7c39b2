package problem

import (
	"testing"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"secret", "secret/hard/03", true},
		{"secret/hard", "secret/hard/03", true},
		{"secret/hard/03", "secret/hard/03", true},
		{"secret/har", "secret/hard/03", false},
		{"hard", "secret/hard/03", false},
		{"*", "secret/hard/03", true},
		{"*/hard", "secret/hard/03", true},
		{"*/03", "secret/hard/03", false}, // a * ends at a /
		{"*/*/*3", "secret/hard/03", true},
		{"secret/*-easy", "secret/very-easy/1", true},
		{"accepted/{simple,complex}.py", "accepted/complex.py", true},
		{"accepted/{simple,complex}.py", "accepted/simplex.py", false},
		{"{accepted/a,wrong_answer/{b,c*}}.{py,cpp}", "wrong_answer/cat.cpp", true},
		{"a{,b}", "a", true},
		{"sample/{ 4 }", "sample/4", true}, // blanks around a name in braces are stripped
		{"{ a , b c }", "b c", true},
		{"{ a , b c }", "a", true},
		{"a b/{c}", "a b/c", true},
		{"a,b", "a,b", true},
		{"a.c", "abc", false},
		{"a+(c", "a+(c", true},
		{"ä*", "äb", true},
		{"", "a", false},
	} {
		g, err := parseGlob(c.pattern)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
		} else if got := g.matches(c.name); got != c.want {
			t.Errorf("%q matches %q: got %v", c.pattern, c.name, got)
		}
	}
}
