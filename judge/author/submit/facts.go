package submit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
)

// Fact is something that is known of an online judge.
type Fact struct {
	Fact       string // its key in problems/judges.yaml
	Value      string
	Unverified bool
}

// String is the fact in a line.
func (f Fact) String() string {
	line := f.Fact + ": " + f.Value
	if f.Unverified {
		line += " (unverified)"
	}
	return line
}

// Facts lists what is known of the online judge of a problem: which sources it takes, and its limits.
func Facts(p *problem.Problem) []Fact {
	var facts []Fact
	judge := p.Judge
	if judge.Key == "" {
		return facts
	}
	add := func(fact, value string) {
		if value != "" {
			facts = append(facts, Fact{fact, value, slices.Contains(judge.Unverified, fact)})
		}
	}
	if p.Limits.Time > 0 {
		add("time_limit", p.Limits.Time.String())
	}
	add("memory", fmt.Sprintf("%d MiB", p.Limits.Memory>>20))
	add("source", Sizes(judge))
	add("whitespace", string(judge.Whitespace))
	var languages, menu []string
	for _, language := range judge.Languages {
		if slices.Contains(judge.Unverified, language) {
			language += " (unverified)"
		}
		languages = append(languages, language)
	}
	for _, language := range slices.Sorted(maps.Keys(judge.Menu)) {
		menu = append(menu, language+" is "+judge.Menu[language])
	}
	add("languages", strings.Join(languages, ", "))
	add("menu", strings.Join(menu, ", "))
	for _, code := range slices.Sorted(maps.Keys(judge.Standards)) {
		add(code, judge.Standards[code])
	}
	return facts
}
