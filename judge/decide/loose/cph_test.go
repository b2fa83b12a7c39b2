package loose

import (
	"crypto/md5"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// sumOf returns the checksum in the name of cph's file for the program at a path.
func sumOf(path string) string {
	sum := md5.Sum([]byte(path))
	return hex.EncodeToString(sum[:])
}

// one returns a file of cph with one test.
func one(source, input string) string {
	return `{"name": "A", "url": "https://example.org", "interactive": false, "memoryLimit": 256, "timeLimit": 1500, ` +
		`"group": "local", "local": true, "srcPath": "` + source + `", "tests": [{"id": 1700000000, "input": "` + input +
		`\n", "output": "3\r\n"}]}`
}

// TestCph: a file is found by name, by path, and after the folder has moved.
func TestCph(t *testing.T) {
	other := strings.Repeat("0", 32)
	for _, c := range []struct {
		name  string
		files map[string]string // HERE is the folder, SUM that of a.go there
		want  string            // inputs
		notes string
	}{
		{name: "none", files: nil},
		{name: "of this place", files: map[string]string{"a.go_SUM.prob": one("a.go", "1"),
			"a.go_" + other + ".prob": "{"}, want: "1"},
		{name: "of an older version", files: map[string]string{".a.go_SUM.prob": one("HERE/a.go", "1")}, want: "1"},
		{name: "moved", files: map[string]string{".a.go_" + other + ".prob": one("/x/a.go", "1"),
			".b.go_" + other + ".prob": one("/x/b.go", "2")}, want: "1"},
		{name: "by its path", files: map[string]string{".a.go_" + other + ".prob": one("HERE/a.go", "1"),
			".a.go_" + strings.Repeat("1", 32) + ".prob": one("/x/a.go", "2")}, want: "1"},
		{name: "of two places", files: map[string]string{".a.go_" + other + ".prob": one("/x/a.go", "1"),
			".a.go_" + strings.Repeat("1", 32) + ".prob": one("/y/a.go", "2")},
			notes: ".cph/.a.go_" + other + ".prob and .cph/.a.go_" + strings.Repeat("1", 32) +
				".prob are left out: both may belong to a.go; remove one"},
		{name: "of another name", files: map[string]string{"x.prob": one(`C:\\contest\\a.go`, "1"), "y.prob": "no JSON",
			"z.prob": one("b.go", "2")}, want: "1"},
		{name: "of another program", files: map[string]string{".b.go_" + other + ".prob": one("b.go", "1")}, want: "1"},
		{name: "no answer", files: map[string]string{"a.go_SUM.prob": `{"tests": [{"input": "", "output": ""},
			{"input": "2", "output": ""}]}`}, want: "2 -",
			notes: "test 1 of .cph/a.go_SUM.prob is left out: it is empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lay(t, "a.go")
			here, err := os.Getwd()
			judgetest.Check(t, err)
			mine := strings.NewReplacer("HERE", here, "SUM", sumOf(filepath.Join(here, "a.go")))
			for name, text := range c.files {
				judgetest.Write(t, filepath.Join(".cph", mine.Replace(name)), mine.Replace(text))
			}
			f, err := Open(t.Context(), "a.go", Options{TestsOptional: true})
			judgetest.Check(t, err)
			defer f.Close()
			var got []string
			for _, test := range f.Problem.Tests {
				text, err := os.ReadFile(test.Input)
				judgetest.Check(t, err)
				got = append(got, strings.TrimSpace(string(text)))
				if test.Answer == "" {
					got = append(got, "-")
				} else if text, err := os.ReadFile(test.Answer); err != nil || string(text) != "3\n" {
					t.Errorf("the answer is %q, %v", text, err)
				}
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(mine.Replace(c.notes), strings.Join(f.Tests.Notes, "; ")); diff != "" {
				t.Error(diff)
			}
			want := UsualTime
			if c.want == "1" {
				want = 1500 * time.Millisecond
			}
			if got := f.Problem.Limits.Time; got != want {
				t.Errorf("the time limit is %v, want %v", got, want)
			}
		})
	}
}

// TestCphBeside: a file that names no program belongs to every program. Its tests come after those in files, flags win
// over its limits, and --tests leaves it out.
func TestCphBeside(t *testing.T) {
	lay(t, "a.go b.go 1.in 1.ans tests/2.in")
	judgetest.Write(t, ".cph/x.prob", one("", "7"))
	for _, name := range []string{"a.go", "b.go"} {
		f, err := Open(t.Context(), name, Options{})
		judgetest.Check(t, err)
		defer f.Close()
		if len(f.Problem.Tests) != 3 || f.Problem.Tests[2].Name != "cph/1" || f.Page != "https://example.org" ||
			f.Problem.Limits.Time != 1500*time.Millisecond || f.Known.Memory != 256<<20 {
			t.Errorf("%v %v %v %s", f.Problem.Tests, f.Problem.Limits, f.Known, f.Page)
		}
		if got := f.Display(f.Problem.Tests[2].Input); got != ".cph/x.prob, test 1" {
			t.Error(got)
		}
	}
	if f, err := Open(t.Context(), "a.go", Options{Time: time.Second}); err != nil ||
		f.Problem.Limits.Time != time.Second {
		t.Errorf("with a time limit: %v, %v", f, err)
	}
	if f, err := Open(t.Context(), "a.go", Options{Tests: "tests"}); err != nil || len(f.Problem.Tests) != 1 ||
		f.Known.Time != 0 || f.Problem.Limits.Time != UsualTime {
		t.Errorf("with --tests: %v, %v", f, err)
	}
}

// TestCphOdd: a FIFO does not block, and a file called .cph is ignored.
func TestCphOdd(t *testing.T) {
	lay(t, "a.go 1.in .cph")
	f, err := Open(t.Context(), "a.go", Options{})
	if err != nil || len(f.Problem.Tests) != 1 {
		t.Errorf("%v, %v", f, err)
	}
	lay(t, "a.go 1.in")
	name := ".cph/.a.go_" + strings.Repeat("0", 32) + ".prob"
	judgetest.Write(t, name+"/x", "")
	if _, err := Open(t.Context(), "a.go", Options{}); err == nil || !strings.Contains(err.Error(), name) {
		t.Error(err)
	}
}

// TestCphErrors: an unreadable file of the program is an error.
func TestCphErrors(t *testing.T) {
	name := ".cph/.a.go_" + strings.Repeat("0", 32) + ".prob"
	for text, want := range map[string]string{
		"":                          ": this is not what cph writes: ",
		"{\n\"tests\":\n]":          ": this is not what cph writes: ",
		`{"tests": [{"input": 1}]}`: ": this is not what cph writes: ",
		`{"timeLimit": "1"}`:        ": this is not what cph writes: ",
		`{"interactive": true}`:     ": the problem is interactive; write its interactor, such as interactor.cpp, ",
		`{"tests": [` + strings.Repeat("{},", maxTests) + "{}]}": ": 10001 tests; at most 10000 are read; ",
	} {
		lay(t, "a.go 1.in")
		judgetest.Write(t, name, text)
		if _, err := Open(t.Context(), "a.go", Options{Roles: every}); err == nil ||
			!strings.HasPrefix(err.Error(), name+want) {
			t.Errorf("%.40s:\n got %v\nwant %s", text, err, name+want)
		}
	}
}

// FuzzProb: whatever a file of cph holds, the result is bounded.
func FuzzProb(f *testing.F) {
	for _, text := range []string{one("a.go", "1"), `{"timeLimit": -1, "memoryLimit": 1e300, "tests": null}`,
		"\ufeff{\"tests\": [{\"input\": \"1\\r\\n\"}]}", "[]", "{"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var p prob
		if err := p.parse(text); err != nil {
			if !strings.Contains(err.Error(), "this is not ") && !strings.Contains(err.Error(), "at most") {
				t.Error(err)
			}
			return
		}
		known := p.limits()
		if known.Time < 0 || known.Time > 1e6*time.Second || known.Memory < 0 || known.Memory > 1<<40 ||
			len(p.Tests) > maxTests {
			t.Errorf("%+v", known)
		}
	})
}
