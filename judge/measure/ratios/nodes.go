package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/problem"
)

// nodes prints how many nodes of search the work of the table search takes, for each row of its boards.
func (b *bench) nodes(ctx context.Context) error {
	if !b.only.MatchString(search.title) {
		return nil
	}
	fmt.Fprintf(b.out, "\n%s (%s)\n", search.title, search.generator)
	p, err := b.problem(search.problem)
	if err != nil {
		return err
	}
	cases, err := b.generate(ctx, p, search.generator)
	if err != nil {
		return err
	}
	rows := 0
	for _, board := range cases {
		n := 0
		if _, err := fmt.Sscan(board, &n); err != nil {
			return err
		}
		rows += n
	}
	input, err := b.write(p.Name, cases)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Solution && s.Name == search.approach })
	if i < 0 {
		b.print(row{label: search.approach, skipped: "there is no such solution"})
		return nil
	}
	dir := filepath.Join(b.scratch, "counted")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	function := count.Search(p, search.approach)
	program, err := count.Build(ctx, b.cache, p.Submissions[i].Source, function)
	if err != nil {
		return err
	}
	counts, err := program.Run(ctx, problem.Test{Input: input}, filepath.Join(dir, "output"), longest)
	var unknown *count.UnknownError
	switch {
	case errors.As(err, &unknown):
		b.print(row{label: search.approach, skipped: unknown.Reason})
		return nil
	case err != nil:
		return err
	case !counts.HasNodes:
		b.print(row{label: search.approach, skipped: "it has no function " + function})
		return nil
	}
	each := float64(counts.Nodes) / float64(rows)
	b.print(row{
		label: search.approach, said: fmt.Sprintf("%d nodes / %d rows = %.2f", counts.Nodes, rows, each),
		goal: fmt.Sprintf("≤ %g", search.most), reached: each <= search.most,
	})
	return nil
}
