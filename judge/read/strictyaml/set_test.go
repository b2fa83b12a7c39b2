package strictyaml

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSet shows what is changed in a document, and that nothing else is.
func TestSet(t *testing.T) {
	for old, want := range map[string]string{
		// The value is there.
		"name: A # first\nlimits:\n  # seconds\n  time_limit: 1.5   # from the judge\n  memory: 64\n": "name: A # first\nlimits:\n  # seconds\n  time_limit: 2   # from the judge\n  memory: 64\n",
		"limits: {memory: 64, time_limit: 10}\n":                                                      "limits: {memory: 64, time_limit: 2}\n",
		"limits: {time_limit: 1e-1, memory: 64} # both\n":                                             "limits: {time_limit: 2, memory: 64} # both\n",
		"{name: Öl, limits: {time_limit: 1}, type: pass-fail}":                                        "{name: Öl, limits: {time_limit: 2}, type: pass-fail}",
		"limits:\n    time_limit:\n    memory: 64\n":                                                  "limits:\n    time_limit: 2\n    memory: 64\n",
		"limits:\n    time_limit: # later\n    memory: 64\n":                                          "limits:\n    time_limit: 2 # later\n    memory: 64\n",
		"limits:\n    time_limit: ~\n":                                                                "limits:\n    time_limit: 2\n",
		"limits:\r\n  time_limit: 1\r\nname: A\r\n":                                                   "limits:\r\n  time_limit: 2\r\nname: A\r\n",
		"limits:\n  time_limit: 1":                                                                    "limits:\n  time_limit: 2",
		"other: {time_limit: 1}\nlimits: {time_limit: 1}\n":                                           "other: {time_limit: 1}\nlimits: {time_limit: 2}\n",
		"time_limit: 1\nlimits:\n  a:\n    time_limit: 1\nb: 1":                                       "time_limit: 1\nlimits:\n  time_limit: 2\n  a:\n    time_limit: 1\nb: 1",
		// The section is there.
		"limits:\n  # MiB\n  memory: 64\nname: A\n": "limits:\n  # MiB\n  time_limit: 2\n  memory: 64\nname: A\n",
		"limits: {memory: 64}\n":                    "limits: {time_limit: 2, memory: 64}\n",
		"limits: {}\n":                              "limits: {time_limit: 2}\n",
		"limits:\nname: A\n":                        "limits: {time_limit: 2}\nname: A\n",
		"name: A\nlimits: # none\n":                 "name: A\nlimits: {time_limit: 2} # none\n",
		"limits: null\n":                            "limits: {time_limit: 2}\n",
		// Nothing is there.
		"name: A\n# end\n": "name: A\n# end\nlimits:\n  time_limit: 2\n",
		"name: A":          "name: A\nlimits:\n  time_limit: 2\n",
		"{name: A}\n":      "{limits: {time_limit: 2}, name: A}\n",
		"":                 "limits:\n  time_limit: 2\n",
		"# only this\n":    "# only this\nlimits:\n  time_limit: 2\n",
		// What cannot be changed alone is not changed.
		"a: &a {memory: 1}\nlimits: *a\n":         "!",
		"a: &a 1\nlimits: {time_limit: *a}\n":     "!",
		"limits: {time_limit: &a 1}\nb: *a\n":     "!",
		"limits:\n  time_limit: '1'\n":            "!",
		"limits: [1]\n":                           "!",
		"limits: 1\n":                             "!",
		"name: [\n":                               "!",
		"name: A\n...\n":                          "!",
		"limits:\n  time_limit: |\n    1\n":       "!",
		"limits: {time_limit: {a: 1}}\nname: A\n": "!",
	} {
		got, err := Set("f.yaml", []byte(old), "limits", "time_limit", "2")
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

// FuzzSet sees that whatever is changed reads as before, but for the value.
func FuzzSet(f *testing.F) {
	for _, seed := range []string{"name: A\nlimits: {memory: 1}\n", "limits:\n  time_limit: 3 # a\n", "{a: b}",
		"a: &x {b: *x}\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		changed, err := Set("f", data, "limits", "time_limit", "2")
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
