package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// submitFile are the flags of judge submit for a file of no checkout and no package.
type submitFile struct {
	looseFlags
	judge, id string
	usual     string // the judge of the user's config.yaml, "" if it says none
	timeLimit time.Duration
	memory    float64 // MiB
}

func (f *submitFile) add(cmd *cobra.Command) {
	own := &cobra.Command{}
	f.looseFlags.add(own)
	f.own = own.Flags()
	f.own.StringVar(&f.judge, "judge", "", "check a file by the rules of the online judge `KEY`, such as poj")
	f.own.StringVar(&f.id, "id", "", "the problem's `ID` there, for its page")
	quantity.AddTimeLimit(own, &f.timeLimit)
	f.own.Lookup("time-limit").Usage = "the problem's time limit there, in `SECONDS`"
	f.own.Var(quantity.Of(&f.memory, "MiB", "64", 1, 1<<20), "memory", "the problem's memory limit there, in `MIB`")
	cmd.Flags().AddFlagSet(f.own)
	cmd.RegisterFlagCompletionFunc("judge", func(*cobra.Command, []string, string) ([]string,
		cobra.ShellCompDirective) {
		judges, _ := judgesHere()
		return slices.Sorted(maps.Keys(judges)), cobra.ShellCompDirectiveNoFileComp
	})
}

// judgesHere are the online judges of the checkout that the working directory is in, or those that the judge knows.
func judgesHere() (map[string]problem.OnlineJudge, error) {
	if roots, err := pick.FindTree(); err == nil {
		return scaffold.Judges(&roots)
	}
	return scaffold.Judges(nil)
}

// fileToSubmit is the program in a file as a submission to an online judge, by its rules, with the folder of its tests.
func (a *app) fileToSubmit(f submitFile, path string) (grade.Entry, *loose.Folder, error) {
	if err := f.check(); err != nil {
		return grade.Entry{}, nil, err
	}
	o := f.options(f.timeLimit, int64(f.memory*(1<<20)))
	o.MayLack = true
	folder, err := loose.Open(path, o)
	if err != nil {
		return grade.Entry{}, nil, err
	}
	f.usual = a.config.Judge
	judge, err := f.judgeOf(folder)
	if err != nil {
		folder.Close()
		return grade.Entry{}, nil, err
	}
	a.sayParts(folder, f.parts.names())
	p := folder.Problem
	p.Judge, p.Limits.Time, p.Limits.Memory = judge, folder.Known.Time, folder.Known.Memory
	p.Submissions[0].Standards = judge.Standards
	return grade.Entry{Problem: p, Submission: p.Submissions[0]}, folder, nil
}

// judgeOf is the online judge that the flags name or, without them, the one from whose page the problem was received,
// or else the user's usual one.
func (f submitFile) judgeOf(folder *loose.Folder) (problem.OnlineJudge, error) {
	judges, err := judgesHere()
	if err != nil {
		return problem.OnlineJudge{}, err
	}
	judge, id, known := problem.JudgeOf(judges, folder.Page)
	keys := slices.Sorted(maps.Keys(judges))
	where := "--judge " + f.judge
	if f.judge == "" && !known && f.usual != "" {
		f.judge, where = f.usual, "judge: "+f.usual+" in config.yaml"
	}
	switch {
	case f.judge != "":
		asked, ok := judges[f.judge]
		if !ok {
			return judge, fmt.Errorf("%s: no such online judge is known%s", where, strictyaml.Instead(f.judge, keys))
		}
		if asked.Key != judge.Key {
			id = ""
		}
		judge = asked
	case !known:
		return judge, fmt.Errorf("which online judge takes %s? name it, such as: --judge %s; known are %s",
			folder.Program.Name, keys[0], strings.Join(keys, ", "))
	}
	id = cmp.Or(f.id, id)
	if err := checkID(judge, id); err != nil {
		return judge, err
	}
	return judge.Of(id, ""), nil
}

// checkID is an error if no page of the judge has the id: without one it is not known where to paste a file.
func checkID(judge problem.OnlineJudge, id string) error {
	known := map[string]problem.OnlineJudge{judge.Key: judge}
	if _, inPage, ok := problem.JudgeOf(known, id); ok && inPage != "" {
		return fmt.Errorf("--id %s: give the id alone: --id %s", id, inPage)
	}
	_, again, _ := problem.JudgeOf(known, judge.PageOf(id))
	switch {
	case id == "" && judge.Page != "":
		return fmt.Errorf("--judge %s: which problem? give its id there: --id ID, as in %s", judge.Key, judge.Page)
	case id != "" && judge.Page != "" && again != id || strings.ContainsFunc(id, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_-.", r))
	}):
		return fmt.Errorf("--id %s: no page of %s has such an id; give it as in %s", id, judge.Name, judge.Page)
	}
	return nil
}

// submitted are the tests on which a file is judged before it is submitted: those with an answer.
func (a *app) submitted(ctx context.Context, cache *compile.Cache, folder *loose.Folder) ([]problem.Test, error) {
	if err := a.answered(ctx, cache, folder); err != nil {
		return nil, err
	}
	tests := a.withAnswers(folder, folder.Problem.Tests)
	if len(tests) == 0 && len(folder.Problem.Tests) > 0 {
		return nil, errors.New("no input has an answer: write them, such as 1.ans, or name a program that makes " +
			"them: --brute FILE")
	}
	return tests, nil
}
