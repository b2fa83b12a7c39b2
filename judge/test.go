package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/outcome"
)

// sayTests reports which tests were found.
func (a *app) sayTests(folder *loose.Folder) {
	const most = 10
	found := folder.Tests
	var names []string
	file := "" // the name of cph's file, in parentheses, if that file holds the tests
	for i, t := range found.Tests {
		if i == most {
			names = append(names, fmt.Sprintf("… %d more", len(found.Tests)-most))
			break
		}
		name := folder.Display(t.Input)
		switch {
		case name != t.Input && t.Answer != "":
			file, _, _ = strings.Cut(" ("+name, ", test ")
			file, name = file+")", t.Name
		case t.Answer != "":
			name += " and " + filepath.Base(folder.Display(t.Answer))
		case !folder.Problem.Interactive:
			name += " (no answer)"
		}
		names = append(names, name)
	}
	a.say("%s: %s%s", figures.Plural(len(found.Tests), "test"), strings.Join(names, ", "), file)
	for _, note := range found.Notes {
		a.say("note: %s", note)
	}
}

// sayBuilt prints how the program is built and, if it is not an executable, how it is run. If the program cannot be
// built, sayBuilt prints nothing, because the row of results says so.
func (a *app) sayBuilt(ctx context.Context, cache *compile.Cache, kind compile.Kind, source problem.Source,
	memory int64) error {
	command, run, err := cache.CommandLine(ctx, kind, source, memory)
	var missing *compile.MissingError
	var broken *compile.CompileError
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted}
	case errors.As(err, &missing), errors.As(err, &broken):
		return nil
	case err != nil:
		return judgeFailed(err)
	case run != "":
		command += "; run as: " + run
	}
	a.say("built as: %s", command)
	return nil
}

// accept writes each output that was not accepted, or that has no answer, to its answer file. It reports whether a test
// still fails. If the judge failed on a test, accept writes nothing.
func (a *app) accept(folder *loose.Folder, judged []problem.Test, s grade.Submission, outputs *loose.Outputs) (
	failing bool, err error) {
	if s.FirstFailure() >= 0 {
		return true, exitError{Status: statusJudge,
			Err: errors.New("--accept wrote nothing, because a test was not judged")}
	}
	for i, result := range s.Tests {
		t := judged[i]
		got, found := outputs.Of(t.Input)
		if !found {
			failing = failing || result.Verdict != problem.AC
			continue
		}
		answer, err := folder.Tests.WriteAnswer(t, got.Head)
		switch {
		case err != nil:
			return failing, fmt.Errorf("--accept: %w", err)
		case answer == "" && folder.Tests.Above:
			a.say("note: %s is not in the program's folder; its answer is unchanged", t.Input)
			failing = true
		case answer == "":
			a.say("note: %s has no file of its own; its answer is unchanged", t.Input)
			failing = true
		default:
			a.say("%s now holds the output", answer)
		}
	}
	return failing, nil
}

// hints suggests a flag or a setting that may be missing.
func (a *app) hints(f folderFlags, folder *outcome.Folder, s grade.Submission) {
	for i, result := range s.Tests {
		t := folder.Judged[i]
		if text, _ := folder.Outputs.Of(t.Input); text.Near != "" {
			a.say("hint: on %s the output differs only in numbers, by less than %s; if that is allowed: --eps %s",
				legible.Line(t.Name), text.Near, text.Near)
			return
		}
		if result.Verdict != problem.AC && result.Verdict != problem.NotRun {
			if cause := folder.Cause(t, result); cause != "" {
				a.say("hint: %s", cause)
			}
		}
		limited := strings.Contains(result.Message, "limit") // false if program and interactor wait for each other
		if result.Verdict == problem.TLE && limited && folder.Known.Time == 0 {
			a.say("hint: the time limit was %v, the default; set another with --time-limit SECONDS, or with "+
				"time_limit in judge.yaml", loose.UsualTime)
			return
		}
		zero := strings.Contains(result.Message, "failed: exit status 0")
		if (zero || strings.Contains(result.Message, check.WantStatus)) && !folder.Settings.Plain {
			a.say("hint: if status 0 of your checker or interactor says that the output is right, write into " +
				"judge.yaml: plain: true")
		}
		if result.Verdict != problem.JE {
			continue
		}
		for role, name := range map[loose.Role]string{loose.Checker: f.checker, loose.Interactor: f.interactor} {
			if part, found := folder.Parts[role]; found && name == "" {
				a.say("hint: if %s is not the %s: --%s none", part.Main(), role, role)
			}
		}
		return
	}
}
