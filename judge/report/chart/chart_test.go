package chart

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

var update = flag.Bool("update", false, "write the golden files")

// record has 12 tests, of which backtrack solves 9, and 3 inputs of each of 6 sizes, of which it solves the small ones.
func queensRecord() *record.Record {
	r := &record.Record{Path: "r.txt", Languages: map[record.Program]string{{Problem: "queens", Solution: "dlx"}: "go"}}
	add := func(k record.Key, cpu, nodes float64) {
		if cpu > 1.5e9 {
			r.Bounds = append(r.Bounds, record.Bound{Key: k, CPU: 1500 * time.Millisecond})
			return
		}
		for range 6 {
			r.Samples = append(r.Samples, record.Sample{Key: k, Runs: 1, Values: map[record.Unit]float64{record.CPU: cpu, record.Nodes: nodes, record.Statements: 9 * nodes}})
		}
	}
	add(record.StartUp("go"), 0.7e6, 1)
	for i := range 12 {
		test := fmt.Sprintf("secret/a/%02d", i)
		add(record.Key{Problem: "queens", Solution: "dlx", Test: test}, 1e6*math.Pow(1.4, float64(i)), 100)
		add(record.Key{Problem: "queens", Solution: "backtrack", Test: test}, 0.8e6*math.Pow(2.4, float64(i)), 100)
	}
	for size := 8; size <= 28; size += 4 {
		for n := range 3 {
			nodes := math.Pow(1.2, float64(size+n))
			add(record.Key{Problem: "queens", Solution: "dlx", Test: record.SizeTest(size, n)}, 1e6+100*nodes, nodes)
			slow := math.Pow(2, float64(size+n))
			add(record.Key{Problem: "queens", Solution: "backtrack", Test: record.SizeTest(size, n)}, 1e6+20*slow, slow)
		}
	}
	return r
}

func TestCharts(t *testing.T) {
	names := []string{"dlx", "backtrack"}
	for name, draw := range map[string]func(io.Writer) error{
		"cactus.svg": func(w io.Writer) error { return Cactus(w, queensRecord(), "queens", names) },
		"growth.svg": func(w io.Writer) error { return Growth(w, queensRecord(), "queens", names, "rows of the board") },
	} {
		var got bytes.Buffer
		if err := draw(&got); err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal(got.Bytes(), new(struct{})); err != nil {
			t.Errorf("%s is not well formed: %v", name, err)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is drawn differently; look at it and, if it is better, write it with: go test ./judge/report/chart -update", name)
		}
	}
}

// TestWithoutColour: curves differ in their dashes, too, and the axes say what they show.
func TestWithoutColour(t *testing.T) {
	var cactus, growth strings.Builder
	if err := Cactus(&cactus, queensRecord(), "queens", []string{"dlx", "backtrack"}); err != nil {
		t.Fatal(err)
	}
	if err := Growth(&growth, queensRecord(), "queens", []string{"dlx", "backtrack"}, "rows of the board"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"stroke-dasharray", "Tests of queens solved within a time", "tests solved", "CPU time for each test", "dlx (12 of 12)", "backtrack (9 of 12)", "time limit", "mostly start-up", ">100 ms<"} {
		if !strings.Contains(cactus.String(), want) {
			t.Errorf("the cactus plot does not show %q", want)
		}
	}
	for _, want := range []string{"stroke-dasharray", "How queens grows: search nodes", "rows of the board", "search nodes (median)", "CPU time (median)", "mostly start-up", "backtrack was stopped: it takes longer"} {
		if !strings.Contains(growth.String(), want) {
			t.Errorf("the growth plot does not show %q", want)
		}
	}
}

// TestStopped: a size of which most inputs were stopped has no point, and one of which few were has the median of all.
func TestStopped(t *testing.T) {
	inputs := make(map[sized][]compare.Result)
	for _, result := range compare.Results(queensRecord(), "queens") {
		if size, ok := result.Size(); ok {
			at := sized{result.Solution, size}
			inputs[at] = append(inputs[at], result)
		}
	}
	points := medians(inputs, "backtrack", seconds)
	last := points[len(points)-1]
	// 2²⁵ nodes take 0.67 s and 2²⁶ 1.34 s; 2²⁷ and more are stopped. So of size 24 two of three are known, of 28 none.
	if last.X != 24 || math.Abs(last.Y-(0.001+20e-9*math.Pow(2, 25))) > 1e-9 {
		t.Errorf("the last point is %+v", last)
	}
	if got := limits(inputs, "backtrack"); len(got) != 1 || got[0] != (plotter.XY{X: 28, Y: 1.5}) {
		t.Errorf("stopped at %+v", got)
	}
	if got := limits(inputs, "dlx"); len(got) > 0 {
		t.Errorf("dlx was stopped at %+v", got)
	}
}

// TestFewPointsManyCurves: points of one height need an axis all the same, and a legend never takes it all.
func TestFewPointsManyCurves(t *testing.T) {
	r := &record.Record{Path: "r.txt"}
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprint("s", i))
		for _, test := range []string{"secret/a/1", record.SizeTest(8, 1)} {
			r.Samples = append(r.Samples, record.Sample{Key: record.Key{Problem: "queens", Solution: names[i], Test: test}, Runs: 1, Values: map[record.Unit]float64{record.CPU: 1e6, record.Nodes: 10}})
		}
	}
	for _, names := range [][]string{names[:1], names} {
		if err := Cactus(io.Discard, r, "queens", names); err != nil {
			t.Error(err)
		}
		if err := Growth(io.Discard, r, "queens", names, "rows"); err != nil {
			t.Error(err)
		}
	}
}

func TestNothingToDraw(t *testing.T) {
	r := &record.Record{Path: "r.txt"}
	if err := Cactus(io.Discard, r, "queens", []string{"dlx"}); err == nil || err.Error() != "r.txt has no times of queens to draw" {
		t.Errorf("cactus: %v", err)
	}
	if err := Growth(io.Discard, r, "queens", []string{"dlx"}, "n"); err == nil || !strings.HasPrefix(err.Error(), "r.txt has no inputs of queens by size") {
		t.Errorf("growth: %v", err)
	}
}
