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
	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
)

// contender is a program to measure.
type contender struct {
	name      string
	path      string
	yardstick bool
}

// isBacktrack reports whether the program is plain backtracking, which finishes on few inputs only.
func (c contender) isBacktrack() bool { return strings.Contains(c.name, "backtrack") }

func (b *bench) problem(name string) (*problem.Problem, error) {
	i := slices.IndexFunc(b.set.Problems, func(p *problem.Problem) bool { return p.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no problem %s", name)
	}
	return b.set.Problems[i], nil
}

// solutions builds the solutions of a problem. Those that cannot be built here have a row that says so.
func (b *bench) solutions(ctx context.Context, p *problem.Problem) ([]contender, error) {
	var all []contender
	for _, s := range p.Submissions {
		if !s.Solution {
			continue
		}
		path, err := b.cache.Build(ctx, build.Submission, s.Source)
		var missing *build.MissingError
		var broken *build.CompileError
		if errors.As(err, &missing) || errors.As(err, &broken) {
			said, _, _ := strings.Cut(err.Error(), "\n")
			b.print(row{label: s.Name, skipped: said})
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, contender{name: s.Name, path: path})
	}
	return all, nil
}

// yardsticksFor finds the programs whose names contain the id of the problem or of one of its twins.
func (b *bench) yardsticksFor(p *problem.Problem) ([]contender, error) {
	if b.yardsticks == "" {
		return nil, nil
	}
	ids := []string{strings.ToLower(p.Judge.ID)}
	for _, name := range twins[p.Name] {
		twin, err := b.problem(name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, strings.ToLower(twin.Judge.ID))
	}
	entries, err := os.ReadDir(b.yardsticks)
	if err != nil {
		return nil, err
	}
	var all []contender
	for _, e := range entries {
		info, err := os.Stat(filepath.Join(b.yardsticks, e.Name()))
		if err != nil || !info.Mode().IsRegular() || info.Mode()&0o100 == 0 {
			continue
		}
		path, err := filepath.Abs(filepath.Join(b.yardsticks, e.Name()))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(ids, func(id string) bool { return strings.Contains(strings.ToLower(e.Name()), id) }) {
			all = append(all, contender{name: e.Name(), path: path, yardstick: true})
		}
	}
	return all, nil
}

// noYardstick says why there is no yardstick.
func (b *bench) noYardstick(p *problem.Problem) string {
	if b.yardsticks == "" {
		return "no yardsticks are given"
	}
	return fmt.Sprintf("no program in %s that has %s in its name finishes here", b.yardsticks, p.Judge.ID)
}

// listed are the works on the inputs of -lists. Each has the goals of the first work with the same generator.
func (b *bench) listed() ([]work, error) {
	if b.lists == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(b.lists)
	if err != nil {
		return nil, err
	}
	var all []work
	for _, e := range entries {
		generator, _, _ := strings.Cut(e.Name(), "-")
		i := slices.IndexFunc(works, func(w work) bool { return strings.HasPrefix(w.generator, generator+" ") })
		if i < 0 || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(b.lists, e.Name()))
		if err != nil {
			return nil, err
		}
		w := works[i]
		w.title, w.generator, w.cases = e.Name(), e.Name(), formats[w.problem].split(string(text))
		all = append(all, w)
	}
	return all, nil
}

// generate runs a generator and splits its output into cases.
func (b *bench) generate(ctx context.Context, p *problem.Problem, command string) ([]string, error) {
	words := strings.Fields(command)
	source, err := p.Generator(words[0])
	if err != nil {
		return nil, err
	}
	path, err := b.cache.Build(ctx, build.Tool, source)
	if err != nil {
		return nil, err
	}
	output, err := exec.CommandContext(ctx, path, words[1:]...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return formats[p.Name].split(string(output)), nil
}

// checker decides whether two programs agree: the problem's own, or the tokens of their outputs.
func (b *bench) checker(ctx context.Context, p *problem.Problem) (check.Checker, error) {
	if p.Checker == nil {
		return check.Default(problem.IgnoreWhitespace), nil
	}
	path, err := b.cache.Build(ctx, build.Tool, *p.Checker)
	if err != nil {
		return nil, err
	}
	return check.Custom(b.cache.Programs, path, p.Limits.Validation), nil
}
