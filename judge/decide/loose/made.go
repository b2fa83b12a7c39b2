package loose

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// bruteLimits are the limits of a brute force that makes answers.
var bruteLimits = problem.Limits{Time: time.Minute, Memory: 2 << 30, Output: 1 << 30}

// Answer runs the brute force to make missing answers to tests, and adds them. It returns the number of answers that it
// made. Of the options, it uses only the sandbox and the cache.
func (f *Folder) Answer(ctx context.Context, o grade.Options, brute problem.Source, tests []problem.Test) (made int,
	err error) {
	if _, err := o.Cache.Build(ctx, compile.Submission, brute); err != nil {
		return 0, err
	}
	p := *f.Problem
	p.Limits, p.FileWriting = bruteLimits, true
	entry := grade.Entry{Problem: &p, Submission: problem.Submission{Source: brute, Problem: p.Name, Name: brute.Name,
		Path: brute.Main()}}
	o = grade.Options{Sandbox: o.Sandbox, Cache: o.Cache, Answers: true, Unchecked: true}
	for i, t := range tests {
		if t.Answer != "" {
			continue
		}
		answer, err := f.write(strconv.Itoa(i)+".ans", brute.Name, "")
		if err != nil {
			return 0, err
		}
		judged, err := grade.JudgeOne(ctx, entry, t, answer, o)
		switch {
		case err != nil:
			return 0, err
		case judged.Verdict != problem.AC:
			return 0, fmt.Errorf("%s has no answer: %s: %s", t.Input, brute.Main(), judged.Message)
		}
		tests[i].Answer = answer
		made++
	}
	return made, nil
}

// maxKept is the most inputs that Keep writes to a folder.
const maxKept = 1000

// Keep writes both an input and its answer beside the program, or neither. If N is the next free number, the files are
// called failN.in and failN.ans. If only tests named after the program were taken (Tests.Own), the program's name comes
// first: a-failN.in.
func (f *Folder) Keep(input, answer []byte) (in, ans string, err error) {
	dir, stem := f.Program.Dir, "fail"
	if f.Tests.Own {
		stem = stemOf(f.Program.Name) + "-fail"
	}
	beside, err := untrusted.ReadDir(dir)
	if err != nil {
		return "", "", err
	}
	for n := 1; n <= maxKept; n++ {
		name := fmt.Sprintf("%s%d.", stem, n)
		if slices.ContainsFunc(beside, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), name) }) {
			continue
		}
		in, ans = filepath.Join(dir, name+"in"), filepath.Join(dir, name+"ans")
		if err = whole.WriteBelow(dir, name+"ans", answer); err == nil {
			if err = whole.WriteBelow(dir, name+"in", input); err != nil {
				err = errors.Join(err, os.Remove(ans))
			}
		}
		if err != nil {
			return "", "", fmt.Errorf("--keep: %w", err)
		}
		return in, ans, nil
	}
	return "", "", fmt.Errorf("--keep: there are %d inputs called %s1 and so on in %s; remove some", maxKept, stem, dir)
}
