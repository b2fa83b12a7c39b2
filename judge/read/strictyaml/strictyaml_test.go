package strictyaml

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Example reads a small file with one mistake.
func Example() {
	doc, err := Parse("config.yaml", []byte("name: sum\nlimts: [1, 2]\n"))
	if err != nil {
		panic(err)
	}
	var name string
	var limits []int64
	err = doc.Keys(Fields{
		"name":   Into(&name, Value.Text),
		"limits": Into(&limits, ListOf(Value.Int)),
	})
	fmt.Println(name, err)
	// Output: sum config.yaml:2:1: unknown key "limts" (did you mean limits?)
}

func TestScalars(t *testing.T) {
	for _, c := range []struct{ yaml, text, scalar, integer, float, boolean string }{
		{"a b", "a b", "a b", "!", "!", "!"},
		{"'3'", "3", "3", "!", "!", "!"},
		{"|\n a\n b", "a\nb\n", "a\nb\n", "!", "!", "!"},
		{"3", "!", "3", "3", "3", "!"},
		{"-3", "!", "-3", "-3", "-3", "!"},
		{"007", "!", "007", "7", "7", "!"},
		{"0x10", "!", "0x10", "!", "!", "!"},
		{"1_000", "!", "1_000", "!", "!", "!"},
		{"1.5", "!", "1.5", "!", "1.5", "!"},
		{".5", "!", ".5", "!", "0.5", "!"},
		{"1.", "!", "1.", "!", "1", "!"},
		{"1e-6", "1e-6", "1e-6", "!", "1e-06", "!"},
		{"1e999", "1e999", "1e999", "!", "!", "!"},
		{".inf", "!", ".inf", "!", "!", "!"},
		{"true", "!", "true", "!", "!", "true"},
		{"yes", "yes", "yes", "!", "!", "!"},
		{"~", "!", "!", "!", "!", "!"},
		{"", "!", "!", "!", "!", "!"},
		{"[a]", "!", "!", "!", "!", "!"},
		{"{a: b}", "!", "!", "!", "!", "!"},
		{"!!str 3", "!", "!", "!", "!", "!"},
		{"&x 3", "!", "3", "3", "3", "!"},
	} {
		v := valueOf(t, nil, c.yaml)
		got := []string{show(v.Text()), show(v.Scalar()), show(v.Int()), show(v.Float()), show(v.Bool())}
		if diff := cmp.Diff([]string{c.text, c.scalar, c.integer, c.float, c.boolean}, got); diff != "" {
			t.Errorf("%q as text, scalar, int, float, bool (-want +got):\n%s", c.yaml, diff)
		}
	}
}

// valueOf returns a value as it is read in a document.
func valueOf(t *testing.T, l *Lenient, text string) Value {
	t.Helper()
	doc, err := l.Parse("f", []byte("k: "+text+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := doc.Entries()
	if err != nil {
		t.Fatal(err)
	}
	return entries[0].Value
}

// show returns a value as text, "!" for an error.
func show[T any](v T, err error) string {
	if err != nil {
		return "!"
	}
	return fmt.Sprint(v)
}

// An alias refers to the anchor that was set last before it.
func TestAliasesInOrder(t *testing.T) {
	doc, err := Parse("f", []byte("a: &x one\nb: *x\nc: &x [two]\nd: *x\n"))
	if err != nil {
		t.Fatal(err)
	}
	var b string
	var d []string
	list := ListOf(Value.Text)
	err = doc.Keys(Fields{"a": Only(Value.Text), "b": Into(&b, Value.Text), "c": Only(list), "d": Into(&d, list)})
	if err != nil || b != "one" || fmt.Sprint(d) != "[two]" {
		t.Errorf("got %q, %q, %v", b, d, err)
	}
	_, err = Parse("f", []byte("a: *x\nb: &x one\n"))
	if err == nil || err.Error() != "f:1:4: no anchor &x before the alias *x" {
		t.Errorf("got %v", err)
	}
}

// A file may have exactly the largest size.
func TestSize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for size, fits := range map[int]bool{maxSize: true, maxSize + 1: false} {
		text := "a: b\n#" + strings.Repeat("x", size-7) + "\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := ReadFile(path)
		if fits != (err == nil) || err != nil && !strings.Contains(err.Error(), path+": too large") {
			t.Errorf("a file of %d bytes: got %v", size, err)
		}
		if _, err := Parse("f", []byte(text)); fits != (err == nil) || err != nil && !strings.HasPrefix(err.Error(),
			"f: ") {
			t.Errorf("%d bytes: got %v", size, err)
		}
	}
}

// shapes are texts that nest or repeat without end.
var shapes = []string{"[", "{a: ", "[{a: ", "- ", "? ", "!a ", "a:\n", "a: b\n", "? a\n", "- ["}

// Without the bound, the largest of these files would take seconds each. A stuck parser would fail by the time limit of
// the whole test.
func TestShapes(t *testing.T) {
	for _, shape := range shapes {
		_, err := Parse("f", []byte(strings.Repeat(shape, maxSize/len(shape))))
		if err == nil || !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), "more than 10000") {
			t.Errorf("%q: got %v", shape, err)
		}
	}
	for _, text := range []string{strings.Repeat("- &a !b c\n", maxMarks/2), strings.Repeat("a: b\n", maxMarks),
		"a: '" + strings.Repeat("[", maxMarks+1) + "'\n"} {
		if _, err := Parse("f", []byte(text)); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// FuzzParse reads every value of a document in every way. Nothing may panic, every error must name the file, and
// lenient reading must accept everything that strict reading accepts.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a: 1\n", "a: &x [*x]\n", "? [a]\n: b\n", "a: |\n  b\nc: >-\n  d\n",
		"- {a: !!int b}\n", "<<: {a: b}\n", "%YAML 1.2\n---\na\n", "a: 'b\n", "\t", "*a : b\n", "a: *b\n",
		"\ufeffa: yes\nb: 1_0\nc: \"2\"\nb: 1_0\n", "---\n---\na: 1\n", "%YAML 1.1\n---\na: Off\r\n"} {
		f.Add([]byte(seed))
	}
	for _, shape := range shapes {
		f.Add([]byte(strings.Repeat(shape, maxSize/len(shape))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Parse("f", data)
		if err == nil {
			err = visit(doc, 0)
		}
		named := func(err error) {
			if err != nil && !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("the error does not begin with the file: %q", err)
			}
		}
		named(err)
		doc, mistake := (&Lenient{Warn: func(err error, _ string) { named(err) }}).Parse("f", data)
		if mistake == nil {
			mistake = visit(doc, 0)
		}
		if named(mistake); err == nil && mistake != nil {
			t.Errorf("an error only in lenient reading: %v", mistake)
		}
	})
}

func visit(v Value, depth int) error {
	if depth > 6 { // an alias may stand within its own anchor
		return nil
	}
	_, e1 := v.Text()
	_, e2 := v.Scalar()
	_, e3 := v.Int()
	_, e4 := v.Float()
	_, e5 := v.Bool()
	list, e6 := v.List()
	entries, e7 := v.Entries()
	errs := []error{e1, e2, e3, e4, e5, e6, e7}
	for _, e := range entries {
		list = append(list, e.At, e.Value)
	}
	for _, element := range list[:min(len(list), 3)] {
		errs = append(errs, visit(element, depth+1))
	}
	return errors.Join(errs...)
}

// TestLenientScalars: how values are read where reading is lenient, as TestScalars has it where it is strict.
func TestLenientScalars(t *testing.T) {
	for _, c := range []struct{ yaml, text, integer, float, boolean, elements string }{
		{"yes", "yes", "!", "!", "true", "1"},
		{"Yes", "Yes", "!", "!", "true", "1"},
		{"ON", "ON", "!", "!", "true", "1"},
		{"no", "no", "!", "!", "false", "1"},
		{"Off", "Off", "!", "!", "false", "1"},
		{"y", "y", "!", "!", "!", "1"},
		{"N", "N", "!", "!", "!", "1"},
		{"oN", "oN", "!", "!", "!", "1"},
		{"'yes'", "yes", "!", "!", "!", "1"},
		{"TRUE", "TRUE", "!", "!", "true", "1"},
		{"3", "3", "3", "3", "!", "1"},
		{"'3'", "3", "3", "3", "!", "1"},
		{"'03'", "03", "!", "!", "!", "1"},
		{"007", "007", "7", "7", "!", "1"},
		{"010", "010", "!", "!", "!", "1"},
		{"3.0", "3.0", "3", "3", "!", "1"},
		{"3.5", "3.5", "!", "3.5", "!", "1"},
		{"1e3", "1e3", "1000", "1000", "!", "1"},
		{"1e9999", "1e9999", "!", "!", "!", "1"},
		{"1_000", "1_000", "1000", "1000", "!", "1"},
		{"1_0.5", "1_0.5", "!", "10.5", "!", "1"},
		{"0x10", "0x10", "!", "!", "!", "1"},
		{"1:30", "1:30", "!", "!", "!", "1"},
		{"2019-01-01", "2019-01-01", "!", "!", "!", "1"},
		{"3 MiB", "3 MiB", "!", "!", "!", "1"},
		{"", "!", "!", "!", "!", "!"},
		{"{a: b}", "!", "!", "!", "!", "!"},
		{"[a, b]", "!", "!", "!", "!", "2"},
	} {
		v := valueOf(t, &Lenient{Warn: func(error, string) {}}, c.yaml)
		list, err := v.List()
		got := []string{show(v.Text()), show(v.Int()), show(v.Float()), show(v.Bool()), show(len(list), err)}
		if diff := cmp.Diff([]string{c.text, c.integer, c.float, c.boolean, c.elements}, got); diff != "" {
			t.Errorf("%q as text, int, float, bool, elements (-want +got):\n%s", c.yaml, diff)
		}
	}
}

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

// A key is not taken for a misspelling of another key in the same mapping.
func TestUnwritten(t *testing.T) {
	v, err := Parse("problem.yaml", []byte("validator_flags: a\nvalidator_args: b\n"))
	if err != nil {
		t.Fatal(err)
	}
	err = v.Keys(Fields{"validator_flags": Only(Value.Text)})
	if want := `problem.yaml:2:1: unknown key "validator_args"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A key must be closer to a known one to count as a misspelling than to be offered as a suggestion.
func TestMisspelt(t *testing.T) {
	known := []string{"name", "source", "time_limit", "keywords"}
	for written, want := range map[string]bool{"nam": true, "time_limt": true, "timelimit": true, "keyword": true,
		"note": false, "score": false, "name": false, "tags": false, "limit": false} {
		if got := Misspelt(written, known); got != want {
			t.Errorf("%q: got %v, want %v", written, got, want)
		}
	}
}

// A map, wherever it is in a file, becomes a file with the same values.
func TestDocument(t *testing.T) {
	for _, c := range []struct{ yaml, want string }{
		{"m: {a: [1, 1e-6, 'x: y'], b: {c: d}}\n", "{a: [1, 1e-6, 'x: y'], b: {c: d}}\n"},
		{"m:\n    a:\n        - b: c # why\n          d: 0.10\n        - [e]\n    f: \"1\"\n",
			"a:\n    - b: c\n      d: 0.10\n    - [e]\nf: \"1\"\n"},
		{"m:\n  a: |\n    two\n    lines\n  b:\n    c: true\n", "a: |\n    two\n    lines\nb:\n  c: true\n"},
		{"m: {}\n", "{}\n"},
	} {
		doc, err := Parse("a.yaml", []byte(c.yaml))
		if err != nil {
			t.Fatal(err)
		}
		m, _ := doc.Get("m")
		for range 2 { // asking twice changes nothing
			if got, err := m.Document(); got != c.want || err != nil {
				t.Errorf("%q: got %q, %v, want %q", c.yaml, got, err, c.want)
			}
		}
	}
}
