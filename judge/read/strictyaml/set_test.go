package strictyaml

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSet shows what is changed in a document, and that nothing else is.
func TestSet(t *testing.T) {
	for _, row := range [][2]string{
		// The value is there.
		{"name: A # first\nlimits:\n  # seconds\n  time_limit: 1.5   # from the judge\n  memory: 64\n",
			"name: A # first\nlimits:\n  # seconds\n  time_limit: 2   # from the judge\n  memory: 64\n"},
		{"limits: {memory: 64, time_limit: 10}\n", "limits: {memory: 64, time_limit: 2}\n"},
		{"limits: {time_limit: 1e-1, memory: 64} # both\n", "limits: {time_limit: 2, memory: 64} # both\n"},
		{"{name: Öl, limits: {time_limit: 1}, type: pass-fail}",
			"{name: Öl, limits: {time_limit: 2}, type: pass-fail}"},
		{"limits:\n    time_limit:\n    memory: 64\n", "limits:\n    time_limit: 2\n    memory: 64\n"},
		{"limits:\n    time_limit: # later\n    memory: 64\n", "limits:\n    time_limit: 2 # later\n    memory: 64\n"},
		{"limits:\n    time_limit: ~\n", "limits:\n    time_limit: 2\n"},
		{"limits:\r\n  time_limit: 1\r\nname: A\r\n", "limits:\r\n  time_limit: 2\r\nname: A\r\n"},
		{"limits:\n  time_limit: 1", "limits:\n  time_limit: 2"},
		{"other: {time_limit: 1}\nlimits: {time_limit: 1}\n", "other: {time_limit: 1}\nlimits: {time_limit: 2}\n"},
		{"time_limit: 1\nlimits:\n  a:\n    time_limit: 1\nb: 1",
			"time_limit: 1\nlimits:\n  a:\n    time_limit: 1\n  time_limit: 2\nb: 1"},
		// The section is there. The end of its map is above comments and blank lines that belong to what follows.
		{"limits:\n    memory: 64 # MiB\n    # end\n\n  # of name\nname: A\n",
			"limits:\n    memory: 64 # MiB\n    # end\n    time_limit: 2\n\n  # of name\nname: A\n"},
		{"limits:\n  # MiB\n  memory: 64\nname: A\n", "limits:\n  # MiB\n  memory: 64\n  time_limit: 2\nname: A\n"},
		{"limits: {memory: 64}\n", "limits: {time_limit: 2, memory: 64}\n"},
		{"limits: {}\n", "limits: {time_limit: 2}\n"},
		{"limits:\nname: A\n", "limits: {time_limit: 2}\nname: A\n"},
		{"name: A\nlimits: # none\n", "name: A\nlimits: {time_limit: 2} # none\n"},
		{"limits: null\n", "limits: {time_limit: 2}\n"},
		// Nothing is there.
		{"name: A\n# end\n", "name: A\n# end\nlimits:\n  time_limit: 2\n"},
		{"name: A", "name: A\nlimits:\n  time_limit: 2\n"},
		{"{name: A}\n", "{limits: {time_limit: 2}, name: A}\n"},
		{"", "limits:\n  time_limit: 2\n"},
		{"# only this\n", "# only this\nlimits:\n  time_limit: 2\n"},
		// What cannot be changed alone is not changed.
		{"a: &a {memory: 1}\nlimits: *a\n", "!"},
		{"a: &a 1\nlimits: {time_limit: *a}\n", "!"},
		{"limits: {time_limit: &a 1}\nb: *a\n", "!"},
		{"limits:\n  time_limit: '1'\n", "!"},
		{"limits: [1]\n", "!"},
		{"limits: 1\n", "!"},
		{"name: [\n", "!"},
		{"name: A\n...\n", "!"},
		{"limits:\n  time_limit: |\n    1\n", "!"},
		{"limits: {time_limit: {a: 1}}\nname: A\n", "!"},
	} {
		old, want := row[0], row[1]
		got, err := Set("f.yaml", []byte(old), Pair{Keys: []string{"limits", "time_limit"}, Value: "2"})
		if want == "!" {
			if err == nil || !strings.HasPrefix(err.Error(), "f.yaml:") {
				t.Errorf("%q became %q, error %v", old, got, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", old, err)
		} else if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", old, diff)
		}
	}
}

// TestSetBelow shows a key with a comment and a value of several lines, in maps that are there and in new ones.
func TestSetBelow(t *testing.T) {
	const old = "groups:\n    a:\n        tests:\n            # one\n            \"1\": echo\n\n    # of b\n" +
		"    b: {}\nend: 1"
	for group, want := range map[string]string{
		"a": "groups:\n    a:\n        tests:\n            # one\n            \"1\": echo\n            # why\n" +
			"            \"02\":\n              input: |\n                7\n\n    # of b\n    b: {}\nend: 1",
		"new": "groups:\n    a:\n        tests:\n            # one\n            \"1\": echo\n\n    # of b\n" +
			"    b: {}\n    new:\n      tests:\n        # why\n        \"02\":\n          input: |\n" +
			"            7\nend: 1",
		"b": "f.yaml: its form is too unusual to be changed; write there yourself, below groups, b, tests: " +
			"# why\n\"02\":\n  input: |\n    7",
	} {
		for _, newline := range []string{"\n", "\r\n"} {
			windows := strings.NewReplacer("\n", newline)
			got, err := Set("f.yaml", []byte(windows.Replace(old)), Pair{Keys: []string{"groups", group, "tests", "02"},
				Value: "  input: |\n    7\n", Comment: "why"})
			if err != nil {
				got = []byte(windows.Replace(err.Error()))
			}
			if diff := cmp.Diff(windows.Replace(want), string(got)); diff != "" {
				t.Errorf("%s, lines that end with %q (-want +got):\n%s", group, newline, diff)
			}
		}
	}
}

// FuzzSet sees that whatever is changed reads as before, but for the value.
func FuzzSet(f *testing.F) {
	for _, seed := range []string{"name: A\nlimits: {memory: 1}\n", "limits:\n  time_limit: 3 # a\n", "{a: b}",
		"a: &x {b: *x}\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		changed, err := Set("f", data, Pair{Keys: []string{"limits", "time_limit"}, Value: "2"})
		if err != nil {
			return
		}
		doc, err := Parse("f", changed)
		if err != nil {
			t.Fatalf("%q became %q: %v", data, changed, err)
		}
		limits, err := find(doc, "limits")
		if err != nil || limits == nil {
			t.Fatalf("%q became %q: %v", data, changed, err)
		}
		limit, err := find(limits.Value, "time_limit")
		if err != nil || limit == nil || limit.Value.written() != "2" {
			t.Fatalf("%q became %q: %v", data, changed, err)
		}
	})
}
