package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// variant is a changed copy of a solution that is compared with the solution itself.
type variant struct {
	name string // of its files: "unchanged", "slower-3"
	// of instructions that are planted; 0 for a moved function, which changes where code lies and nothing else
	share float64
	busy  int // other processes that compute meanwhile
}

// variants are those that the trials need.
var variants = []variant{
	{name: "unchanged"},
	{name: "slower-2", share: 0.02},
	{name: "slower-3", share: 0.03},
	{name: "slower-5", share: 0.05},
	{name: "slower-3-busy", share: 0.03, busy: 2},
}

// begins is the line that a function for each case of an input begins with.
var begins = regexp.MustCompile(`(?m)^func (\([^)\n]*\) )?solve\(.*\{\n`)

// planted returns a solution's text with a loop of so many turns in its function solve.
func planted(text string, turns int) (string, error) {
	at := begins.FindStringIndex(text)
	if at == nil {
		return "", errors.New("it has no function solve to plant work in")
	}
	loop := fmt.Sprintf("\tfor turn := uint(0); turn < %d; turn++ {\n\t\tplanted ^= planted<<1 + turn\n\t}\n", turns)
	return text[:at[1]] + loop + text[at[1]:] + "\nvar planted uint\n", nil
}

// moved returns a solution's text with its function solve behind all others.
func moved(text string) (string, error) {
	at := begins.FindStringIndex(text)
	if at == nil {
		return "", errors.New("it has no function solve to move")
	}
	start := at[0]
	for { // the comment above moves with it
		line := strings.LastIndexByte(text[:max(start-1, 0)], '\n') + 1
		if start == 0 || !strings.HasPrefix(text[line:], "//") {
			break
		}
		start = line
	}
	end := strings.Index(text[start:], "\n}\n")
	if end < 0 {
		return "", errors.New("its function solve has no end")
	}
	end += start + len("\n}\n")
	return text[:start] + text[end:] + "\n" + text[start:end], nil
}

// copyOf writes a variant of a solution into a folder below dir, and says which share of its instructions is planted.
func (v variant) copyOf(ctx context.Context, cache *compile.Cache, s problem.Submission, input,
	dir string) (problem.Submission, float64, error) {
	text, err := os.ReadFile(filepath.Join(s.Source.Dir, s.Source.Files[0]))
	if err != nil {
		return s, 0, err
	}
	written := func(name, text string) (problem.Submission, error) {
		other := s
		other.Source.Dir = filepath.Join(dir, v.name+name)
		return other, errors.Join(os.MkdirAll(other.Source.Dir, 0o755), os.WriteFile(filepath.Join(other.Source.Dir,
			s.Source.Files[0]), []byte(text), 0o644))
	}
	if v.share == 0 {
		text, err := moved(string(text))
		if err != nil {
			return s, 0, err
		}
		other, err := written("", text)
		return other, 0, err
	}
	count := func(turns int) (float64, problem.Submission, error) {
		text, err := planted(string(text), turns)
		if err != nil {
			return 0, s, err
		}
		other, err := written(fmt.Sprint("-", turns), text)
		if err != nil {
			return 0, s, err
		}
		n, err := instructions(ctx, cache, other.Source, input)
		return n, other, err
	}
	none, _, err := count(0)
	if err != nil {
		return s, 0, err
	}
	const trial = 1000
	many, _, err := count(trial)
	if err != nil {
		return s, 0, err
	}
	turns := int(math.Round(v.share * none * trial / (many - none)))
	got, other, err := count(turns)
	return other, got/none - 1, err
}

var refs = regexp.MustCompile(`I +refs: +([0-9,]+)`)

// instructions counts what a program executes on an input, by valgrind: the least of five runs, as the Go run-time now
// and then executes more. The program is one of this checkout, and is not contained.
func instructions(ctx context.Context, cache *compile.Cache, source problem.Source, input string) (float64, error) {
	program, err := cache.Build(ctx, compile.Submission, source)
	if err != nil {
		return 0, err
	}
	var counts []float64
	for range 5 {
		cmd := exec.CommandContext(ctx, "valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file="+
			os.DevNull, program.Path)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off")
		in, err := os.Open(input)
		if err != nil {
			return 0, err
		}
		var said bytes.Buffer
		cmd.Stdin, cmd.Stderr = in, &said
		err = cmd.Run()
		in.Close()
		m := refs.FindStringSubmatch(said.String())
		if err != nil || m == nil {
			return 0, fmt.Errorf("counting instructions with valgrind: %w (%s); install it, for example with: "+
				"apt-get install valgrind", err, strings.TrimSpace(said.String()))
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		if err != nil {
			return 0, err
		}
		counts = append(counts, n)
	}
	return slices.Min(counts), nil
}
