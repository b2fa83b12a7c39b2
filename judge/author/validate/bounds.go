package validate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/read/problem"
)

// bounds finds input bounds that no test reaches. Input validators print bounds on standard output, in lines of this
// form:
//
//	bound NAME LOW VALUE HIGH
//
// A ? means that there is no bound. testlib writes the bounds into an overview file. If a name has several bounds, the
// widest counts.
func bounds(_ context.Context, e *env) (found []problem.Finding, err error) {
	seen := make(map[string]bool)
	for i, b := range e.bounds {
		source := e.InputValidators[i]
		file := filepath.Join(source.Dir, source.Files[0])
		switch {
		case b.wrong != "":
			e.skip("the input bounds printed by %s: %s", source.Name, b.wrong)
			continue
		case b.rejects: // rule "inputs" reports the rejected inputs; they may be those that reach the bounds
			continue
		}
		for _, message := range b.missed() {
			if !seen[message] {
				seen[message] = true
				found = append(found, findingf(file, "%s; add a test that does (judge help generators)", message))
			}
		}
	}
	return found, nil
}

// validatorBounds holds the bounds that one validator prints.
type validatorBounds struct {
	reached
	rejects bool   // the validator rejects some input
	wrong   string // why some of its output cannot be read; "" if all of it can be read
}

// reached holds, for the name of each number or feature, the bounds and whether tests reach them.
type reached map[string]*ends

// maxNames is the maximum number of names. maxName is the maximum length of a name in bytes.
const maxNames, maxName = 1000, 100

// ends are the two bounds of a number.
type ends struct {
	low, high side
	feature   bool // this is a feature of testlib: high.hit says whether a test has it
}

// side is one end of a number's range.
type side struct {
	known  bool     // there is a bound
	text   string   // the widest bound as printed; "" if the bound depends on other numbers
	value  *big.Rat // the value of text
	hit    bool     // a test reaches the bound in text
	varied bool     // the bound varies within some input
	anyHit bool     // a test reaches its own bound, which need not be the widest
}

// see records a bound of one input, and whether the input reaches that bound. sign is 1 for a lower bound, and -1 for
// an upper bound; text is "" for a bound that varies within the input.
func (s *side) see(text string, hit bool, sign int) {
	s.known, s.anyHit = true, s.anyHit || hit
	value := number(text)
	switch {
	case value == nil:
		s.varied = true
	case s.value == nil || sign*value.Cmp(s.value) < 0:
		s.text, s.value, s.hit = text, value, hit
	case value.Cmp(s.value) == 0:
		s.hit = s.hit || hit
	}
}

func (s *side) missed() bool { return s.known && !s.hit && (!s.varied || !s.anyHit) }

// number parses a number of at most 40 characters. It returns nil for any other text.
func number(text string) *big.Rat {
	const longest = 40
	if len(text) == 0 || len(text) > longest {
		return nil
	}
	if whole, ok := new(big.Int).SetString(text, 10); ok {
		return new(big.Rat).SetInt(whole)
	}
	real, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(real) {
		return nil
	}
	return new(big.Rat).SetFloat64(real) // nil for infinity
}

// of returns the bounds of a name. It returns nil if the name is too long, or if there are too many names.
func (r reached) of(name string) *ends {
	if len(name) > maxName || r[name] == nil && len(r) >= maxNames {
		return nil
	}
	if r[name] == nil {
		r[name] = new(ends)
	}
	return r[name]
}

// note records the bounds that a validator prints. It returns what is wrong with the output, or "".
func (r reached) note(a answer) (wrong string) {
	wrong = r.lines(a.output)
	if a.testlib {
		wrong = cmp.Or(r.overview(a.overview), wrong)
	}
	if a.cut {
		wrong = cmp.Or(wrong, "the output is too long")
	}
	return wrong
}

// lines records the bounds in a validator's standard output. It returns what is wrong with the output, or "".
func (r reached) lines(output []byte) (wrong string) {
	for line := range strings.Lines(string(output)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "bound" {
			continue // other lines may hold anything
		}
		if len(words) != 5 {
			wrong = fmt.Sprintf("%.60q is not of the form bound NAME LOW VALUE HIGH", strings.TrimSpace(line))
			continue
		}
		low, value, high := number(words[2]), number(words[3]), number(words[4])
		if value == nil || low == nil && words[2] != "?" || high == nil && words[4] != "?" {
			wrong = fmt.Sprintf("%.60q: LOW, VALUE and HIGH must be numbers, or ? for no bound",
				strings.TrimSpace(line))
			continue
		}
		b := r.of(words[1])
		if b == nil {
			wrong = tooMany
			continue
		}
		if low != nil {
			b.low.see(words[2], value.Cmp(low) == 0, 1)
		}
		if high != nil {
			b.high.see(words[4], value.Cmp(high) == 0, -1)
		}
	}
	return wrong
}

var tooMany = fmt.Sprintf("there are more than %d names, or one is longer than %d bytes", maxNames, maxName)

// The lines of testlib's overview. For each name, one line says which bounds were reached. Another line has the bounds,
// if they were the same each time that the validator read the name. Features have lines of their own.
var (
	hitLine      = regexp.MustCompile(`^"(.*)":( min-value-hit)?( max-value-hit)?$`)
	constantLine = regexp.MustCompile(`^constant-bounds "(.*)": (\S+) (\S+)$`)
	featureLine  = regexp.MustCompile(`^feature "(.*)":( hit)?$`)
)

// overview records the bounds in testlib's overview. It returns what is wrong with the overview, or "".
func (r reached) overview(text []byte) (wrong string) {
	hits, constant := make(map[string][]string), make(map[string][]string)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if m := featureLine.FindStringSubmatch(line); m != nil {
			if b := r.of("feature " + m[1]); b != nil {
				b.feature, b.high.known, b.high.hit = true, true, b.high.hit || m[2] != ""
			} else {
				wrong = tooMany
			}
		} else if m := constantLine.FindStringSubmatch(line); m != nil {
			constant[m[1]] = m[2:]
		} else if m := hitLine.FindStringSubmatch(line); m != nil {
			hits[m[1]] = m[2:]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(hits)) {
		b := r.of(name)
		if b == nil {
			wrong = tooMany
			continue
		}
		for i, end := range []struct {
			*side
			sign int
		}{{&b.low, 1}, {&b.high, -1}} {
			text := ""
			if constant[name] != nil {
				text = constant[name][i]
			}
			if text != "?" {
				end.see(text, hits[name][i] != "", end.sign)
			}
		}
	}
	return wrong
}

// missed lists the bounds and features that no test reaches, sorted by name.
func (r reached) missed() (messages []string) {
	for _, name := range slices.Sorted(maps.Keys(r)) {
		b := r[name]
		for _, end := range []struct {
			*side
			which string
		}{{&b.low, "lowest"}, {&b.high, "highest"}} {
			switch {
			case !end.missed():
			case b.feature:
				messages = append(messages, "no test has the "+name)
			case end.text == "":
				messages = append(messages, fmt.Sprintf("no test reaches the %s %s, which depends on other numbers",
					end.which, name))
			default:
				messages = append(messages, fmt.Sprintf("no test reaches the %s %s, %s", end.which, name, end.text))
			}
		}
	}
	return messages
}
