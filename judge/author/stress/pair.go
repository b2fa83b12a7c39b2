package stress

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
)

// CommandsOf parses the texts of --gen. If there are none, it returns the problem's commands. A generator may also be a
// file of the user. If the command of such a file has no arguments, the generator gets a seed and a number.
func CommandsOf(p *problem.Problem, texts []string) ([]Command, error) {
	if len(texts) == 0 {
		return Commands(p)
	}
	var commands []Command
	for _, text := range texts {
		var own problem.Source // set only if the generator is a file
		name, arguments, _ := strings.Cut(text, " ")
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && strings.ContainsAny(name, "./") {
			if own, err = loose.SourceAt(name); err != nil {
				return nil, fmt.Errorf("--gen %w", err)
			}
			text = own.Name + " " + cmp.Or(arguments, "{seed} {n}")
		}
		c, err := ParseCommand(text)
		if err != nil {
			return nil, fmt.Errorf("--gen %w", err)
		}
		c.Own, c.Place = own, "--gen"
		commands = append(commands, c)
	}
	return commands, nil
}

// PairOf finds the programs A and B by their names. If there is only one name, B is the solution that makes the answers
// of the tests. If there is no such solution, or if it is A, then B is another solution.
func PairOf(p *problem.Problem, names []string, o loose.Options) (Pair, error) {
	pair := Pair{Problem: p, CheckB: len(names) > 1}
	var err error
	if pair.A, err = pick.ProgramOf(p, names[0], o); err != nil {
		return pair, err
	}
	if len(names) > 1 {
		if pair.B, err = pick.ProgramOf(p, names[1], o); err == nil {
			err = pair.Distinct()
		}
		return pair, err
	}
	others := slices.DeleteFunc(slices.Clone(p.Submissions), func(s problem.Submission) bool {
		return !s.Solution || s.Stranger() || s.NotJudged() != "" || s.Path == pair.A.Path
	})
	if groups, _, err := recipe.Read(p); err == nil {
		if answers, err := p.Accepted(recipe.AnswerProgram(groups)); err == nil && answers.Path != pair.A.Path {
			others = append([]problem.Submission{answers}, others...)
		}
	}
	if len(others) > 0 {
		pair.B = others[0]
		return pair, nil
	}
	return pair, fmt.Errorf("%s has no other solution to compare %s with; give one: %s B", p.Name,
		names[0], p.Command("stress", p.Name, names[0]))
}

// Distinct returns an error if A and B are the same program. If different programs have the same name, paths replace
// the names.
func (pair *Pair) Distinct() error {
	if pair.A.Main() == pair.B.Main() {
		return fmt.Errorf("%s cannot be compared with itself; give another program", pair.A.Name)
	}
	if pair.A.Name == pair.B.Name {
		pair.A.Name, pair.B.Name = pair.A.Main(), pair.B.Main()
	}
	return nil
}

// AnswerOf returns the program that makes the answer files, for a problem whose checker talks with the submission. If
// tests.yaml names no such program, the Source has no Files. That seldom matters: few checkers that talk with
// submissions read the answer.
func AnswerOf(p *problem.Problem) (problem.Source, error) {
	groups, _, err := recipe.Read(p)
	if errors.Is(err, fs.ErrNotExist) || recipe.Foreign(p) { // BAPCtools makes empty answer files
		return problem.Source{}, nil
	}
	if err != nil {
		return problem.Source{}, err
	}
	name, _ := strings.CutPrefix(recipe.AnswerProgram(groups), "generators/")
	if name == "" {
		return problem.Source{}, nil
	}
	source, err := p.Generator(name)
	if err != nil {
		err = fmt.Errorf("%s: %w", groups[0].Place, err)
	}
	return source, err
}

// mostKept is the maximum size, in bytes, of an input that Recipe copies.
const mostKept = 16 << 10

// Recipe returns lines for tests.yaml that add a finding's input as a test. The lines hold the generator's command, or
// the input itself. Recipe returns "" if the problem has no recipes, or if the input must be copied but is too long or
// not text.
func Recipe(p *problem.Problem, found *Finding) (string, error) {
	groups, _, err := recipe.Read(p)
	if errors.Is(err, fs.ErrNotExist) || recipe.Foreign(p) {
		return "", nil
	}
	number := 1
	for _, g := range groups {
		for _, t := range g.Tests {
			if n, err := strconv.Atoi(t.Name); err == nil && g.Name == found.Group {
				number = max(number, n+1)
			}
		}
	}
	made := ""
	switch command := found.call.command; {
	case found.Made && len(command.Own.Files) == 0:
		made = strings.Join(append([]string{command.Generator}, found.call.args()...), " ")
	case len(found.Input) > mostKept || !utf8.Valid(found.Input):
		return "", err
	default:
		input, _ := json.Marshal(string(found.Input)) // every JSON string is a YAML string
		made = "{input: " + string(input) + "}"
	}
	return fmt.Sprintf("  %s:\n    tests:\n      \"%02d\": %s", found.Group, number, made), err
}
