package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// variant is a changed copy of a solution that is compared with the solution itself.
type variant struct {
	name string // of its files: "unchanged", "slower-3"
	// slower is the part of the CPU time that is planted on top; 0 for a moved function, which changes only where the
	// code lies.
	slower float64
	busy   int // other processes that compute meanwhile
}

// variants are those that the goals need.
var variants = []variant{
	{name: "unchanged"},
	{name: "slower-1", slower: 0.01},
	{name: "slower-2", slower: 0.02},
	{name: "slower-3", slower: 0.03},
	{name: "slower-5", slower: 0.05},
	{name: "slower-3-busy", slower: 0.03, busy: 2},
}

// source is the text of a solution, split at its function solve, which is called for each case of an input.
type source struct{ before, begin, body, after string }

var begin = regexp.MustCompile(`(?m)^(//.*\n)*func (\([^)\n]*\) )?solve\(.*\{\n`)

func split(text string) (source, error) {
	at := begin.FindStringIndex(text)
	if at == nil {
		return source{}, errors.New("it has no function solve to change")
	}
	body, after, ends := strings.Cut(text[at[1]:], "\n}\n")
	if !ends {
		return source{}, errors.New("its function solve has no end")
	}
	return source{text[:at[0]], text[at[0]:at[1]], body + "\n}\n", after}, nil
}

// planted is the solution with a loop of so many turns in its function solve.
func (s source) planted(turns int) string {
	loop := fmt.Sprintf("\tfor turn := uint(0); turn < %d; turn++ {\n\t\tplanted ^= planted<<1 + turn\n\t}\n", turns)
	return s.before + s.begin + loop + s.body + s.after + "\nvar planted uint\n"
}

// moved is the solution with its function solve behind all others.
func (s source) moved() string { return s.before + s.after + "\n" + s.begin + s.body }
