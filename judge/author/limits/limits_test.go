package limits

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/read/problem"
)

// program parses "fast 300 310+ 290": a program's name, and its runs in milliseconds. A plus marks a stopped run. A
// name that begins with slow is that of a program that is meant to be too slow.
func program(t *testing.T, text string) Timing {
	t.Helper()
	words := strings.Fields(text)
	p := Timing{Name: words[0], Slow: strings.HasPrefix(words[0], "slow")}
	for i, word := range words[1:] {
		run, stopped := strings.CutSuffix(word, "+")
		took, err := time.ParseDuration(run + "ms")
		if err != nil {
			t.Fatal(err)
		}
		p.Runs = append(p.Runs, Run{Test: fmt.Sprint("secret/", i), Time: took, Stopped: stopped})
	}
	return p
}

func programs(t *testing.T, text string) (all []Timing) {
	for one := range strings.SplitSeq(text, ", ") {
		if one != "" {
			all = append(all, program(t, one))
		}
	}
	return all
}

var today = problem.Limits{Resolution: time.Second,
	Multipliers: problem.Multipliers{FromAccepted: 2000, ToTooSlow: 1500}}

func TestPropose(t *testing.T) {
	older, tenths := today, today
	older.Multipliers = problem.Multipliers{FromAccepted: 5000, ToTooSlow: 2000}
	tenths.Resolution = 100 * time.Millisecond
	for _, row := range []struct {
		rule           problem.Limits
		programs, want string
	}{
		{today, "fast 700, slow 9000", "2s"},
		{today, "fast 500, slow 1500", "1s"},
		{today, "fast 500.000001, slow 3000", "2s"},
		{today, "fast 0, slow 3000", "1s"},
		{today, "fast 700", "2s"},
		{older, "fast 700, slow 9000", "4s"},
		{tenths, "fast 700, slow 9000", "1.4s"},
		{tenths, "fast 701, slow 9000", "1.5s"},
		{today, "fasta 700, fastb 1200, fastc 900, slowa 9000, slowb 5000", "3s"}, // the slowest, the fastest
		// Several runs: the median decides.
		{today, "fast 700 720 710, slow 9000", "2s"},
		{today, "fast 490 495 510, slow 9000", "1s"},
		{today, "fast 490 510, slow 9000", "2s"},
		{today, "fast 700, slow 2900 3100 3200", "2s"},
		{today, "fast 700, slow 2900 3100", "0s, nearest 2s and 1s"},
		// Nothing fits.
		{today, "fast 700, slow 1000", "0s, nearest 2s and 0s"},
		{today, "fast 700, slow 2700", "0s, nearest 2s and 1s"},
		{today, "fast 610, slow 1900", "0s, nearest 2s and 1s"},
		{today, "fast 1900, slow 5900", "0s, nearest 4s and 3s"},
		// A stopped run is a lower bound. It suffices for a program that is meant to be slow, but not for a fast one.
		{today, "fast 700, slow 3750+", "2s"},
		{today, "fasta 9000, fastb 700+, slow 9000", "unknown: fastb"},
		{today, "slow 9000", "nothing is fast"},
		{today, "", "nothing is fast"},
	} {
		p := Propose(row.rule, programs(t, row.programs))
		got := summary(p)
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.programs, diff)
		}
		row.rule.Time = p.Limit
		if p.Limit > 0 && Check(row.rule, programs(t, row.programs)) != nil {
			t.Errorf("%s: the proposed limit %v breaks the rule", row.programs, p.Limit)
		}
	}
}

func summary(p Proposal) string {
	switch {
	case p.Fast == nil:
		return "nothing is fast"
	case p.Fast.Stopped:
		return "unknown: " + p.Fast.Name
	}
	text := p.Limit.String()
	if p.Limit == 0 {
		text += fmt.Sprintf(", nearest %v and %v", p.Least, p.Most)
	}
	return text
}

func TestCheck(t *testing.T) {
	for _, row := range []struct {
		limit          time.Duration
		programs, want string
	}{
		{2 * time.Second, "fast 700, slow 3000", ""},
		{2 * time.Second, "fast 1000, slow 3000", ""},
		{2 * time.Second, "fast 1000.000001, slow 2999.999999", "fast sure, slow sure"},
		{2 * time.Second, "fast 990 1010 1020, slow 2990 3100 2980", "fast, slow"},
		{2 * time.Second, "fast 1010 1020, slow 2990 2980", "fast sure, slow sure"},
		{2 * time.Second, "fast 1100+, slow 3750+", "fast sure"},
		{2 * time.Second, "fast 900+, slow 900+", ""}, // their times are unknown
		{time.Second, "fasta 400, fastb 501", "fastb sure"},
	} {
		var got []string
		rule := today
		rule.Time = row.limit
		for _, b := range Check(rule, programs(t, row.programs)) {
			text := b.Name
			if b.Sure {
				text += " sure"
			}
			got = append(got, text)
			if b.Slow != strings.HasPrefix(b.Name, "slow") {
				t.Errorf("%s: %s: slow is %v", row.programs, b.Name, b.Slow)
			}
		}
		if diff := cmp.Diff(row.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%v, %s (-want +got):\n%s", row.limit, row.programs, diff)
		}
	}
}

// A bound has the spread of repeated runs, and the test of the median.
func TestBound(t *testing.T) {
	b := Propose(today, programs(t, "fast 30 10 20")).Fast
	want := &Bound{Name: "fast", Test: "secret/2", Least: 10 * time.Millisecond, Median: 20 * time.Millisecond,
		Most: 30 * time.Millisecond, Runs: 3}
	if diff := cmp.Diff(want, b); diff != "" {
		t.Error(diff)
	}
}

// The largest times and multipliers of a package do not overflow.
func TestLarge(t *testing.T) {
	rule := problem.Limits{Time: 1 << 20 * time.Second, Resolution: time.Second,
		Multipliers: problem.Multipliers{FromAccepted: 1 << 20 * 1000, ToTooSlow: 1 << 20 * 1000}}
	if got := Propose(rule, programs(t, "fast 3600000")).Limit; got < 1<<30*time.Second {
		t.Errorf("got %v", got)
	}
	if got := MinSlow(rule); got != forever {
		t.Errorf("wanted %v", got)
	}
}
