// Package mutate plants small faults in a program, one at a time, and finds those that a problem's tests do not catch.
//
// Faults are other operators, other constants, turned conditions: what is off by one, or the wrong way round. Go is
// changed by its syntax tree, C and C++ by their tokens. A fault that changes nothing of what a program does is
// equivalent: a file of the problem, mutants.yaml, marks it with the reason.
//
//	report, err := mutate.Submission(ctx, options, cache, problem, submission, choose)
//
// Tests that catch no fault in a program will not catch it in a submission either (DeMillo, Lipton and Sayward, Hints
// on Test Data Selection, IEEE Computer 11(4), 1978).
package mutate

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Mutant is a program with one fault in one of its files.
type Mutant struct {
	File     string // of the program's files
	Line     int    // from 1
	Was, Is  string // what was changed, "<", and what it became, "<="
	Behind   string // the line before, without blanks around it
	Before   string // the line that was changed
	After    string // as it is now
	contents []byte // of the file
}

// UnfitError says why mutants of a program tell nothing of the tests.
type UnfitError struct{ Reason string }

func (e *UnfitError) Error() string { return e.Reason }

// change is another text in place of a part of a file.
type change struct {
	from, to int
	text     string
}

// Plant returns all mutants of a program, in the order of their places.
func Plant(source problem.Source) ([]Mutant, error) {
	contents, err := compile.ReadSource(source)
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for i, file := range source.Files {
		contents[i] = source.Constants.Replace(contents[i]) // a constant may stand where the language wants a number
		changes, err := changesOf(file, contents[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(source.Dir, file), err)
		}
		slices.SortStableFunc(changes, func(a, b change) int { return a.from - b.from })
		for _, c := range changes {
			all = append(all, mutant(file, contents[i], c))
		}
	}
	if len(all) == 0 {
		return nil, &UnfitError{fmt.Sprintf("%s: no place for a fault is known in it; mutants are made of programs "+
			"in Go, C and C++", filepath.Join(source.Dir, source.Name))}
	}
	return all, nil
}

// changesOf are the changes of a file, by its extension; none where the language is not known.
func changesOf(file string, text []byte) ([]change, error) {
	switch filepath.Ext(file) {
	case ".go":
		return goChanges(text)
	case ".c", ".cc", ".cpp", ".cxx", ".C":
		return cChanges(text), nil
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
		Was: string(text[c.from:c.to]), Is: c.text,
		Behind: lastLine(text[:max(from-1, 0)]),
		Before: strings.TrimSpace(string(text[from:to])), After: strings.TrimSpace(after),
		contents: slices.Concat(text[:c.from], []byte(c.text), text[c.to:]),
	}
}

func lastLine(text []byte) string {
	return strings.TrimSpace(string(text[bytes.LastIndexByte(text, '\n')+1:]))
}

// other are the operators that are put in place of one.
var other = map[string][]string{
	"<": {"<=", ">"}, "<=": {"<", ">="}, ">": {">=", "<"}, ">=": {">", "<="}, "==": {"!="}, "!=": {"=="},
	"&&": {"||"}, "||": {"&&"},
	"+": {"-"}, "-": {"+"}, "*": {"/"}, "/": {"*"}, "%": {"/"},
	"&": {"|"}, "|": {"&"}, "^": {"|"}, "&^": {"&"}, "<<": {">>"}, ">>": {"<<"},
	"+=": {"-="}, "-=": {"+="}, "*=": {"/="}, "/=": {"*="}, "|=": {"&="}, "&=": {"|="}, "^=": {"|="}, "&^=": {"&="},
	"<<=": {">>="}, ">>=": {"<<="},
	"++": {"--"}, "--": {"++"},
	"break": {"continue"}, "continue": {"break"}, "true": {"false"}, "false": {"true"},
}
