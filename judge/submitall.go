package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/tell/terminal"
)

// submitAll checks the solutions that the patterns name, and prints a table of them.
func (a *app) submitAll(ctx context.Context, patterns []string) error {
	selected, err := a.entries(ctx, "", patterns)
	if err != nil {
		return err
	}
	var entries []grade.Entry
	for _, e := range selected {
		if e.Submission.Solution && e.Problem.Judge.Key != "" {
			e.Tests = e.Problem.Tests
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
	a.say("%d of %s would be let through", ready, count(len(entries), "solution"))
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
