package sampling

import (
	"context"
	_ "embed"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// own is one of the judge's own programs: the name and the text of its only file.
type own struct{ file, text string }

// empty maps each language to a program that does nothing.
var empty = map[string]own{
	"go":  {"main.go", "package main\n\nfunc main() {}\n"},
	"c":   {"main.c", "int main(void) { return 0; }\n"},
	"cpp": {"main.cpp", "#include <iostream>\nint main() {}\n"}, // solutions include iostream, too
}

// in writes the program into a new folder.
func (program own) in(dir string) (problem.Source, error) {
	return problem.Source{Name: filepath.Base(dir), Dir: dir, Files: []string{program.file}},
		errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, program.file), []byte(program.text), 0o644))
}

// StartUp returns the shortest CPU time of an empty program in a submission's language. It returns 0 if the judge has
// no such program, if the program does not run here, or if the problem is interactive.
func StartUp(ctx context.Context, e grade.Entry, o grade.Options) (time.Duration, error) {
	language, err := compile.LanguageOf(e.Submission.Source)
	program, known := empty[language.Name]
	if err != nil || !known || e.Problem.Talks() {
		return 0, nil
	}
	o.Unchecked = true
	dir, err := os.MkdirTemp(o.Sandbox.Scratch(), "empty")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	source, err := program.in(filepath.Join(dir, "empty"))
	if err != nil {
		return 0, err
	}
	source.Standards = e.Submission.Standards
	e.Submission = problem.Submission{Source: source, Name: "empty", Solution: true}
	least := time.Duration(0)
	for range 5 {
		t, err := grade.JudgeOne(ctx, e, problem.Test{Name: "empty"}, filepath.Join(dir, "output"), o)
		if err != nil || t.Verdict != problem.AC {
			return 0, err
		}
		if least == 0 || time.Duration(t.CPU) < least {
			least = time.Duration(t.CPU)
		}
	}
	return least, nil
}

//go:embed reference/main.go
var reference string

// If there is a deadline, judgeEmpty judges an empty program for each language. The time of judging may be all that is
// known about a solution, and it means little unless process start-up is subtracted.
func (p *plan) judgeEmpty(ctx context.Context) error {
	judged := make(map[string]bool)
	for _, e := range p.entries[Now] {
		language, err := compile.LanguageOf(e.Submission.Source)
		program, known := empty[language.Name]
		if err != nil || !known || judged[language.Name] || p.Until.IsZero() {
			continue
		}
		judged[language.Name] = true
		one, err := p.control(record.StartUp(language.Name), program)
		if err != nil {
			return err
		}
		one.Problem.Limits = e.Problem.Limits
		err = p.judge(ctx, true, []sided{one}, func(int, problem.Test, grade.Test) error { return nil })
		if err != nil {
			return err
		}
	}
	return nil
}

// controls adds the judge's own programs. An empty program for each measured language gives the process start-up time.
// The reference program's time makes records of different days comparable.
func (p *plan) controls(ctx context.Context) error {
	own := map[record.Key]own{record.Reference(): {"main.go", reference}}
	for _, language := range p.records[Now].Languages {
		if program, known := empty[language]; known {
			own[record.StartUp(language)] = program
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(own), record.Key.Compare) {
		e, err := p.control(key, own[key])
		if err == nil {
			err = p.add(ctx, e, e.Tests[0], true, false)
		}
		var missing *compile.MissingError
		if key.IsReference() && errors.As(err, &missing) { // for example on a machine with only a C compiler
			p.note("the reference program is not measured, so times of different days are compared uncorrected: " +
				missing.Error())
		} else if err != nil {
			return err
		}
	}
	return nil
}

// control returns one of the judge's own programs, on the side Now.
func (p *plan) control(key record.Key, program own) (sided, error) {
	dir, err := os.MkdirTemp(p.scratch, key.Problem)
	if err != nil {
		return sided{}, err
	}
	source, err := program.in(filepath.Join(dir, key.Solution))
	return sided{Now, grade.Entry{
		Problem:    &problem.Problem{Name: key.Problem, Limits: problem.Limits{Time: time.Second}},
		Submission: problem.Submission{Name: key.Solution, Source: source, Solution: true},
		Tests:      []problem.Test{{Name: key.Test}},
	}}, err
}
