package problem

import (
	"strings"
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

// FuzzGlob: a pattern without * and braces matches its own text and what is below it, and nothing else; no pattern
// panics or is refused without saying which one it is.
func FuzzGlob(f *testing.F) {
	for _, pattern := range []string{"accepted/dlx", "a/*-{b,c{d,}}", "**", "{", "}", "[a]", "\\", "\xff*",
		strings.Repeat("{", 300)} {
		f.Add(pattern, "accepted/dlx/main.go")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		g, err := parseGlob(pattern)
		if err != nil {
			if !strings.Contains(err.Error(), "pattern") {
				t.Errorf("the error does not name the pattern: %v", err)
			}
			return
		}
		got := g.matches(name)
		if strings.ContainsAny(pattern, "*{}") || strings.Contains(name, "//") || strings.HasSuffix(name, "/") ||
			strings.Contains(name, ".") {
			return // names are clean paths
		}
		if want := name != "" && (name == pattern || strings.HasPrefix(name, pattern+"/") &&
			pattern != ""); got != want {
			t.Errorf("%q matches %q: got %v", pattern, name, got)
		}
	})
}
