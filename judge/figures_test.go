package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/solutions/solutiontest"
)

// ladderRecord reads the record behind a problem's chart.
func ladderRecord(t *testing.T, problem string) *record.Record {
	t.Helper()
	r, err := record.Read("../bench/charts/" + problem + ".txt")
	judgetest.Check(t, err)
	return r
}

// TestLadders: the tables of README.md and bench/README.md show what the records in bench/charts say. With -update,
// they are written from the records. The rungs are those of the ladder that a record has. As links is a side step from
// dlx, it is left out. The programs and the model of zoj3122 are those of poj3076.
func TestLadders(t *testing.T) {
	order, err := problem.Ladder(problem.Tree(".."))
	judgetest.Check(t, err)
	var problems []string
	records := make(map[string]*record.Record)
	measured := make(map[record.Program]bool)
	for _, name := range solutiontest.Problems() {
		if name == "zoj3122" {
			continue
		}
		problems, records[name] = append(problems, name), ladderRecord(t, name)
		for p := range records[name].Languages {
			measured[p], measured[record.Program{Solution: p.Solution}] = true, true
		}
	}
	rungs := slices.DeleteFunc(order, func(rung string) bool {
		return rung == "links" || !measured[record.Program{Solution: rung}]
	})
	steps := "| problem | record | a case with `" + rungs[0] + "` | → `" + strings.Join(rungs[1:], "` | → `") +
		"` | together |\n|---|---|" + strings.Repeat("---:|", len(rungs)+1) + "\n"
	costs := "| workload | `" + strings.Join(rungs, "` | `") + "` |\n|---|" + strings.Repeat("---:|", len(rungs)) + "\n"
	three := "| on 9×9 sudokus (`poj3074`) | times as fast |\n|---|---:|\n"
	for _, name := range problems {
		r := records[name]
		has := slices.DeleteFunc(slices.Clone(rungs), func(rung string) bool {
			return !measured[record.Program{Problem: name, Solution: rung}]
		})
		l, err := compare.Solutions(r, name, has, nil)
		judgetest.Check(t, err)
		var report strings.Builder
		judgetest.Check(t, reports.Ladder(&report, l, terminal.Style{}))
		rows, _, _ := strings.Cut(report.String(), "\n\n")
		workload, cells := "", make(map[string][]string) // the figures of each workload and rung, from right to left
		for line := range strings.Lines(rows) {
			if !strings.HasPrefix(line, " ") {
				workload, _, _ = strings.Cut(line, " ")
				continue
			}
			row := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(line), -1)
			if row[0] == rungs[0] {
				row = append(row, "", "") // it is not compared with another
			}
			key := workload + "/" + row[0]
			slices.Reverse(row)
			cells[key] = row
		}
		columns := func(workload string, rungs []string, cell func(row []string) string) (columns string) {
			for _, rung := range rungs {
				if row := cells[workload+"/"+rung]; row != nil {
					columns += " " + cell(row) + " |"
				} else {
					columns += " – |"
				}
			}
			return columns + "\n"
		}
		steps += fmt.Sprintf("| `%s` | %.8s, %s | %s |", name, r.Run.Commit, r.Run.Date.Format("2 January"),
			cells["all/"+rungs[0]][2])
		steps += strings.TrimSuffix(columns("all", rungs[1:], func(row []string) string { return row[1] }), "\n")
		steps += " " + cells["all/"+has[len(has)-1]][0] + " |\n"
		if name == "poj3074" {
			three += fmt.Sprintf("| `dlx` instead of plain backtracking | %s |\n"+
				"| links instead of arrays, on the same search tree | %s |\n| bitsets instead of `dlx` | %s |",
				cells["all/dlx"][0], cells["all/knuth"][1], cells["all/bits"][1])
		}
		for _, s := range l.Sections {
			workload := strings.TrimPrefix(s.Name, "workload/")
			costs += fmt.Sprintf("| `%s` %s |", name, workload)
			costs += columns(workload, rungs, func(row []string) string {
				return row[2] + strings.TrimSuffix(" ("+row[4]+")", " (~)") // nodes of other cases are not shown
			})
		}
	}
	const first = "../README.md"
	judgetest.Golden(t, first, replaced(t, judgetest.Read(t, first), "| on 9×9 sudokus", "\n\n", three))
	const path = "../bench/README.md"
	text := replaced(t, judgetest.Read(t, path), "| problem | record |", "\n\n", strings.TrimSuffix(steps, "\n"))
	judgetest.Golden(t, path, replaced(t, text, "| workload |", "\n\n", strings.TrimSuffix(costs, "\n")))
}

// replaced returns a text with the part from begin up to end replaced.
func replaced(t *testing.T, text, begin, end, part string) string {
	t.Helper()
	before, rest, found := strings.Cut(text, begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("no %q with %q after it", begin, end)
	}
	return before + part + end + after
}

// TestClaims: what the papers say of two rungs is what the records say. A comment after such a sentence repeats it for
// this test. "poj3074 poj3076, few: knuth beats smallest" means that knuth is faster on the workload few of both
// problems; "all" are all workloads.
func TestClaims(t *testing.T) {
	comment := regexp.MustCompile(`(?s)<!-- The records must confirm this \(TestClaims\):\n(.*?)-->`)
	claim := regexp.MustCompile(`^([\w ]+), (\w+): (\w+) beats (\w+)$`)
	found := 0
	for _, paper := range []string{"README.md", "bench/README.md", "solutions/README.md"} {
		for _, block := range comment.FindAllStringSubmatch(judgetest.Read(t, filepath.Join("..", paper)), -1) {
			for line := range strings.Lines(block[1]) {
				m := claim.FindStringSubmatch(strings.TrimSpace(line))
				if m == nil {
					t.Errorf("%s: not a claim: %s", paper, line)
					continue
				}
				for _, problem := range strings.Fields(m[1]) {
					found++
					if r := stepOf(t, problem, m[2], m[4], m[3]); r == nil {
						t.Errorf("%s: %s has no workload %s", paper, problem, m[2])
					} else if !r.Different || r.Times < 1 {
						t.Errorf("%s: %s: %.3g times as fast (%.3g to %.3g) on %s", paper, strings.TrimSpace(line),
							r.Times, r.Lo, r.Hi, problem)
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("no claims found")
	}
}

// stepOf returns how many times faster the second rung is than the first on a workload, or nil without that workload.
func stepOf(t *testing.T, problem, workload, first, second string) *compare.Ratio {
	t.Helper()
	l, err := compare.Solutions(ladderRecord(t, problem), problem, []string{first, second}, nil)
	judgetest.Check(t, err)
	for _, s := range l.Sections {
		if s.Name == "workload/"+workload {
			return s.Rungs[1].Before
		}
	}
	if workload == "all" && l.All != nil {
		return l.All.Rungs[1].Before
	}
	return nil
}
