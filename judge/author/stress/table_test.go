package stress_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
)

var table = flag.String("table", "", "look for inputs on which this project's wrong programs fail, those whose "+
	"names contain this (/ for all), and print a table")

// TestTable asks for each wrong program of this project how long it takes to find an input on which it fails, and how
// small that becomes. It takes minutes:
//
//	go test ./judge/author/stress -run Table -table / -v
func TestTable(t *testing.T) {
	if *table == "" {
		t.Skip("takes minutes; run it with -table /")
	}
	ctx := context.Background()
	set, err := problem.LoadPrograms(problem.Tree("../../.."), nil)
	judgetest.Check(t, err)
	box, err := backend.Open(sandbox.Options{})
	judgetest.Check(t, err)
	defer box.Close()
	cache, err := compile.OpenCache("", box)
	judgetest.Check(t, err)
	defer cache.Close()
	fmt.Printf("%-45s %-5s %7s %6s %7s %6s %6s %7s  %s\n", "program", "kind", "seconds", "test", "tests/s", "before",
		"after", "seconds", "1-minimal")
	programs, found, minimal := 0, 0, 0
	for _, p := range set.Problems {
		if !slices.Contains([]string{"hdu5046", "poj3074", "poj3076", "spojnqueen", "zoj3122"}, p.Name) {
			continue
		}
		commands, err := stress.Commands(p)
		judgetest.Check(t, err)
		right := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Path == "accepted/dlx" })
		for _, s := range p.Submissions {
			name := p.Name + "/" + s.Name
			if s.Solution || !strings.Contains(name, *table) {
				continue
			}
			programs++
			session, err := stress.Open(ctx, stress.Pair{Problem: p, A: s, B: p.Submissions[right]},
				slices.Clone(commands), stress.Options{
					Seed: 1, Time: time.Minute, Jobs: 4, Sandbox: box, Cache: cache,
				})
			judgetest.Check(t, err)
			f, err := session.Search(ctx)
			if err == nil && f != nil {
				err = session.Shrink(ctx, f)
			}
			stats := session.Stats()
			judgetest.Check(t, err)
			judgetest.Check(t, session.Close())
			if f == nil {
				fmt.Printf("%-45s nothing in %d tests, %.1f seconds\n", name, stats.Tests, stats.Elapsed.Seconds())
				continue
			}
			if f.Elapsed < 10*time.Second {
				found++
			}
			said := "no"
			if f.Shrunk.Minimal {
				minimal++
				said = "yes"
			}
			fmt.Printf("%-45s %-5s %7.2f %6d %7.0f %6d %6d %7.1f  %s\n", name, f.Kind, f.Elapsed.Seconds(), f.Test,
				float64(stats.Tests)/f.Elapsed.Seconds(),
				f.Before, len(f.Input), f.Shrunk.Elapsed.Seconds(), said)
			if len(f.Input) < 60 {
				fmt.Printf("    %q\n", f.Input)
			}
		}
	}
	fmt.Printf("%d programs, %d found within 10 seconds, %d 1-minimal\n", programs, found, minimal)
}
