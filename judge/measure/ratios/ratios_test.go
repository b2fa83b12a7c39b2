package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/problem"
)

var update = flag.Bool("update", false, "write testdata/table.golden")

func TestTable(t *testing.T) {
	const startUp = 0.0005
	var b bytes.Buffer
	for _, r := range []row{
		duel{a: []float64{1.25, 1.3, 1.1}, b: []float64{0.2, 0.2, 0.2}}.row("yardstick / dlx", 6, startUp),
		duel{a: []float64{1.2, 1.3, 1.1}, b: []float64{0.2, 0.22, 0.2}}.row("yardstick / bits", 20, startUp),
		duel{a: []float64{0.5, 0.5}, b: []float64{0.0009, 0.0008}}.row("dlx / bits", 0, startUp),
		duel{a: []float64{0.0009, 0.0008}, b: []float64{0.5, 0.5}}.row("backtrack / dlx", 0, startUp),
		{label: "yardstick / links", skipped: "no yardsticks are given", goal: "≥ 3"},
		worst{first: 511, cases: 1, seconds: 0.0042}.row("bits", 0.005, 250),
		worst{first: 511, cases: 1, seconds: 0.0142}.row("dlx", 0.005, 250),
		worst{first: 0, cases: 8, seconds: 0.0039}.row("bits", 0.005, 250),
		worst{first: 250, cases: 1, seconds: 2, stopped: true}.row("dlx", 0.02, 250),
		worst{first: 250, cases: 4, seconds: 2, stopped: true}.row("dlx", 0, 250),
	} {
		b.WriteString(r.String() + "\n")
	}
	golden := filepath.Join("testdata", "table.golden")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMedian(t *testing.T) {
	for want, values := range map[float64][]float64{7: {7}, 2: {3, 1, 2}, 2.5: {4, 1, 3, 2}} {
		before := append([]float64(nil), values...)
		if got := median(values); got != want || !cmp.Equal(before, values) {
			t.Errorf("%v: got %v and %v, want %v", before, got, values, want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for want, s := range map[string]float64{"1.40s": 1.4, "1.00s": 0.9999, "174ms": 0.1744, "83.4ms": 0.0834, "3.90ms": 0.0039, "1.00ms": 0.000999999, "481µs": 0.000481, "0µs": 0} {
		if got := seconds(s); got != want {
			t.Errorf("%v: got %s, want %s", s, got, want)
		}
	}
}

// The runs are made up: a file takes as long as its cases, of which one is slow, and a start-up.
func TestSlowest(t *testing.T) {
	const startUp = 0.001
	for name, test := range map[string]struct {
		cases  map[int]float64 // that take longer than the others
		n      int
		enough float64
		stop   float64
		want   worst
		runs   int // no more than these
	}{
		"one slow case":          {cases: map[int]float64{77: 1}, n: 100, enough: 0.01, stop: 9, want: worst{first: 77, cases: 1, seconds: 1.001}, runs: 7 + 8 + 4},
		"the slower of two":      {cases: map[int]float64{3: 1, 4: 1.5}, n: 100, stop: 9, want: worst{first: 4, cases: 1, seconds: 1.501}, runs: 7 + 8 + 4},
		"none is too slow":       {n: 100, enough: 0.02, stop: 9, want: worst{cases: 16, seconds: 0.017}, runs: 7},
		"one that is stopped":    {cases: map[int]float64{40: 100}, n: 100, enough: 0.01, stop: 2, want: worst{first: 40, cases: 1, seconds: 2, stopped: true}, runs: 7 + 8},
		"fewer than fit a file":  {cases: map[int]float64{1: 1}, n: 3, enough: 0.001, stop: 9, want: worst{first: 1, cases: 1, seconds: 1.001}, runs: 1 + 4 + 4},
		"all alike, of too many": {n: 10000, stop: 9, want: worst{cases: 8, seconds: 0.009}, runs: 625 + 2000},
	} {
		t.Run(name, func(t *testing.T) {
			runs := 0
			got, err := slowest(test.n, test.enough, func(first, cases int) (float64, bool, error) {
				runs++
				took := startUp
				for i := first; i < first+cases; i++ {
					if slow, ok := test.cases[i]; ok {
						took += slow
					} else if len(test.cases) == 0 {
						took += 0.001
					}
				}
				return min(took, test.stop), took > test.stop, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			got.seconds = float64(int(got.seconds*1e6+0.5)) / 1e6
			if name == "all alike, of too many" { // which of them is told does not matter
				if got.seconds < 0.009 || got.cases == 1 {
					t.Errorf("got %+v, want several cases together", got)
				}
			} else if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if runs > test.runs {
				t.Errorf("%d runs, want at most %d", runs, test.runs)
			}
		})
	}
}

// What is split and joined again is the same input, up to empty lines.
func TestFormats(t *testing.T) {
	grid := strings.Repeat("A---\n", 16)
	for name, input := range map[string]string{
		"poj3074":    "1...\n2...\nend\n",
		"poj3076":    grid + "\n" + grid,
		"spojnqueen": "4 0 0 0 0\n8 2 0 0 0 4 0 0 0\n",
		"hdu5046":    "2\n1 1\n0 0\n2 1\n0 0\n4 0\n",
	} {
		cases := formats[name].split(input)
		if len(cases) != 2 {
			t.Errorf("%s: %d cases, want 2: %q", name, len(cases), cases)
		}
		if got := formats[name].join(cases); got != input {
			t.Errorf("%s: got %q, want %q", name, got, input)
		}
	}
}

func TestRepeats(t *testing.T) {
	for _, test := range []struct {
		a, b float64
		want int
	}{{0.101, 0.101, 2}, {0.3, 0.201, 1}, {0.0125, 0.1, 18}, {0.0005, 0.001, 2000}, {0.002, 1, 3}, {0.002, 5, 1}} {
		if got := repeats(0.001, test.a, test.b); got != test.want {
			t.Errorf("%v s and %v s: × %d, want × %d", test.a, test.b, got, test.want)
		}
	}
}

func TestMatches(t *testing.T) {
	all := []contender{{name: "backtrack"}, {name: "bits"}, {name: "dlx"}, {name: "quick", yardstick: true}, {name: "slow", yardstick: true}}
	took := map[string]float64{"quick": 1, "slow": 2}
	labels := func(all []contender) string {
		var text []string
		for _, m := range matches(work{goals: goals{"dlx": 6, "backtrack": 3}}, all, took, "none") {
			text = append(text, strings.TrimSpace(m.label()+" "+m.skipped))
		}
		return strings.Join(text, "; ")
	}
	if got, want := labels(all), "yardstick / backtrack none; quick / bits; quick / dlx; backtrack / dlx; dlx / bits"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := labels(all[:3]), "yardstick / backtrack none; yardstick / dlx none; backtrack / dlx; dlx / bits"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Yardsticks are known by the problem's id in their names, lists by a generator's.
func TestGiven(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"s1_3074": 0o755, "s2_poj3074.txt": 0o644, "s3_nqueen": 0o755, "sudoku9-hard.txt": 0o644, "other.txt": 0o644} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("1...\n2...\nend\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	b := &bench{options: options{yardsticks: dir, lists: dir}}
	for id, want := range map[string]string{"3074": "s1_3074", "NQUEEN": "s3_nqueen", "5046": ""} {
		p := &problem.Problem{Judge: problem.OnlineJudge{ID: id}}
		found, err := b.yardsticksFor(p)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range found {
			got += c.name
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	lists, err := b.listed()
	if err != nil {
		t.Fatal(err)
	}
	if len(lists) != 1 || lists[0].title != "sudoku9-hard.txt" || len(lists[0].cases) != 2 || lists[0].goals["dlx"] != works[0].goals["dlx"] {
		t.Errorf("got %+v, want one work on sudoku9-hard.txt", lists)
	}
}

// One work of this checkout, from the generator to the rows.
func TestRun(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs go on the PATH: ", err)
	}
	var b bytes.Buffer
	if err := run(t.Context(), &b, []string{"-root", filepath.Join("..", "..", ".."), "-only", "^airports, small$"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"an empty Go program takes ", "\nairports, small (airports -seed 2 ", " · backtrack / dlx ", "skipped: none is given", " hdu5046/dlx ", "\nDONE "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
	if err := run(t.Context(), &b, []string{"-pairs", "4"}); err == nil || !strings.Contains(err.Error(), "-pairs of 5 or more") {
		t.Errorf("4 pairs: got %v", err)
	}
}
