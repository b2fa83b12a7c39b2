package strictyaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ExampleLenient reads a file that was written for a reader of YAML 1.1, with a key that is for people.
func ExampleLenient() {
	warn := func(err error, effect string) { fmt.Printf("%v (%s)\n", err, effect) }
	l := &Lenient{Warn: warn, People: []string{"name"}}
	doc, err := l.Parse("problem.yaml", []byte("name: [a]\nshared: yes\ncolour: red\n"))
	if err != nil {
		panic(err)
	}
	var name string
	var shared bool
	err = doc.Keys(Fields{"name": Into(&name, Value.Text), "shared": Into(&shared, Value.Bool)})
	fmt.Println(shared, err)
	// Output:
	// problem.yaml:1:7: want a string, got a list ()
	// problem.yaml:2:9: want true or false, got the string "yes" (read as true)
	// problem.yaml:3:1: unknown key "colour" (ignored)
	// true <nil>
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

// Each deviation is said once, however often the value is read, and strict reading says nothing.
func TestLenientOnce(t *testing.T) {
	var said []string
	l := &Lenient{Warn: func(err error, effect string) { said = append(said, err.Error()+": "+effect) }}
	doc, err := l.Parse("f", []byte("\ufeffa: 1_0\r\nb: yes\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		entries, _ := doc.Entries()
		entries[0].Value.Float()
		entries[1].Value.Bool()
	}
	want := "f:1:1: the file begins with a byte-order mark; save it as UTF-8 without one: \n" +
		"f:1:4: want a decimal number, got the number 1_0: read as 10\n" +
		"f:2:4: want true or false, got the string \"yes\": read as true"
	if diff := cmp.Diff(want, strings.Join(said, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
