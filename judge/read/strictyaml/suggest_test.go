package strictyaml

import (
	"slices"
	"testing"
)

func TestSuggest(t *testing.T) {
	problems := []string{"hdu5046", "poj3074", "poj3076", "spojnqueen", "zoj3122"}
	tests := []struct {
		written string
		known   []string
		want    []string
	}{
		{"3074", problems, []string{"poj3074"}},
		{"queen", problems, []string{"spojnqueen"}},
		{"poj307", problems, []string{"poj3074", "poj3076"}},
		{"POJ3074", problems, []string{"poj3074"}},
		{"hdu5064", problems, []string{"hdu5046"}},
		{"knapsack", problems, nil},
		{"hdu5046", problems, nil}, // as was written
		{"poj3074", problems, []string{"poj3076"}},
		{"po", problems, nil},
		{"poj*", problems, nil},
		{"time_limt", []string{"time_limit", "memory"}, []string{"time_limit"}},
		{"limit", []string{"a_limit", "b_limit", "c_limit", "d_limit"}, []string{"a_limit", "b_limit", "c_limit"}},
		{"small", []string{"sample", "secret/small", "secret/large"}, []string{"secret/small"}},
		{"", nil, nil},
	}
	for _, test := range tests {
		if got := Suggest(test.written, test.known); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.written, got, test.want)
		}
	}
}

func TestInstead(t *testing.T) {
	tests := []struct {
		written string
		known   []string
		want    string
	}{
		{"3074", []string{"poj3074", "zoj3122"}, "; did you mean poj3074?"},
		{"poj307", []string{"poj3074", "poj3076", "poj3077"}, "; did you mean poj3074, poj3076 or poj3077?"},
		{"tsp", []string{"poj3074", "zoj3122"}, "; there are poj3074, zoj3122"},
		{"tsp", []string{"poj3074"}, "; there is only poj3074"},
		{"tsp", nil, "; there are none"},
	}
	for _, test := range tests {
		if got := Instead(test.written, test.known); got != test.want {
			t.Errorf("%q: got %q, want %q", test.written, got, test.want)
		}
	}
}

// A key is no misspelling of one that stands beside it.
func TestUnwritten(t *testing.T) {
	v, err := Parse("problem.yaml", []byte("validator_flags: a\nvalidator_args: b\n"))
	if err != nil {
		t.Fatal(err)
	}
	err = v.Keys(Fields{"validator_flags": Only(Value.Text)})
	if want := `problem.yaml:2:1: unknown key "validator_args"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	lenient := &Lenient{Warn: func(warning error, _ string) { err = warning }}
	if v, err = lenient.Parse("problem.yaml", []byte("validator_flags: a\nvalidator_args: b\n")); err != nil {
		t.Fatal(err)
	}
	if err := v.Keys(Fields{"validator_flags": Only(Value.Text)}); err != nil {
		t.Error(err)
	}
	if want := `problem.yaml:2:1: unknown key "validator_args"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A misspelling is nearer than what is suggested.
func TestMisspelt(t *testing.T) {
	known := []string{"name", "source", "time_limit", "keywords"}
	for written, want := range map[string]bool{"nam": true, "time_limt": true, "timelimit": true, "keyword": true,
		"note": false, "score": false, "name": false, "tags": false, "limit": false} {
		if got := Misspelt(written, known); got != want {
			t.Errorf("%q: got %v, want %v", written, got, want)
		}
	}
}
