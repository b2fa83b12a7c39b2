package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Bounds finds bounds of the input that no test reaches, as the input validators tell of each test, so many tests side
// by side: those of testlib in the overview that they write, all others in lines on standard output,
//
//	bound NAME LOW VALUE HIGH
//
// in which ? stands for a bound that there is not. Of several bounds of one name the widest counts. Skipped says what
// could not be looked at; whole reports whether all was that validators tell, and one tells of a bound.
func Bounds(ctx context.Context, cache *compile.Cache, p *problem.Problem, jobs int) (findings []Finding,
	skipped []string, whole bool, err error) {
	if len(p.InputValidators) == 0 {
		return nil, []string{"the bounds of the input: there is no input validator"}, false, nil
	}
	said := make([][]validate.Said, len(p.InputValidators))
	for i := range said {
		said[i] = make([]validate.Said, len(p.Tests))
		if _, err := cache.Build(ctx, compile.Tool, p.InputValidators[i]); err != nil {
			if ctx.Err() != nil {
				return nil, nil, false, ctx.Err()
			}
			return nil, []string{fmt.Sprintf("the bounds of the input: %s cannot be built; %s says why",
				p.InputValidators[i].Name, p.Command("validate", p.Name))}, false, nil
		}
	}
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(jobs, 1))
	for i, v := range p.InputValidators {
		for k, t := range p.Tests {
			group.Go(func() (err error) {
				said[i][k], err = validate.Asked(inner, cache, p, v, t)
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return nil, nil, false, err
	}
	told, all := false, true
	for i, v := range p.InputValidators {
		rejected, starved, r := 0, 0, make(reached)
		unread, first := 0, "" // inputs of which not all is read, and why not of the first
		for k, s := range said[i] {
			if s.Starved {
				starved++
				continue
			}
			if s.Rejected != "" {
				rejected++
				continue
			}
			wrong := r.lines(s.Output)
			if s.Testlib {
				wrong = cmp.Or(r.overview(s.Overview), wrong)
			}
			if s.Cut {
				wrong = cmp.Or(wrong, "that is too long to be read")
			}
			if wrong != "" {
				if unread++; unread == 1 {
					first = fmt.Sprintf("on %s %s", p.Tests[k].Name, wrong)
				}
			}
		}
		if unread > 0 {
			skipped = append(skipped, fmt.Sprintf("some bounds that %s tells of %d of %d inputs: %s", v.Name, unread,
				len(p.Tests), first))
		}
		if rejected > 0 {
			skipped = append(skipped, fmt.Sprintf("the bounds of %d of %d inputs, which %s rejects: %s says why",
				rejected, len(p.Tests), v.Name, p.Command("validate", p.Name)))
		}
		if starved > 0 {
			skipped = append(skipped, fmt.Sprintf("the bounds of %d of %d inputs: %s did not end, as the machine was "+
				"too busy; audit again when it has less to do", starved, len(p.Tests), v.Name))
		}
		if len(r) == 0 && rejected+starved < len(p.Tests) {
			skipped = append(skipped, fmt.Sprintf("the bounds of the input: %s tells none; judge help validators says "+
				"how it could", v.Name))
		}
		told, all = told || len(r) > 0, all && rejected+starved+unread == 0
		for _, f := range r.findings() {
			if !slices.ContainsFunc(findings, func(o Finding) bool { return o.About == f.About }) {
				findings = append(findings, f)
			}
		}
	}
	return findings, skipped, told && all, nil
}

// reached is what the tests reach, by the name of a number or feature.
type reached map[string]*bounds

// most is how many names there may be, and nameLength how many bytes one may have.
const most, nameLength = 1000, 100

type bounds struct {
	low, high side
	feature   bool // of which only high.hit counts
}

// side is one end of a number's range.
type side struct {
	known  bool
	text   string   // as it was written; "" if it depends on other numbers
	value  *big.Rat // of text
	hit    bool     // by a number whose bound is text
	varied bool     // some input has no single bound
	anyHit bool
}

// see takes note of a bound of one input, and whether that reaches it. For the lowest bound sign is 1, for the highest
// -1. Text is "" for a bound that varies within the input.
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

// number is the number that a text says, nil if it says none that is short.
func number(text string) *big.Rat {
	const most = 40
	if len(text) == 0 || len(text) > most {
		return nil
	}
	if whole, ok := new(big.Int).SetString(text, 10); ok {
		return new(big.Rat).SetInt(whole)
	}
	real, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(real) {
		return nil
	}
	return new(big.Rat).SetFloat64(real) // nil for an infinite one
}

// of is the bounds of a name; nil if there is no room for more.
func (r reached) of(name string) *bounds {
	if len(name) > nameLength || r[name] == nil && len(r) >= most {
		return nil
	}
	if r[name] == nil {
		r[name] = new(bounds)
	}
	return r[name]
}

// lines takes note of what a validator says on standard output, and says what is wrong with that.
func (r reached) lines(output []byte) (wrong string) {
	for line := range strings.Lines(string(output)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "bound" {
			continue // it may say whatever it likes
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

var tooMany = fmt.Sprintf("there are more than %d names, or one is longer than %d bytes", most, nameLength)

// The lines of testlib's overview: which bounds were reached, of each name; the bounds that were the same whenever the
// name was read; and features.
var (
	hitLine      = regexp.MustCompile(`^"(.*)":( min-value-hit)?( max-value-hit)?$`)
	constantLine = regexp.MustCompile(`^constant-bounds "(.*)": (\S+) (\S+)$`)
	featureLine  = regexp.MustCompile(`^feature "(.*)":( hit)?$`)
)

// overview takes note of what a validator of testlib has written, and says what is wrong with that.
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

// findings are the bounds and features that are missed, by their names.
func (r reached) findings() []Finding {
	var findings []Finding
	for _, name := range slices.Sorted(maps.Keys(r)) {
		b := r[name]
		for _, end := range []struct {
			*side
			which string
		}{{&b.low, "lowest"}, {&b.high, "highest"}} {
			if !end.missed() {
				continue
			}
			f := Finding{Topic: BoundsTopic, About: end.which + " " + name, Message: "no test reaches " + end.text,
				Remedy: "add a test that does: judge help generators"}
			switch {
			case b.feature:
				f.About, f.Message = name, "no test has it"
			case end.text == "":
				f.Message = "no test reaches it; it depends on other numbers"
			}
			findings = append(findings, f)
		}
	}
	return findings
}
