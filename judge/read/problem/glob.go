package problem

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// glob is a pattern of submissions.yaml. A * stands for any part of a name, and {a,b} for either a or b; the format
// knows neither ** nor [xyz].
type glob struct {
	text string         // of a pattern without * and braces, which only matches itself
	form *regexp.Regexp // of others; nil for those
}

// is reports whether the pattern matches the whole name.
func (g glob) is(name string) bool {
	if g.form == nil {
		return name == g.text
	}
	return g.form.MatchString(name)
}

// matches reports whether the pattern matches the name or a folder that it is in.
func (g glob) matches(name string) bool {
	for ; name != "" && name != "." && name != "/"; name = path.Dir(name) {
		if g.is(name) {
			return true
		}
	}
	return false
}

// maxGlob is far below what the regexp package refuses.
const maxGlob = 1000

func parseGlob(pattern string) (glob, error) {
	if len(pattern) > maxGlob {
		return glob{}, fmt.Errorf("a pattern of %d bytes; at most %d are read", len(pattern), maxGlob)
	}
	if !strings.ContainsAny(pattern, `*{}[]?\`) {
		return glob{text: pattern}, nil
	}
	var out strings.Builder
	out.WriteString(`\A(?:`)
	open := 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '*' && strings.HasPrefix(pattern[i:], "**"):
			return glob{}, fmt.Errorf("pattern %q: ** is not part of the format; write * for each folder", pattern)
		case c == '*':
			out.WriteString(`[^/]*`)
		case c == '[' || c == ']' || c == '?' || c == '\\':
			return glob{}, fmt.Errorf("pattern %q: %c is not part of the format; only * and {a,b} are", pattern, c)
		case c == '{':
			open++
			out.WriteString(`(?:`)
		case c == '}' && open > 0:
			open--
			out.WriteString(`)`)
		case c == ',' && open > 0:
			out.WriteString(`|`)
		case c == '}':
			return glob{}, fmt.Errorf("pattern %q: } without {", pattern)
		default:
			out.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		}
	}
	if open > 0 {
		return glob{}, fmt.Errorf("pattern %q: { without }", pattern)
	}
	out.WriteString(`)\z`)
	whole, err := regexp.Compile(out.String())
	if err != nil {
		return glob{}, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	return glob{form: whole}, nil
}
