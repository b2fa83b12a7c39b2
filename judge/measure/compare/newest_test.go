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

// TestNewest: newer records that cannot be used are rejected, each with the reason.
func TestNewest(t *testing.T) {
	dir := t.TempDir()
	dlx, other := sample("dlx", record.CPU, 1).Key, record.Key{Problem: "q", Solution: "dlx", Test: "sample/1"}
	elsewhere := machine
	elsewhere.CPU = "Another CPU"
	kind, twin := machine, machine // of the same kind, which is not enough
	kind.Host, twin.Host = "", "ba9876543210"
	for day, c := range []struct {
		name     string
		key      record.Key
		samples  int
		units    []record.Unit
		machine  record.Machine
		finished bool
	}{
		{"old.txt", dlx, 6, []record.Unit{record.CPU, record.Nodes}, machine, true},
		{"good.txt", dlx, 6, []record.Unit{record.CPU, record.Nodes}, machine, true},
		{"counts.txt", dlx, 1, []record.Unit{record.Nodes}, machine, true},
		{"few.txt", dlx, 5, []record.Unit{record.CPU}, machine, true},
		{"interrupted.txt", dlx, 6, []record.Unit{record.CPU, record.Nodes}, machine, false},
		{"other.txt", other, 6, []record.Unit{record.CPU}, machine, true},
		{"elsewhere.txt", dlx, 6, []record.Unit{record.CPU, record.Nodes}, elsewhere, true},
		{"kind.txt", dlx, 6, []record.Unit{record.CPU, record.Nodes}, kind, true},
		{"twin.txt", dlx, 6, []record.Unit{record.CPU, record.Nodes}, twin, true},
	} {
		r := recordOf(filepath.Join(dir, c.name), c.machine)
		r.Run.Date = time.Date(2026, 5, 4+day, 3, 2, 1, 0, time.UTC)
		for range c.samples {
			s := record.Sample{Key: c.key, Runs: 1, Values: make(map[record.Unit]float64)}
			for _, u := range c.units {
				s.Values[u] = 41237
			}
			r.Samples = append(r.Samples, s)
		}
		w, err := record.Create(r.Path, r)
		judgetest.Check(t, err)
		if c.finished {
			judgetest.Check(t, w.Finish())
		} else {
			judgetest.Check(t, w.Abandon(true))
		}
	}
	for name, text := range map[string]string{"notes.txt": "Bring milk.\n", "README.md": "# Records\n"} {
		judgetest.Write(t, filepath.Join(dir, name), text)
	}
	unreadable := `notes.txt:1: "Bring milk." is not a line of the Go benchmark format; remove it if it was truncated ` +
		"or added, or name another file"
	for _, test := range []struct {
		key    record.Key
		counts bool
		want   string
		passed []string
	}{
		{dlx, false, "good.txt", []string{"other.txt has none of the measured tests",
			"interrupted.txt was interrupted", "few.txt has no measured test with 6 samples or more",
			"counts.txt has no measured test with 6 samples or more"}},
		{dlx, true, "counts.txt", []string{"other.txt has none of the measured tests",
			"interrupted.txt was interrupted", "few.txt has no exact counts of the measured tests"}},
		{other, false, "other.txt", nil},
	} {
		r, passed, err := Newest(dir, machine, []record.Key{test.key}, test.counts)
		if err != nil || r == nil || filepath.Base(r.Path) != test.want {
			t.Fatalf("%v, %v, want %s", r, err, test.want)
		}
		for i, reason := range passed {
			passed[i] = strings.TrimPrefix(reason, dir+string(filepath.Separator))
		}
		if diff := cmp.Diff(append([]string{unreadable}, test.passed...), passed); diff != "" {
			t.Errorf("%s: passed (-want +got):\n%s", test.want, diff)
		}
	}
	if r, passed, err := Newest(filepath.Join(dir, "none"), machine, []record.Key{dlx}, false); r != nil ||
		len(passed) > 0 || err != nil {
		t.Errorf("no folder: %v, %v, %v", r, passed, err)
	}
}
