package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNewest: whatever is newer and of no use is passed over, with the reason.
func TestNewest(t *testing.T) {
	dir := t.TempDir()
	day := 0
	add := func(name string, change func(r *Record)) {
		r := example()
		day++
		r.Path, r.Run.Date = filepath.Join(dir, name), r.Run.Date.AddDate(0, 0, day)
		change(&r)
		write(t, r)
	}
	dlx, other := Key{"poj3074", "dlx", "secret/hard/02"}, Key{"hdu5046", "dlx", "sample/1"}
	add("old.txt", func(*Record) {})
	add("good.txt", func(*Record) {})
	add("counts.txt", func(r *Record) {
		r.Samples = []Sample{{Key: dlx, Runs: 1, Values: map[Unit]float64{Nodes: 41237}}}
	})
	add("few.txt", func(r *Record) {
		r.Samples = r.Samples[:2]
		delete(r.Samples[0].Values, Nodes)
		delete(r.Samples[0].Values, Statements)
	})
	add("interrupted.txt", func(r *Record) { r.Finished = false })
	add("other.txt", func(r *Record) {
		r.Samples = r.Samples[:12]
		for i := range r.Samples {
			r.Samples[i].Key = other
			delete(r.Samples[i].Values, Nodes)
			delete(r.Samples[i].Values, Statements)
		}
	})
	add("elsewhere.txt", func(r *Record) { r.Machine.CPU = "Another CPU" })
	for name, text := range map[string]string{"notes.txt": "Bring milk.\n", "empty.txt": "", "README.md": "# Records\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	unreadable := []string{
		"empty.txt: it holds no samples; record again with judge bench --out",
		`notes.txt:1: "Bring milk." is no line of the Go benchmark format; remove it if it was cut or added, or name another file`,
	}
	for _, test := range []struct {
		name   string
		use    Use
		want   string
		passed []string
	}{
		{"times", Use{Keys: []Key{dlx}}, "good.txt", []string{"other.txt holds nothing of what is measured", "interrupted.txt was interrupted", "few.txt has fewer than 6 samples of each", "counts.txt has fewer than 6 samples of each"}},
		{"counts", Use{Keys: []Key{dlx}, Counts: true}, "counts.txt", []string{"other.txt holds nothing of what is measured", "interrupted.txt was interrupted", "few.txt holds no exact counts of it"}},
		{"another pattern", Use{Keys: []Key{other}}, "other.txt", nil},
	} {
		r, passed, err := Newest(dir, example().Machine, test.use)
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
			t.Errorf("%s: passed over (-want +got):\n%s", test.name, diff)
		}
	}
	r, passed, err := Newest(filepath.Join(dir, "none"), example().Machine, Use{Keys: []Key{dlx}})
	if r != nil || len(passed) > 0 || err != nil {
		t.Errorf("no folder: %v, %v, %v", r, passed, err)
	}
}
