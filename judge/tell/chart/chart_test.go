package chart

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// queensRecord has 12 tests, an input of 100 cases of each of 6 sizes, and 2 workloads. backtrack solves 9 of the
// tests, the small inputs, and one workload.
func queensRecord() *record.Record {
	r := &record.Record{
		Path:    "r.txt",
		Run:     record.Run{Commit: "0123456789abcdef", Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		Machine: record.Machine{CPU: "A Processor (R)", Cores: "2", GOOS: "linux", GOARCH: "amd64"},
		Languages: map[record.Program]string{{Problem: "queens", Solution: "dlx"}: "go",
			{Problem: "queens", Solution: "backtrack"}: "go"},
	}
	add := func(k record.Key, cpu, nodes float64) {
		if cpu > 1.5e9 {
			r.Bounds = append(r.Bounds, record.Bound{Key: k, CPU: 1500 * time.Millisecond})
			return
		}
		for i := range 6 { // the samples scatter by 15%
			time := cpu * (1 + 0.06*(float64(i)-2.5))
			r.Samples = append(r.Samples, record.Sample{Key: k, Runs: 1,
				Values: map[record.Unit]float64{record.CPU: time, record.Nodes: nodes, record.Statements: 9 * nodes}})
		}
	}
	add(record.StartUp("go"), 0.7e6, 1)
	for i := range 12 {
		test := fmt.Sprintf("secret/a/%02d", i*5%12) // not in order of their times
		add(record.Key{Problem: "queens", Solution: "dlx", Test: test}, 1e6*math.Pow(1.4, float64(i)), 100)
		add(record.Key{Problem: "queens", Solution: "backtrack", Test: test}, 0.8e6*math.Pow(2.4, float64(i)), 100)
	}
	for size := 8; size <= 28; size += 4 {
		nodes, slow := 100*math.Pow(1.2, float64(size)), 100*math.Pow(2, float64(size))
		test := fmt.Sprintf("growth/%d/100", size)
		add(record.Key{Problem: "queens", Solution: "dlx", Test: test}, 0.7e6+100*nodes, nodes)
		add(record.Key{Problem: "queens", Solution: "backtrack", Test: test}, 0.7e6+20*slow, slow)
	}
	for name, times := range map[string][]float64{"easy": {0.02e6, 0.5e6}, "hard": {0.3e6, 800e6}} {
		add(record.Key{Problem: "queens", Solution: "dlx", Test: "workload/" + name + "/100"}, 0.7e6+100*times[0],
			100)
		add(record.Key{Problem: "queens", Solution: "backtrack", Test: "workload/" + name + "/100"},
			0.7e6+100*times[1], 100)
	}
	// a prefix, which does not count
	add(record.Key{Problem: "queens", Solution: "dlx", Test: "workload/easy/50"}, 0.7e6+50*9e6, 100)
	return r
}

// The charts of the record.
var charts = map[string]func(io.Writer, Format, *record.Record, []string) error{
	"growth": func(w io.Writer, f Format, r *record.Record, names []string) error {
		return Growth(w, f, r, "queens", names, "rows of the board")
	},
	"ladder": func(w io.Writer, f Format, r *record.Record, names []string) error {
		l, err := compare.Solutions(r, "queens", names, nil)
		if err != nil {
			return err
		}
		return Ladder(w, f, l)
	},
}

var both = []string{"dlx", "backtrack"}

// tenths rounds to one digit after the point, since processors may differ in the others.
func tenths(svg []byte) string {
	return regexp.MustCompile(`[0-9]+\.[0-9]+`).ReplaceAllStringFunc(string(svg), func(text string) string {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return text
		}
		return strconv.FormatFloat(v, 'f', 1, 64)
	})
}

// TestGolden: open the files to see them; go test -update writes them.
func TestGolden(t *testing.T) {
	for name, draw := range charts {
		d := drawn(t, func(w io.Writer) error { return draw(w, SVG, queensRecord(), both) })
		judgetest.Golden(t, "testdata/"+name+".svg", tenths(d.svg))
	}
}

// TestTooShort: a run that takes no longer than an empty program has a label, but no dot.
func TestTooShort(t *testing.T) {
	r := &record.Record{Samples: []record.Sample{
		{Key: record.Key{Problem: "queens", Solution: "dlx", Test: "workload/easy/9"}, Runs: 1,
			Values: map[record.Unit]float64{record.CPU: 1e6}},
		{Key: record.StartUp("go"), Runs: 1, Values: map[record.Unit]float64{record.CPU: 2e6}},
	}, Languages: map[record.Program]string{{Problem: "queens", Solution: "dlx"}: "go"}}
	d := drawn(t, func(w io.Writer) error { return charts["ladder"](w, SVG, r, both[:1]) })
	if !bytes.Contains(d.svg, []byte("no longer than an empty program")) {
		t.Errorf("got %s", d.svg)
	}
}

// TestStopped: a size without a finished run has an arrow instead of a point.
func TestStopped(t *testing.T) {
	const finished, stopped = false, true
	for _, test := range []struct {
		runs []bool // of ever more cases
		want float64
	}{
		{[]bool{finished, finished}, 0}, {[]bool{finished, stopped}, 0}, {[]bool{stopped, finished}, 0},
		{[]bool{stopped}, 1}, {[]bool{stopped, stopped}, 2},
	} {
		r := &record.Record{}
		for i, stops := range test.runs {
			k := record.Key{Problem: "queens", Solution: "dlx", Test: fmt.Sprint("growth/8/", i+1)}
			if stops {
				r.Bounds = append(r.Bounds, record.Bound{Key: k, CPU: time.Duration(i+1) * time.Second})
			} else {
				r.Samples = append(r.Samples, record.Sample{Key: k, Runs: 1, Values: map[record.Unit]float64{
					record.CPU: 1e9}})
			}
		}
		c := growthOf(r, "queens", []string{"dlx"}).times[0]
		if at := c.stopped; len(c.points)+len(at) != 1 || len(at) == 1 && at[0].Y != test.want || len(at) == 0 &&
			test.want > 0 {
			t.Errorf("%v: points %v, arrows %v", test.runs, c.points, at)
		}
	}
}

// TestCrowd: however many solutions there are, and however long their names, no text is cut at the edge of the page,
// and no two texts overlap.
func TestCrowd(t *testing.T) {
	for _, n := range []int{1, 2, 8, 30} {
		r := queensRecord()
		r.Machine.CPU = strings.Repeat("A very long name of a processor ", 8) + strings.Repeat("x", 300)
		names := slices.Clone(both)
		for i := range n {
			name := fmt.Sprintf("s%d%s", i, strings.Repeat("-long", i))
			names = append(names, name)
			r.Languages[record.Program{Problem: "queens", Solution: name}] = "go"
			for j, test := range []string{"secret/a/1", "secret/a/2", "growth/8/1", "growth/28/1",
				"workload/w/7"} {
				if (i+j)%4 > 0 { // some lines end early
					key := record.Key{Problem: "queens", Solution: name, Test: test}
					r.Samples = append(r.Samples, record.Sample{Key: key, Runs: 1,
						Values: map[record.Unit]float64{record.CPU: 1e6 * float64(1+i/3), record.Nodes: 10}})
				}
			}
		}
		for chart, draw := range charts {
			d := drawn(t, func(w io.Writer) error { return draw(w, SVG, r, names) })
			for i, a := range d.texts {
				if a.box.Min.X < 0 || a.box.Max.X > width || -a.box.Max.Y < 0 || -a.box.Min.Y > d.height {
					t.Errorf("%s of %d: %q is cut: %+v", chart, n, a.text, a.box)
				}
				for _, b := range d.texts[:i] {
					if a.box.Min.X < b.box.Max.X && b.box.Min.X < a.box.Max.X && a.box.Min.Y < b.box.Max.Y &&
						b.box.Min.Y < a.box.Max.Y {
						t.Errorf("%s of %d: %q is written over %q", chart, n, a.text, b.text)
					}
				}
			}
		}
	}
}

func TestNothingToDraw(t *testing.T) {
	r := &record.Record{Path: "r.txt"}
	for want, err := range map[string]error{
		"r.txt has no inputs of queens by size; ": charts["growth"](io.Discard, SVG, r, both),
		"r.txt has no workloads of queens; ": Ladder(io.Discard, SVG, &compare.Ladder{From: r, Problem: "queens",
			Of: "test"}),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{"a.svg": SVG, "b/c.PNG": PNG} {
		if f, err := FormatOf(path); f != want || err != nil {
			t.Errorf("%s: %q, %v", path, f, err)
		}
	}
	const want = "x.pdf: charts are written as SVG or PNG; choose a name that ends in .svg or .png"
	if _, err := FormatOf("x.pdf"); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestPNG: a PNG has a background and the same bytes each time.
func TestPNG(t *testing.T) {
	for name, draw := range charts {
		var first, second bytes.Buffer
		judgetest.Check(t, draw(&first, PNG, queensRecord(), both))
		judgetest.Check(t, draw(&second, PNG, queensRecord(), both))
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: the same record gives different bytes", name)
		}
		picture, err := png.Decode(&first)
		judgetest.Check(t, err)
		found := make(map[string]bool)
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				r, g, b, a := picture.At(x, y).RGBA()
				found[fmt.Sprintf("%02X%02X%02X%02X", r>>8, g>>8, b>>8, a>>8)] = true
			}
		}
		for approach, look := range looksOf(both) {
			if !found[strings.TrimPrefix(hex(look.day), "#")+"FF"] {
				t.Errorf("%s: no dot has the colour of %s", name, approach)
			}
		}
		if r, g, b, a := picture.At(0, 0).RGBA(); r&g&b&a != 0xffff {
			t.Errorf("%s: the ground is not white: %x %x %x %x", name, r, g, b, a)
		}
	}
}

// TestGrowthOfMostCases: a size's points are of the run with the most cases. Neither runs of fewer cases nor counts
// without a time change them.
func TestGrowthOfMostCases(t *testing.T) {
	r := &record.Record{Path: "r.txt", Languages: map[record.Program]string{{Problem: "queens", Solution: "dlx"}: "go"}}
	add := func(k record.Key, cpu, nodes float64) {
		values := map[record.Unit]float64{record.CPU: cpu, record.Nodes: nodes}
		maps.DeleteFunc(values, func(_ record.Unit, v float64) bool { return v == 0 })
		r.Samples = append(r.Samples, record.Sample{Key: k, Runs: 1, Values: values})
	}
	on := func(test string) record.Key { return record.Key{Problem: "queens", Solution: "dlx", Test: test} }
	add(record.StartUp("go"), 1e6, 0)
	add(on("growth/40/1"), 1.5e6, 30)
	add(on("growth/40/2000"), 7e6, 8000)
	add(on("growth/24/3"), 4e6, 0)
	add(on("growth/24/1"), 0, 5) // counted only
	g := growthOf(r, "queens", []string{"dlx"})
	want := plotter.XYs{{X: 24, Y: 1e-3}, {X: 40, Y: 3e-6}}
	if diff := cmp.Diff(want, g.times[0].points, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(plotter.XYs{{X: 24, Y: 5}, {X: 40, Y: 4}}, g.counts[0].points); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

// TestGrowthOfRecord: the published chart shows what its record holds.
func TestGrowthOfRecord(t *testing.T) {
	r, err := record.Read("../../../bench/charts/spojnqueen.txt")
	judgetest.Check(t, err)
	names := []string{"bits", "dlx", "knuth"}
	times := growthOf(r, "spojnqueen", names).times
	for i, name := range names {
		program := record.Program{Problem: "spojnqueen", Solution: name}
		for _, size := range []int{24, 32, 40} {
			at := program.On(fmt.Sprintf("growth/%d/2000", size))
			values := r.Values(at, record.CPU)
			if len(values) == 0 {
				t.Skipf("%s has no times of %s with 2000 cases", r.Path, name)
			}
			want := (record.Median(values) - r.StartUpTime(program)) / 2000 / 1e9
			j := slices.IndexFunc(times[i].points, func(p plotter.XY) bool { return p.X == float64(size) })
			if j < 0 || math.Abs(times[i].points[j].Y/want-1) > 1e-9 {
				t.Errorf("%s at N = %d: the chart has %v, the record %v", name, size, times[i].points, want)
			}
		}
	}
}
