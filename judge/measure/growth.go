package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/build"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	yaml "dlxjudge/judge/strictyaml"
)

// Growth says how to make inputs of growing size, to show how the solutions' effort grows. It is read from a problem's
// generators/growth.yaml:
//
//	size: rows of the board                     # what the size is
//	answer: dlx                                 # the solution whose output becomes the answers
//	input: queens -seed {seed} -n {size}        # a generator and its arguments
//	sizes: [8, 12, 16]
//	seeds: 5                                    # inputs of each size
type Growth struct {
	Size, Answer string
	Input        []string
	Sizes        []int
	Seeds        int
}

// ReadGrowth reads a problem's growth.yaml.
func ReadGrowth(p *problem.Problem) (*Growth, error) {
	path := filepath.Join(p.Dir, "generators", "growth.yaml")
	doc, err := yaml.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; it says how to make inputs of growing size; write one like those of other problems", path)
	}
	if err != nil {
		return nil, err
	}
	g := &Growth{}
	err = doc.Keys(yaml.Fields{
		"size":   yaml.Into(&g.Size, yaml.Value.Text),
		"answer": yaml.Into(&g.Answer, yaml.Value.Text),
		"input":  yaml.Into(&g.Input, command),
		"sizes":  yaml.Into(&g.Sizes, yaml.ListOf(number)),
		"seeds":  yaml.Into(&g.Seeds, number),
	})
	if err == nil && (g.Size == "" || g.Answer == "" || len(g.Input) == 0 || len(g.Sizes) == 0 || g.Seeds == 0) {
		err = fmt.Errorf("%s: it needs size, answer, input, sizes and seeds", path)
	}
	return g, err
}

func command(v yaml.Value) ([]string, error) {
	text, err := v.Text()
	words := strings.Fields(text)
	if err == nil && (!slices.Contains(words, "{size}") || !generatorName.MatchString(words[0])) {
		err = v.Errorf("%q is not a generator with an argument {size}", text)
	}
	return words, err
}

var generatorName = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

func number(v yaml.Value) (int, error) {
	n, err := v.Int()
	if err == nil && (n < 1 || n > 1e6) {
		err = v.Errorf("%d: give a number from 1 to 1000000", n)
	}
	return int(n), err
}

// Make makes the inputs and their answers in dir. It returns the problem with these as its only tests, on each of which a
// timeout is permitted.
func (g *Growth) Make(ctx context.Context, cache *build.Cache, p *problem.Problem, dir string) (*problem.Problem, error) {
	i := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Solution && s.Name == g.Answer })
	if i < 0 {
		return nil, fmt.Errorf("%s has no solution %s to make the answers with", p.Name, g.Answer)
	}
	source, err := p.Generator(g.Input[0])
	if err != nil {
		return nil, err
	}
	generator, err := cache.Build(ctx, build.Tool, source)
	if err != nil {
		return nil, err
	}
	solution, err := cache.Build(ctx, build.Submission, p.Submissions[i].Source)
	if err != nil {
		return nil, err
	}
	sized := *p
	sized.Tests = nil
	var checkerArgs []string // as those of the problem's tests
	if len(p.Tests) > 0 {
		checkerArgs = p.Tests[0].CheckerArgs
	}
	sized.Expectations = []problem.Expectation{{Submissions: "accepted/*", Permitted: []problem.Verdict{problem.AC, problem.TLE}}}
	for _, size := range g.Sizes {
		for seed := 1; seed <= g.Seeds; seed++ {
			path := filepath.Join(dir, fmt.Sprintf("%d-%d", size, seed))
			t := problem.Test{Name: record.SizeTest(size, seed), Input: path + ".in", Answer: path + ".ans", CheckerArgs: checkerArgs}
			if err := executor.Transform(ctx, cache.Programs, g.Input[0], generator, g.arguments(size, seed), os.DevNull, t.Input); err != nil {
				return nil, err
			}
			if err := executor.Transform(ctx, cache.Programs, g.Answer, solution, nil, t.Input, t.Answer); err != nil {
				return nil, err
			}
			sized.Tests = append(sized.Tests, t)
		}
	}
	return &sized, nil
}

func (g *Growth) arguments(size, seed int) []string {
	var args []string
	for _, word := range g.Input[1:] {
		word = strings.ReplaceAll(word, "{size}", strconv.Itoa(size))
		args = append(args, strings.ReplaceAll(word, "{seed}", strconv.Itoa(seed)))
	}
	return args
}
