package trend

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/measure/record"
)

var here = record.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "Abacus", Cores: "2", Backend: "linux", GCC: "12"}

// tests are the figures of a record by test.
type tests map[string]float64

// recorded is a record of p/dlx: the day of its commit, and the figure of each test in the unit.
func recorded(day int, u record.Unit, figures tests) *record.Record {
	r := &record.Record{
		Path: fmt.Sprintf("%d.txt", day), Machine: here, Finished: true,
		Languages: map[record.Program]string{{Problem: "p", Solution: "dlx"}: "go"},
		Run: record.Run{Commit: fmt.Sprintf("%040d", day), Date: time.Date(2026, 5, 30, 0, 0, 0, 0, time.UTC),
			Committed: time.Date(2026, 5, day, 0, 0, 0, 0, time.UTC)},
	}
	for test, v := range figures {
		r.Samples = append(r.Samples, record.Sample{Key: record.Key{Problem: "p", Solution: "dlx", Test: test}, Runs: 1,
			Values: map[record.Unit]float64{u: v}})
	}
	return r
}

func withReference(r *record.Record, time float64) {
	r.Samples = append(r.Samples, record.Sample{Key: record.Reference(), Runs: 1,
		Values: map[record.Unit]float64{record.CPU: time}})
}

// shown returns the levels of a series as rounded factors, and where the series breaks.
func shown(s Series) string {
	factors := ""
	var broken []int
	for i, v := range s.Points {
		factors += fmt.Sprintf("%.3g ", 1+v.Change)
		if v.Why != "" {
			broken = append(broken, i)
		}
	}
	return fmt.Sprintf("%sbroken %v divided %d", factors, broken, s.Divided)
}

func TestSeries(t *testing.T) {
	elsewhere := recorded(2, record.CPU, tests{"a/1": 1})
	elsewhere.Machine.CPU = "Slide rule"
	other := recorded(2, record.Statements, tests{"a/1": 10})
	other.Machine.CPU, other.Machine.GCC = "Slide rule", "14"
	inC := recorded(3, record.Statements, tests{"a/1": 10})
	inC.Languages = map[record.Program]string{{Problem: "p", Solution: "dlx"}: "c"}
	times := func(days ...tests) (records []*record.Record) {
		for i, figures := range days {
			records = append(records, recorded(i+1, record.CPU, figures))
		}
		return records
	}
	referenced := times(tests{"a/1": 100}, tests{"a/1": 100}, tests{"a/1": 300}, tests{"a/1": 300})
	withReference(referenced[1], 10)
	withReference(referenced[2], 20)
	for name, c := range map[string]struct {
		records []*record.Record
		want    string
	}{
		"only shared tests count": {times(tests{"a/1": 100, "a/2": 100}, tests{"a/1": 200, "a/2": 50, "a/3": 7},
			tests{"a/3": 14, "workload/hard/10": 1}, tests{"workload/hard/10": 3}), "1 1 2 6 broken [] divided 0"},
		"nothing in common": {times(tests{"a/1": 100}, tests{"a/1": 50}, tests{"workload/hard/10": 9},
			tests{"workload/hard/10": 18}), "1 0.5 1 2 broken [2] divided 0"},
		"divided by the reference program": {referenced, "1 1 1.5 1.5 broken [] divided 1"},
		"times of another machine": {append(times(tests{"a/1": 100}), elsewhere, recorded(3, record.CPU,
			tests{"a/1": 100})), "1 1 broken [] divided 0"},
		"counts of another machine": {[]*record.Record{recorded(1, record.Statements, tests{"a/1": 100}), other},
			"1 0.1 broken [] divided 0"},
		"counts of another gcc": {[]*record.Record{other, inC}, "1 1 broken [1] divided 0"},
		"nodes of 0": {[]*record.Record{recorded(1, record.Nodes, tests{"a/1": 0, "a/2": 5}),
			recorded(2, record.Nodes, tests{"a/1": 3, "a/2": 10})}, "1 2 broken [] divided 0"},
	} {
		all := Of(Order(c.records, nil), here, Options{}).Series
		if len(all) != 1 {
			t.Errorf("%s: %d series, want one", name, len(all))
			continue
		}
		if got := shown(all[0]); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// TestOrder: git's date of a commit comes before the record's own; commits of one second are in git's order, and
// records of one commit in the order in which they were made.
func TestOrder(t *testing.T) {
	var records []*record.Record
	add := func(name, commit string, made int, committed time.Time) {
		records = append(records, &record.Record{Path: name, Run: record.Run{Commit: commit, Date: time.Date(2026, 6,
			made, 0, 0, 0, 0, time.UTC), Committed: committed}})
	}
	day := func(n int) time.Time { return time.Date(2026, 6, n, 0, 0, 0, 0, time.UTC) }
	log := []checkout.Commit{{Hash: "parent", Date: day(2)}, {Hash: "child", Date: day(2)},
		{Hash: "late", Date: day(9)}}
	add("child again", "child", 12, time.Time{})
	add("late", "late", 10, day(1)) // git knows better
	add("child", "child", 11, time.Time{})
	add("parent", "parent", 20, time.Time{})
	add("unknown to git", "gone", 21, day(3))
	add("without a commit", "", 5, time.Time{})
	var got []string
	for _, p := range Order(records, log) {
		got = append(got, p.Record.Path)
	}
	want := []string{"parent", "child", "child again", "unknown to git", "without a commit", "late"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSeriesChanges: changes are found in each part of a broken series. The threshold for times does not limit counts.
func TestSeriesChanges(t *testing.T) {
	var records []*record.Record
	for day, v := range []float64{100, 101, 99, 150, 151, 149, 10, 11, 10, 30, 31, 30} {
		test := "a/1"
		if day >= 6 {
			test = "workload/hard/10"
		}
		r := recorded(day+1, record.CPU, tests{test: v})
		r.Samples[0].Values[record.Statements] = 1000 + float64(day/2*10)
		records = append(records, r)
	}
	all := Of(Order(records, nil), here, Options{Threshold: 0.03}).Series
	got := make(map[record.Unit]string)
	for _, s := range all {
		for _, c := range s.Changes {
			got[s.Unit] += fmt.Sprintf("%+.1f%% at %s, ", 100*c.Delta, s.Points[c.At].Record.Path)
		}
	}
	want := map[record.Unit]string{
		record.CPU:        "+50.0% at 4.txt, +193.8% at 10.txt, ",
		record.Statements: "+1.0% at 3.txt, +1.0% at 5.txt, +1.0% at 9.txt, +1.0% at 11.txt, ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFalseReports: of 300 reports of 50 solutions whose times did not change, at most 4% name a change.
func TestFalseReports(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	named := 0
	for range 300 {
		var records []*record.Record
		for day := range 8 {
			r := recorded(day+1, record.CPU, nil)
			for i := range 50 {
				r.Samples = append(r.Samples, record.Sample{Key: record.Key{Problem: "p", Solution: fmt.Sprint("s", i),
					Test: "a/1"}, Values: map[record.Unit]float64{record.CPU: math.Exp(0.02 * random.NormFloat64())}})
			}
			records = append(records, r)
		}
		if slices.ContainsFunc(Of(Order(records, nil), here, Options{}).Series, func(s Series) bool {
			return len(s.Changes) > 0
		}) {
			named++
		}
	}
	if named > 12 {
		t.Errorf("%d of 300 reports name a change, want at most 12", named)
	}
}
