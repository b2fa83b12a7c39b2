package strictyaml

import (
	"errors"
	"fmt"
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
		doc, err := Parse("f", []byte("k: "+c.yaml+"\n"))
		if err != nil {
			t.Errorf("%q: %v", c.yaml, err)
			continue
		}
		entries, err := doc.Entries()
		if err != nil {
			t.Fatal(err)
		}
		v := entries[0].Value
		got := []string{show(v.Text()), show(v.Scalar()), show(v.Int()), show(v.Float()), show(v.Bool())}
		if diff := cmp.Diff([]string{c.text, c.scalar, c.integer, c.float, c.boolean}, got); diff != "" {
			t.Errorf("%q as text, scalar, int, float, bool (-want +got):\n%s", c.yaml, diff)
		}
	}
}

// show is a value as text, "!" for an error.
func show[T any](v T, err error) string {
	if err != nil {
		return "!"
	}
	return fmt.Sprint(v)
}

func TestAliases(t *testing.T) {
	doc, err := Parse("f", []byte("a: &list [x, y]\nb: *list\nc: &d {e: *list}\nd: *d\n"))
	if err != nil {
		t.Fatal(err)
	}
	var a, b, e []string
	list := ListOf(Value.Text)
	inner := func(v Value) error { return v.Keys(Fields{"e": Into(&e, list)}) }
	err = doc.Keys(Fields{"a": Into(&a, list), "b": Into(&b, list), "c": inner, "d": inner})
	if diff := cmp.Diff([][]string{{"x", "y"}, {"x", "y"}, {"x", "y"}}, [][]string{a, b, e}); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"time_limit", "memory", "output", "args"}
	for written, want := range map[string]string{
		"time_limt": "time_limit", "timelimit": "time_limit", "memroy": "memory", "arg": "args", "colour": "", "": "",
	} {
		if want != "" {
			want = " (did you mean " + want + "?)"
		}
		if got := DidYouMean(written, known); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

func TestTooLarge(t *testing.T) {
	_, err := Parse("f", []byte(strings.Repeat("[", maxSize+1)))
	if err == nil || !strings.HasPrefix(err.Error(), "f: ") {
		t.Errorf("got %v", err)
	}
}

// FuzzParse reads every value of a document in every way: nothing panics, and every error names the file.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a: 1\n", "a: &x [*x]\n", "? [a]\n: b\n", "a: |\n  b\nc: >-\n  d\n", "- {a: !!int b}\n", "<<: {a: b}\n", "%YAML 1.2\n---\na\n", "a: 'b\n", "\t", "*a : b\n", "a: *b\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Parse("f", data)
		if err == nil {
			err = visit(doc, 0)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("the error does not begin with the file: %q", err)
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
