package stress

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"

	"dlxjudge/judge/base/judgetest"
)

func TestCall(t *testing.T) {
	tests := []struct {
		command string
		seed    uint64
		want    string
	}{
		{"grid -seed {seed} -n 5", 7, "grid -seed 7 -n 5"},
		{"grid -n {3..3}x{4..4} -seed={seed}", 1, "grid -n 3x4 -seed=1"},
		{"grid -kinds a1,b2 -n 1-6 -reach 1.5", 1, "grid -kinds a1,b2 -n 1-6 -reach 1.5"},
		{"grid -zeros 007 -long 12345678901234567890", 1, "grid -zeros 007 -long 12345678901234567890"},
	}
	for _, test := range tests {
		c, err := ParseCommand(test.command)
		if err != nil {
			t.Errorf("%s: %v", test.command, err)
			continue
		}
		if got := c.call(test.seed).String(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.command, got, test.want)
		}
	}
}

// All numbers of a range are drawn, and no others. The same seed draws the same numbers.
func TestDrawn(t *testing.T) {
	c, err := ParseCommand("grid -seed {seed} -n {2..4} -k {n}")
	if err != nil {
		t.Fatal(err)
	}
	drawn := make(map[string]bool)
	for seed := range uint64(1000) {
		args := c.call(seed).args()
		if !slices.Equal(args, c.call(seed).args()) {
			t.Fatalf("seed %d: %v, and then %v", seed, args, c.call(seed).args())
		}
		drawn["n "+args[3]], drawn["k "+args[5]] = true, true
	}
	want := map[string]bool{"n 2": true, "n 3": true, "n 4": true}
	for _, k := range strings.Fields("1 2 3 4 5 6 7 8 9 10") {
		want["k "+k] = true
	}
	if diff := cmp.Diff(want, drawn); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Smaller calls have one smaller number each, not below the range, and the same seed.
func TestSmaller(t *testing.T) {
	c, err := ParseCommand("grid -seed {seed} -n {2..9} -k 3")
	if err != nil {
		t.Fatal(err)
	}
	one := c.call(5)
	one.values[3] = 8
	var got []string
	for _, s := range one.smaller() {
		got = append(got, s.String())
	}
	want := []string{
		"grid -seed 5 -n 2 -k 3", "grid -seed 5 -n 3 -k 3", "grid -seed 5 -n 5 -k 3", "grid -seed 5 -n 7 -k 3",
		"grid -seed 5 -n 8 -k 0", "grid -seed 5 -n 8 -k 1", "grid -seed 5 -n 8 -k 2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseCommandErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                "want a generator and its arguments, got an empty string",
		"grid -n {m}":     `"grid -n {m}": unknown placeholder {m}; there are {seed}, {n}, and ranges such as {20..40}`,
		"grid -n {5..2}":  `"grid -n {5..2}": unknown placeholder {5..2}; there are {seed}, {n}, and ranges such as {20..40}`,
		"grid -n {a..2}x": `"grid -n {a..2}x": unknown placeholder {a..2}; there are {seed}, {n}, and ranges such as {20..40}`,
	} {
		if _, err := ParseCommand(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestDecode(t *testing.T) {
	doc, err := yaml.Parse("stress.yaml", []byte("groups:\n  stress:\n    - grid -seed {seed}\n  lenient: [\"grid "+
		"-gaps {n}\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	commands, err := decode(doc)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range commands {
		got = append(got, c.Place+" "+c.Group+" "+c.Generator)
	}
	want := []string{"stress.yaml:3:7 stress grid", "stress.yaml:4:13 lenient grid"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDecodeErrors(t *testing.T) {
	for text, want := range map[string]string{
		"groups: {}\n":                                    `stress.yaml: no commands; add one: groups: {stress: ["generator -seed {seed} -count {n}"]}`,
		"group: {a: [b]}\n":                               `stress.yaml:1:1: unknown key "group" (did you mean groups?)`,
		"groups: {a/b: [c]}\n":                            `stress.yaml:1:10: "a/b" cannot name a group; use letters, digits, _ and -`,
		"groups: {a: [\"../b\"]}\n":                       `stress.yaml:1:14: "../b" is not the name of a folder in generators`,
		"groups: {a: [\"b {x}\"]}\n":                      `stress.yaml:1:14: "b {x}": unknown placeholder {x}; there are {seed}, {n}, and ranges such as {20..40}`,
		"groups: {a: [\"b {0..9223372036854775807}\"]}\n": `stress.yaml:1:14: "b {0..9223372036854775807}": the range {0..9223372036854775807} is too large; give bounds of at most 18 digits`,
		"groups: {a: [7]}\n":                              `stress.yaml:1:14: want a string, got the number 7; write "7"`,
		"groups: {a: \"grid {seed}\"}\n":                  `stress.yaml:1:13: want a list, got the string "grid {seed}"`,
	} {
		doc, err := yaml.Parse("stress.yaml", []byte(text))
		if err == nil {
			_, err = decode(doc)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// FuzzDecode: decoded commands are complete, and every error names the file.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("groups:\n  stress:\n    - grid -seed {seed}\n  lenient: [\"grid -gaps {n}\"]\n"))
	f.Add([]byte("groups: {a/b: [c], d: [\"../e\", 7], f: *g}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := yaml.Parse("stress.yaml", text)
		var commands []Command
		if err == nil {
			commands, err = decode(doc)
		}
		switch {
		case err != nil && !strings.HasPrefix(err.Error(), "stress.yaml:"):
			t.Errorf("the error does not begin with the file: %v", err)
		case err == nil && len(commands) == 0:
			t.Error("neither commands nor an error")
		}
		for _, c := range commands {
			if err == nil && (strings.ContainsAny(c.Group+c.Generator, "/. ") || !strings.HasPrefix(c.Place,
				"stress.yaml:")) {
				t.Errorf("%+v was read", c)
			}
		}
	})
}

// TestFindingAfterError: a finding is not lost if an earlier test has an error.
func TestFindingAfterError(t *testing.T) {
	s := &Session{testers: make([]*tester, 2)}
	later, fault := make(chan bool), errors.New("no space")
	found, first, undone, err := s.inOrder(t.Context(), 3, 9, func(_ *tester, i uint64) (*Finding, error) {
		if i == 3 {
			<-later
			return nil, fault
		}
		close(later)
		return &Finding{}, nil
	})
	if found == nil || first != 4 || undone != 3 || err != fault {
		t.Errorf("got %v, %d, %d, %v", found, first, undone, err)
	}
}

// TestSeeded: for all bounds, sizes grow from the smallest to the largest, repeatedly.
func TestSeeded(t *testing.T) {
	gen := problem.Source{Name: "gen.py"}
	for _, c := range []struct{ low, high int64 }{{1, 1}, {1, 3}, {0, 50}, {1, 50}, {5, 1_000_000_000}} {
		command := Seeded(gen, c.low, c.high)
		last, most := c.low, int64(0)
		for seed := range uint64(testsOfSize * mostSizes) {
			one := command.call(seed + 1)
			size := one.values[2]
			if size < c.low || size > c.high || seed < testsOfSize && size != c.low {
				t.Errorf("%d..%d: seed %d has size %d", c.low, c.high, seed+1, size)
			}
			if size < last && size != c.low {
				t.Errorf("%d..%d: seed %d has size %d after %d", c.low, c.high, seed+1, size, last)
			}
			last, most = size, max(most, size)
		}
		if most != c.high {
			t.Errorf("%d..%d: the largest is %d", c.low, c.high, most)
		}
	}
	command := Seeded(gen, 0, 0)
	if one := command.call(7); one.String() != "gen.py 7" || !command.changes() {
		t.Error(one.String())
	}
}

// A finding counts even if the time is over while an earlier test is still running.
func TestFoundWhenTimeEnds(t *testing.T) {
	s := &Session{testers: []*tester{{}, {}}}
	ctx, cancel := context.WithCancel(t.Context())
	later := make(chan bool)
	found, first, undone, err := s.inOrder(ctx, 4, 9, func(_ *tester, i uint64) (*Finding, error) {
		if i == 4 {
			<-later
			cancel()
			return nil, ctx.Err()
		}
		close(later)
		return &Finding{Test: i}, nil
	})
	if found == nil || found.Test != 5 || first != 5 || undone != 4 || err != nil {
		t.Errorf("found %v as test %d, error %v, test %d undone", found, first, err, undone)
	}
}

// After a finding in a conversation, a command that always makes the same input is not run again.
func TestKeepSearchingEnds(t *testing.T) {
	s := &Session{commands: make([]Command, 1)}
	s.testers, s.stats.Next = []*tester{{Session: s}}, 1
	start := time.Now()
	s.keepSearching(t.Context(), &Finding{})
	if time.Since(start) >= longer {
		t.Error("the search went on")
	}
}

func TestSchema(t *testing.T) {
	judgetest.Golden(t, "../../read/schema/stress.json", yaml.Schema("stress.yaml",
		"the generators of random inputs for \"judge stress\"", yaml.Only(decode)))
}
