package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/build"
	"dlxjudge/judge/problem"
)

// work is an input that programs are compared on.
type work struct {
	title     string
	problem   string
	generator string // and its arguments, which make the cases
	copies    int    // of the cases, so that what is measured is not mostly the start of the programs
	backtrack bool   // plain backtracking finishes, too
	list      string // file of the input, in place of a generator
}

var works = []work{
	{title: "9×9, 17 givens", problem: "poj3074", generator: "sudoku9 -seed 1 -count 2000 -givens 17", copies: 5},
	{title: "9×9, hard", problem: "poj3074", generator: "sudoku9 -seed 2 -count 60 -givens 24 -guesses 10", copies: 100},
	{title: "9×9, easy", problem: "poj3074", generator: "sudoku9 -seed 3 -count 200 -givens 34", copies: 50, backtrack: true},
	{title: "16×16, 130 givens", problem: "poj3076", generator: "sudoku16 -seed 1 -count 40 -givens 130", copies: 50},
	{title: "16×16, 110 givens", problem: "poj3076", generator: "sudoku16 -seed 2 -count 40 -givens 110", copies: 20},
	{title: "16×16, 105 givens", problem: "poj3076", generator: "sudoku16 -seed 3 -count 40 -givens 105", copies: 20},
	{title: "16×16, easy", problem: "poj3076", generator: "sudoku16 -seed 4 -count 50 -givens 170", copies: 50, backtrack: true},
	{title: "queens, N = 20 to 50, empty", problem: "spojnqueen", generator: "queens -seed 1 -n 20..50 -kept 0", copies: 100},
	{title: "queens, N = 20 to 50, 15% kept", problem: "spojnqueen", generator: "queens -seed 2 -n 20..50 -kept 15 -count 3", copies: 50},
	{title: "queens, N = 20 to 50, 30% kept", problem: "spojnqueen", generator: "queens -seed 3 -n 20..50 -kept 30 -count 3", copies: 50},
	{title: "queens, small", problem: "spojnqueen", generator: "queens -seed 4 -n 4..20 -kept 0..30 -count 10", copies: 10, backtrack: true},
	{title: "airports, N = 60, any K", problem: "hdu5046", generator: "airports -seed 1 -cases 100 -n 60 -k 1-60 -reach 1000000000", copies: 1},
	{title: "airports, small", problem: "hdu5046", generator: "airports -seed 2 -cases 100 -n 12-14 -k 2-4", copies: 1, backtrack: true},
}

// made says where the input comes from.
func (w work) made() string {
	switch {
	case w.list != "":
		return w.list
	case w.copies == 1:
		return w.generator
	}
	return fmt.Sprintf("%s; %d times", w.generator, w.copies)
}

// repeated is an input with its cases several times, as the formats of the problems have it.
func repeated(problem, input string, copies int) string {
	switch problem {
	case "poj3074":
		return strings.Repeat(strings.TrimSuffix(input, "end\n"), copies) + "end\n"
	case "poj3076":
		return strings.Repeat(input+"\n", copies-1) + input
	}
	return strings.Repeat(input, copies)
}

// listed are the works on the files of a folder. Each stands for the first work with the generator that its name begins with.
func listed(dir string) ([]work, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []work
	for _, e := range entries {
		generator, _, _ := strings.Cut(e.Name(), "-")
		i := slices.IndexFunc(works, func(w work) bool { return strings.HasPrefix(w.generator, generator+" ") })
		if i >= 0 && !e.IsDir() {
			w := work{title: e.Name(), problem: works[i].problem, list: filepath.Join(dir, e.Name())}
			all = append(all, w)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no file has the name of a generator before its first dash (sudoku9-hard.txt)", dir)
	}
	return all, nil
}

// input is the file of a work's input, which is made if it is not given.
func (b *bench) input(ctx context.Context, p *problem.Problem, w work) (path string, err error) {
	if w.list != "" {
		return filepath.Abs(w.list)
	}
	words := strings.Fields(w.generator)
	source, err := p.Generator(words[0])
	if err != nil {
		return "", err
	}
	generator, err := b.cache.Build(ctx, build.Tool, source)
	if err != nil {
		return "", err
	}
	text, err := exec.CommandContext(ctx, generator.Path, words[1:]...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", w.generator, err)
	}
	path = filepath.Join(b.scratch, "input")
	return path, os.WriteFile(path, []byte(repeated(w.problem, string(text), w.copies)), 0o644)
}

// contender is a program to measure.
type contender struct {
	name, path string
	yardstick  bool
	seconds    float64 // that a first run took
}

// isBacktrack reports whether the program is plain backtracking, which finishes on few inputs only.
func (c contender) isBacktrack() bool { return strings.Contains(c.name, "backtrack") }

// solutions builds the solutions of a problem. What cannot be built here is left out, and the output says why.
func (b *bench) solutions(ctx context.Context, p *problem.Problem) ([]contender, error) {
	var all []contender
	for _, s := range p.Submissions {
		if !s.Solution {
			continue
		}
		program, err := b.cache.Build(ctx, build.Submission, s.Source)
		var missing *build.MissingError
		var broken *build.CompileError
		if errors.As(err, &missing) || errors.As(err, &broken) {
			said, _, _ := strings.Cut(err.Error(), "\n")
			b.skip(s.Name, said)
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, contender{name: s.Name, path: program.Path})
	}
	return all, nil
}

// yardsticks finds the programs of a folder whose names contain the id of the problem on its judge.
func yardsticks(dir, id string) ([]contender, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []contender
	for _, e := range entries {
		path, err := filepath.Abs(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Mode()&0o100 == 0 {
			continue
		}
		if strings.Contains(strings.ToLower(e.Name()), strings.ToLower(id)) {
			all = append(all, contender{name: e.Name(), path: path, yardstick: true})
		}
	}
	return all, nil
}
