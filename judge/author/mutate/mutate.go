// Package mutate plants small faults in a program, one at a time, and finds those that a problem's tests do not catch.
//
// A fault is a changed operator, a negated condition, or a changed constant, such as an off-by-one error. Programs in
// Go are changed through their syntax trees, programs in C and C++ token by token. A fault that does not change what a
// program does is called equivalent. The problem's file mutants.yaml marks such faults, with the reasons.
//
//	report, err := mutate.Submission(ctx, problem, submission, 0, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
//
// Tests that miss a fault in a program will also miss such a fault in a submission (DeMillo, Lipton and Sayward, Hints
// on Test Data Selection, IEEE Computer 11(4), 1978).
package mutate

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Mutant is a program with one fault in one of its files.
type Mutant struct {
	File     string // the file with the fault
	Line     int    // from 1
	Name     string // as in mutants.yaml: "main.go:7 2nd < → <=" changes the second < in line 7 to <=
	Before   string // the line without the fault
	After    string // the line with the fault
	change   change
	contents []byte // of the changed file
}

// UnfitError says why mutants of a program prove nothing about the tests.
type UnfitError struct{ Reason string }

func (e *UnfitError) Error() string { return e.Reason }

// change replaces the part of a file between two offsets with a text.
type change struct {
	from, to int
	text     string
	was, is  string // the old and the new text in the names of mutants
}

func newChange(text []byte, from, to int, is string) change {
	return change{from, to, is, string(text[from:to]), cmp.Or(is, "nothing")}
}

// Plant returns all mutants of a program, in the order of their faults in the source.
func Plant(source problem.Source) ([]Mutant, error) {
	contents, err := compile.ReadSource(source)
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for i, file := range source.Files {
		contents[i] = source.Constants.Replace(contents[i]) // {{constant}} may not parse, but its value does
		changes, err := changesOf(file, contents[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(source.Dir, file), err)
		}
		slices.SortStableFunc(changes, func(a, b change) int { return a.from - b.from })
		for _, c := range changes {
			all = append(all, mutant(file, contents[i], c))
		}
	}
	nameAll(all)
	if len(all) == 0 {
		return nil, &UnfitError{filepath.Join(source.Dir, source.Files[0]) + ": no place for a fault was found; " +
			"mutants change operators, numbers and conditions of programs in Go, C and C++"}
	}
	return all, nil
}

// changesOf returns the possible changes of a file. Only files with an extension of Go, C or C++ have any.
func changesOf(file string, text []byte) ([]change, error) {
	switch filepath.Ext(file) {
	case ".c", ".cc", ".cpp", ".cxx", ".C":
		return cChanges(text), nil
	case ".go":
		return goChanges(text)
	}
	return nil, nil
}

func mutant(file string, text []byte, c change) Mutant {
	from := bytes.LastIndexByte(text[:c.from], '\n') + 1
	to := len(text)
	if i := bytes.IndexByte(text[c.to:], '\n'); i >= 0 {
		to = c.to + i
	}
	after := string(text[from:c.from]) + c.text + string(text[c.to:to])
	return Mutant{
		File: file, Line: 1 + bytes.Count(text[:from], []byte("\n")),
		change: c, Before: strings.TrimSpace(string(text[from:to])), After: strings.TrimSpace(after),
		contents: slices.Concat(text[:c.from], []byte(c.text), text[c.to:]),
	}
}

// nameAll names the mutants of a program. If a line has several equal operators, the name says which one is
// changed.
func nameAll(all []Mutant) {
	places := make(map[string][]int) // the offsets of the equal operators of a line, in order
	operatorOf := func(m Mutant) string { return fmt.Sprintf("%s:%d %s", m.File, m.Line, m.change.was) }
	for _, m := range all {
		at := operatorOf(m)
		if !slices.Contains(places[at], m.change.from) {
			places[at] = append(places[at], m.change.from)
		}
	}
	for i, m := range all {
		which := ""
		if same := places[operatorOf(m)]; len(same) > 1 {
			which = ordinal(slices.Index(same, m.change.from)+1) + " "
		}
		all[i].Name = fmt.Sprintf("%s:%d %s%s → %s", m.File, m.Line, which, m.change.was, m.change.is)
	}
}

func ordinal(n int) string {
	ending := "th"
	if n%100/10 != 1 && n%10 >= 1 && n%10 <= 3 {
		ending = []string{"st", "nd", "rd"}[n%10-1]
	}
	return fmt.Sprint(n, ending)
}

// other holds the replacements of each operator.
var other = map[string][]string{
	"<": {"<=", ">"}, "<=": {"<", ">="}, ">": {">=", "<"}, ">=": {">", "<="}, "==": {"!="}, "!=": {"=="},
	"&&": {"||"}, "||": {"&&"},
	"+": {"-"}, "-": {"+"}, "*": {"/"}, "/": {"*"}, "%": {"/"},
	"&": {"|"}, "|": {"&"}, "^": {"|"}, "&^": {"&"}, "<<": {">>"}, ">>": {"<<"},
	"+=": {"-="}, "-=": {"+="}, "*=": {"/="}, "/=": {"*="}, "|=": {"&="}, "&=": {"|="}, "^=": {"|="}, "&^=": {"&="},
	"<<=": {">>="}, ">>=": {"<<="},
	"++": {"--"}, "--": {"++"},
	"and": {"or"}, "or": {"and"}, "not_eq": {"=="}, "bitand": {"bitor"}, "bitor": {"bitand"}, "xor": {"bitor"},
	"and_eq": {"or_eq"}, "or_eq": {"and_eq"}, "xor_eq": {"or_eq"},
	"break": {"continue"}, "continue": {"break"}, "true": {"false"}, "false": {"true"},
}
