package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

// queensRecord has 12 tests, of which backtrack solves 9, and 3 inputs of each of 6 sizes, of which it solves the small ones.
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
		test := fmt.Sprintf("secret/a/%02d", i*5%12) // not in order of their times
		add(record.Key{Problem: "queens", Solution: "dlx", Test: test}, 1e6*math.Pow(1.4, float64(i)), 100)
		add(record.Key{Problem: "queens", Solution: "backtrack", Test: test}, 0.8e6*math.Pow(2.4, float64(i)), 100)
	}
	for size := 8; size <= 28; size += 4 {
		for n := range 3 {
			nodes := math.Pow(1.2, float64(size+n))
			add(record.Key{Problem: "queens", Solution: "dlx", Test: fmt.Sprintf("secret/size-%d/%d", size, n)}, 1e6+100*nodes, nodes)
			slow := math.Pow(2, float64(size+n))
			add(record.Key{Problem: "queens", Solution: "backtrack", Test: fmt.Sprintf("secret/size-%d/%d", size, n)}, 1e6+20*slow, slow)
		}
	}
	return r
}

// drawing is what a test asks of an SVG: its words and its lines, wherever the plotting library puts them.
type drawing struct {
	words []string // sorted
	paths []path
}

// path is one line of an SVG.
type path struct {
	style  string
	points plotter.XYs
}

var point = regexp.MustCompile(`[ML](-?[0-9.]+),(-?[0-9.]+)`)

func drawn(t *testing.T, draw func(io.Writer) error) drawing {
	t.Helper()
	var svg bytes.Buffer
	if err := draw(&svg); err != nil {
		t.Fatal(err)
	}
	var d drawing
	text := false
	for decoder := xml.NewDecoder(&svg); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			slices.Sort(d.words)
			return d
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			text = token.Name.Local == "text"
			if token.Name.Local == "path" {
				d.paths = append(d.paths, readPath(t, token.Attr))
			}
		case xml.CharData:
			if text {
				d.words = append(d.words, string(token))
			}
		case xml.EndElement:
			text = false
		}
	}
}

func readPath(t *testing.T, attributes []xml.Attr) path {
	var p path
	for _, a := range attributes {
		switch a.Name.Local {
		case "style":
			p.style = a.Value
		case "d":
			for _, m := range point.FindAllStringSubmatch(a.Value, -1) {
				x, errX := strconv.ParseFloat(m[1], 64)
				y, errY := strconv.ParseFloat(m[2], 64)
				if errX != nil || errY != nil {
					t.Fatalf("path %s: %v, %v", a.Value, errX, errY)
				}
				p.points = append(p.points, plotter.XY{X: x, Y: y})
			}
		}
	}
	return p
}

// curves are the lines in a colour and dashes that have more points than the line of a legend, each as its number of points.
func (d drawing) curves(colour, dashes string) (lengths []int) {
	for _, p := range d.paths {
		_, rest, dashed := strings.Cut(p.style, "stroke-dasharray:")
		here, _, _ := strings.Cut(rest, ";")
		if strings.Contains(p.style, "stroke:"+colour) && dashed == (dashes != "") && here == dashes && len(p.points) > 2 {
			lengths = append(lengths, len(p.points))
		}
	}
	return lengths
}

const dlxColour, backtrackColour = "#0072B2", "#D55E00"

// TestCactus: the words, a curve for each solution with a point for each test that it solves, and dashes that tell the curves
// apart without colour.
func TestCactus(t *testing.T) {
	d := drawn(t, func(w io.Writer) error { return Cactus(w, queensRecord(), "queens", []string{"dlx", "backtrack"}) })
	words := slices.DeleteFunc(d.words, func(word string) bool { _, err := strconv.Atoi(word); return err == nil }) // of the x axis
	want := []string{
		"1 ms", "1 s", "10 ms", "10 s", "100 ms", "100 µs", "CPU time for each test", "Tests of queens solved within a time",
		"backtrack (9 of 12)", "dlx (12 of 12)", "tests solved", "time limit", "twice an empty program: below, mostly start-up",
	}
	if diff := cmp.Diff(want, words); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := d.curves(dlxColour, ""); !slices.Equal(got, []int{12}) {
		t.Errorf("curves of dlx with %v points", got)
	}
	if got := d.curves(backtrackColour, "6,3"); !slices.Equal(got, []int{9}) {
		t.Errorf("curves of backtrack with %v points", got)
	}
	marks := 0
	for _, p := range d.paths {
		if strings.Contains(p.style, "fill:"+dlxColour) {
			marks++
		}
	}
	if marks != 12+1 { // one in the legend
		t.Errorf("dlx has %d marks", marks)
	}
	for _, dashes := range []string{"1,2", "4,2,1,2"} { // of the time limit and of the start-up time
		if !slices.ContainsFunc(d.paths, func(p path) bool { return strings.HasSuffix(p.style, "stroke-dasharray:"+dashes) }) {
			t.Errorf("no line is dashed %s", dashes)
		}
	}
	// The times of dlx grow by a constant factor, which is a straight line on a logarithmic axis.
	for _, p := range d.paths {
		if !strings.Contains(p.style, "stroke:"+dlxColour) || len(p.points) != 12 {
			continue
		}
		first, last := p.points[0], p.points[11]
		for i, at := range p.points {
			x, y := first.X+(last.X-first.X)*float64(i)/11, first.Y+(last.Y-first.Y)*float64(i)/11
			if math.Abs(at.X-x) > 0.01*(last.X-first.X) || math.Abs(at.Y-y) > 0.01*(last.Y-first.Y) {
				t.Errorf("test %d is drawn at %v, want %.2f, %.2f", i+1, at, x, y)
			}
		}
	}
}

// TestGrowth: the words, labels of the sizes included, and in both panels a curve for each solution with a point for each size
// that it solves.
func TestGrowth(t *testing.T) {
	d := drawn(t, func(w io.Writer) error {
		return Growth(w, queensRecord(), "queens", []string{"dlx", "backtrack"}, "rows of the board")
	})
	want := []string{
		"1", "1 G", "1 M", "1 k", "1 ms", "1 s", "10", "10 M", "10 k", "10 ms", "10 s", "100", "100 M", "100 k", "100 ms",
		"12", "12", "16", "16", "20", "20", "24", "24", "28", "28", "8", "8", "CPU time (median)", "How queens grows: search nodes",
		"How queens grows: time", "backtrack", "backtrack", "backtrack was stopped: it takes longer", "dlx", "dlx",
		"rows of the board", "rows of the board", "search nodes (median)", "twice an empty program: below, mostly start-up",
	}
	if diff := cmp.Diff(want, d.words); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := d.curves(dlxColour, ""); !slices.Equal(got, []int{6, 6}) {
		t.Errorf("curves of dlx with %v points", got)
	}
	// Backtrack is stopped on the largest inputs. Their nodes are as unknown as their times.
	if got := d.curves(backtrackColour, "6,3"); !slices.Equal(got, []int{5, 5}) {
		t.Errorf("curves of backtrack with %v points", got)
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
