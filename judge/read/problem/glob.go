package problem

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
)

// glob is a pattern of submissions.yaml. A * stands for any part of a name, and {a,b} for either a or b; the format
// knows neither ** nor [xyz].
type glob struct{ whole *regexp.Regexp }

// matches reports whether the pattern matches the name or a folder that it is in.
func (g glob) matches(name string) bool {
	for ; name != "" && name != "." && name != "/"; name = path.Dir(name) {
		if g.whole.MatchString(name) {
			return true
		}
	}
	return false
}

// maxGlob is far below what the regexp package refuses.
const maxGlob = 1000

// parsed holds the globs that were parsed, by pattern: a problem asks for each of its few many times.
var parsed sync.Map

func parseGlob(pattern string) (glob, error) {
	if g, known := parsed.Load(pattern); known {
		return g.(glob), nil
	}
	if len(pattern) > maxGlob {
		return glob{}, fmt.Errorf("a pattern of %d bytes; at most %d are read", len(pattern), maxGlob)
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
	parsed.Store(pattern, glob{whole})
	return glob{whole}, nil
}
