package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// submitAll checks the solutions among some entries, and prints a table of them.
func (a *app) submitAll(ctx context.Context, selected []grade.Entry) error {
	var entries []grade.Entry
	for _, e := range selected {
		if e.Submission.Solution && e.Problem.Judge.Key != "" {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return fmt.Errorf("no solution of a problem that comes from an online judge; judge list shows all")
	}
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	if err := a.derive(ctx, entries, tools); err != nil {
		return err
	}
	table := terminal.Grid{Left: map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true}}
	table.Add(terminal.Plain("  solution", "judge", "language", "bytes", "time of limit", "start", "memory of limit",
		"not so, or unverified")...)
	starts := make(map[string]time.Duration) // by language
	ready, judgeFailed := 0, false
	for _, e := range entries {
		preflight, err := submit.Inspect(ctx, e, tools)
		if err := ended(ctx, err); err != nil {
			return err
		}
		language := programIn(e.Problem, e.Submission).Language
		if _, known := starts[language]; !known {
			starts[language], err = sampling.StartUp(ctx, e, tools)
			if err := ended(ctx, err); err != nil {
				return err
			}
		}
		table.Add(row(e, preflight, starts[language])...)
		judgeFailed = judgeFailed || preflight.Results.JudgeFailed()
		if preflight.Failed() == 0 && !preflight.Results.JudgeFailed() {
			ready++
		}
	}
	out := a.sheet("")
	table.Write(out)
	if err := out.Flush(); err != nil {
		return err
	}
	a.say("%d of %s would be let through", ready, figures.Plural(len(entries), "solution"))
	if judgeFailed {
		return exitError{Status: statusJudge}
	}
	return nil
}

// row is a solution's line of the table.
func row(e grade.Entry, p submit.Preflight, start time.Duration) []terminal.Cell {
	mark, cells, notes := "✓", map[string]string{}, []string{}
	for _, c := range p.Checks {
		cells[c.Name], _, _ = strings.Cut(strings.TrimSuffix(c.Said, " (unverified)"), ", on ")
		switch {
		case c.State == submit.Failed:
			mark = "✖"
			notes = append(notes, "✖ "+c.Name)
		case c.State == submit.Skipped:
			notes = append(notes, "∅ "+c.Name)
		case c.Unverified:
			notes = append(notes, "? "+c.Name)
		}
	}
	began := ""
	if start > 0 {
		began = fmt.Sprintf("%.3fs", start.Seconds())
	}
	language := ""
	if l, err := compile.LanguageOf(e.Submission.Source); err == nil {
		language = l.Display
	}
	bytes, _, _ := strings.Cut(cells["size"], " bytes; ")
	if limit := submit.Sizes(e.Problem.Judge); limit != "" {
		bytes += " of " + limit
	}
	short := func(cell string) string { return cmp.Or(strings.ReplaceAll(cell, " (unverified)", ""), "–") }
	line := []string{mark + " " + e.Problem.Name + "/" + e.Submission.Name, e.Problem.Judge.Name, language, bytes,
		short(cells["time"]), cmp.Or(began, "–"), short(cells["memory"]), strings.Join(notes, ", ")}
	for i, cell := range line {
		line[i] = legible.Line(cell)
	}
	return terminal.Plain(line...)
}

// judgesHere are the online judges of the checkout that the working directory is in, or those that the judge knows.
func judgesHere() (map[string]problem.OnlineJudge, error) {
	if roots, err := pick.FindTree(); err == nil {
		return scaffold.Judges(&roots)
	}
	return scaffold.Judges(nil)
}

// fileToSubmit gives a program in any folder the online judge, its rules and the limits there. Limits that nobody says
// are 0.
func (a *app) fileToSubmit(folder *loose.Folder, entry *grade.Entry) error {
	judge, err := a.judgeOf(folder)
	if err != nil {
		return err
	}
	p := entry.Problem
	p.Judge, p.Limits.Time, p.Limits.Memory = judge, folder.Known.Time, folder.Known.Memory
	entry.Submission.Standards, entry.Submission.Defines = judge.Standards, nil
	p.Submissions[0] = entry.Submission
	return nil
}

// judgeOf is the online judge that judge.yaml names or, without it, the one from whose page the problem was received,
// or else the user's usual one.
func (a *app) judgeOf(folder *loose.Folder) (problem.OnlineJudge, error) {
	judges, err := judgesHere()
	if err != nil {
		return problem.OnlineJudge{}, err
	}
	judge, id, known := problem.JudgeOf(judges, folder.Page)
	keys := slices.Sorted(maps.Keys(judges))
	file := filepath.Join(folder.Program.Dir, "judge.yaml")
	key, from := folder.Settings.Judge, file
	if key == "" && !known {
		key, from = a.config.Judge, "config.yaml"
	}
	switch {
	case key != "":
		asked, ok := judges[key]
		if !ok {
			return judge, fmt.Errorf("judge: %s in %s: no such online judge is known%s", key, from,
				strictyaml.Instead(key, keys))
		}
		if asked.Key != judge.Key {
			id = ""
		}
		judge = asked
	case !known:
		return judge, fmt.Errorf("which online judge takes %s? name it in %s, with its id there: judge: %s; known "+
			"are %s", folder.Program.Name, file, keys[0], strings.Join(keys, ", "))
	}
	id = cmp.Or(folder.Settings.ID, id)
	if err := checkID(file, judge, id); err != nil {
		return judge, err
	}
	return judge.Of(id, ""), nil
}

// checkID is an error if no page of the judge has the id: without one it is not known where to paste a file.
func checkID(file string, judge problem.OnlineJudge, id string) error {
	known := map[string]problem.OnlineJudge{judge.Key: judge}
	if _, inPage, ok := problem.JudgeOf(known, id); ok && inPage != "" {
		return fmt.Errorf("%s: id: %s: give the id alone: id: %s", file, id, inPage)
	}
	_, again, _ := problem.JudgeOf(known, judge.PageOf(id))
	switch {
	case id == "" && judge.Page != "":
		return fmt.Errorf("%s: which problem of %s? give its id there, id: ID, as in %s", file, judge.Name, judge.Page)
	case id != "" && judge.Page != "" && again != id || strings.ContainsFunc(id, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_-.", r))
	}):
		return fmt.Errorf("%s: id: %s: no page of %s has such an id; give it as in %s", file, id, judge.Name,
			judge.Page)
	}
	return nil
}
