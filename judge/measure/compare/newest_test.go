package compare

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/measure/record"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// useful is a record of one solution on one test, with times, counts and the time of an empty program.
func useful() record.Record {
	r := *recordOf("", machine)
	r.Run = record.Run{Commit: strings.Repeat("0123456789", 4), Date: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)}
	for range MinSamples {
		r.Samples = append(r.Samples,
			record.Sample{Key: record.Key{Problem: "poj3074", Solution: "dlx", Test: "secret/hard/02"}, Runs: 1,
				Values: map[record.Unit]float64{record.CPU: 4190000, record.Nodes: 41237, record.Statements: 981273}},
			record.Sample{Key: record.StartUp("go"), Runs: 50, Values: map[record.Unit]float64{record.CPU: 910000}})
	}
	r.Languages = map[record.Program]string{{Problem: "poj3074", Solution: "dlx"}: "go"}
	return r
}

// write writes a record as judge bench does.
func write(t *testing.T, r record.Record) {
	t.Helper()
	w, err := record.Create(r.Path, &r)
	judgetest.Check(t, err)
	end := w.Abandon
	if r.Finished {
		end = w.Finish
	}
	judgetest.Check(t, end())
}

// TestNewest: newer records that are not usable are rejected, each with the reason.
func TestNewest(t *testing.T) {
	dir := t.TempDir()
	day := 0
	add := func(name string, change func(r *record.Record)) {
		r := useful()
		day++
		r.Path, r.Run.Date = filepath.Join(dir, name), r.Run.Date.AddDate(0, 0, day)
		change(&r)
		write(t, r)
	}
	dlx, other := record.Key{Problem: "poj3074", Solution: "dlx", Test: "secret/hard/02"},
		record.Key{Problem: "hdu5046", Solution: "dlx", Test: "sample/1"}
	add("old.txt", func(*record.Record) {})
	add("good.txt", func(*record.Record) {})
	add("counts.txt", func(r *record.Record) {
		r.Samples = []record.Sample{{Key: dlx, Runs: 1, Values: map[record.Unit]float64{record.Nodes: 41237}}}
	})
	add("few.txt", func(r *record.Record) {
		r.Samples = r.Samples[:2]
		delete(r.Samples[0].Values, record.Nodes)
		delete(r.Samples[0].Values, record.Statements)
	})
	add("interrupted.txt", func(r *record.Record) { r.Finished = false })
	add("other.txt", func(r *record.Record) {
		r.Samples = r.Samples[:12]
		for i := range r.Samples {
			r.Samples[i].Key = other
			delete(r.Samples[i].Values, record.Nodes)
			delete(r.Samples[i].Values, record.Statements)
		}
	})
	add("elsewhere.txt", func(r *record.Record) { r.Machine.CPU = "Another CPU" })
	for name, text := range map[string]string{"notes.txt": "Bring milk.\n", "empty.txt": "",
		"README.md": "# Records\n"} {
		judgetest.Write(t, filepath.Join(dir, name), text)
	}
	unreadable := []string{
		"empty.txt: no samples in it; record again with judge bench --out",
		`notes.txt:1: "Bring milk." is not a line of the Go benchmark format; remove it if it was cut or added, or name another file`,
	}
	for _, test := range []struct {
		name   string
		use    Use
		want   string
		passed []string
	}{
		{"times", Use{Keys: []record.Key{dlx}}, "good.txt",
			[]string{"other.txt has none of the tests that are measured", "interrupted.txt was interrupted",
				"few.txt has fewer than 6 samples of each", "counts.txt has fewer than 6 samples of each"}},
		{"counts", Use{Keys: []record.Key{dlx}, Counts: true}, "counts.txt",
			[]string{"other.txt has none of the tests that are measured", "interrupted.txt was interrupted",
				"few.txt has no exact counts of them"}},
		{"another pattern", Use{Keys: []record.Key{other}}, "other.txt", nil},
	} {
		r, passed, err := Newest(dir, machine, test.use)
		if err != nil || r == nil {
			t.Fatalf("%s: %v, %v", test.name, r, err)
		}
		for i, reason := range passed {
			passed[i] = strings.TrimPrefix(reason, dir+string(filepath.Separator))
		}
		if got := filepath.Base(r.Path); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if diff := cmp.Diff(append(unreadable, test.passed...), passed); diff != "" {
			t.Errorf("%s: passed (-want +got):\n%s", test.name, diff)
		}
	}
	r, passed, err := Newest(filepath.Join(dir, "none"), machine, Use{Keys: []record.Key{dlx}})
	if r != nil || len(passed) > 0 || err != nil {
		t.Errorf("no folder: %v, %v, %v", r, passed, err)
	}
}
