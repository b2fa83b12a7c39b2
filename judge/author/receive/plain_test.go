package receive

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/judgetest"
)

// TestPlain: the folder of each form, by its files.
func TestPlain(t *testing.T) {
	var got strings.Builder
	forms := recorded(t)
	for _, name := range []string{"poj-sudoku", "hdu", "codeforces", "chinese", "unset", "files", "interactive",
		"hostile", "hostile-id"} {
		task, err := Decode([]byte(forms[name]))
		judgetest.Check(t, err)
		p, notes := task.Plain(judges(t))
		fmt.Fprintf(&got, "%s: %s %q, %v, %d MiB, %d samples\n", name, p.Name, p.Title, p.Time, p.Memory>>20, p.Samples)
		for _, note := range notes {
			fmt.Fprintf(&got, "  %s\n", note)
		}
		for _, f := range p.Files {
			fmt.Fprintf(&got, "  %s %d bytes\n", f.Path, len(f.Text))
		}
		if last := p.Files[len(p.Files)-1]; name == "hdu" {
			got.WriteString(last.Text)
		}
	}
	judgetest.Golden(t, "testdata/plain.txt", got.String())
}

// TestFolder: what the folders are called, by the addresses of pages as browsers show them.
func TestFolder(t *testing.T) {
	for address, want := range map[string]string{
		"https://atcoder.jp/contests/abc086/tasks/abc086_b":                    "abc086_b",
		"https://atcoder.jp/contests/abc042/tasks/arc058_a":                    "abc042_arc058_a",
		"https://codeforces.com/contest/954/problem/G":                         "954_g",
		"https://codeforces.com/problemset/problem/954/G":                      "954_g",
		"https://codeforces.com/gym/101021/problem/1":                          "101021_1",
		"https://codeforces.com/group/x/contest/219432/problem/B2":             "219432_b2",
		"https://www.codechef.com/START01/problems/CHEFSUM":                    "start01_chefsum",
		"https://www.codechef.com/problems/CHEFSUM":                            "chefsum",
		"https://open.kattis.com/problems/hello":                               "hello",
		"https://open.kattis.com/contests/abcdef/problems/hello":               "abcdef_hello",
		"https://cses.fi/problemset/task/1068":                                 "cses1068",
		"https://usaco.org/index.php?page=viewproblem2&cpid=42":                "usaco42",
		"http://poj.org/problem?id=3074":                                       "poj3074",
		"https://www.luogu.com.cn/problem/P1001":                               "p1001",
		"https://example.com/problems/../../etc/passwd":                        "passwd",
		"https://example.com/contest/..%2F..%2Fetc/problem/%2e%2e":             "the-name",
		"https://example.com/contests/" + strings.Repeat("a", 99) + "/tasks/b": strings.Repeat("a", 60),
		"https://example.com/":                                                 "the-name",
		"nothing":                                                              "the-name",
	} {
		task := Task{Name: "The Name!", URL: address}
		spec, _ := task.spec(judges(t))
		if got := task.folder(spec.Judge, spec.ID); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
	if got := (Task{Name: "過河卒"}).folder(judges(t)["none"], ""); got != "problem" {
		t.Errorf("without a name: %q", got)
	}
}

// TestPlainMake: a folder is made whole; what is there stays, and of another problem it takes another name.
func TestPlainMake(t *testing.T) {
	t.Chdir(t.TempDir())
	make := func(task Task) (string, error) {
		p, _ := task.Plain(judges(t))
		err := p.Make(".")
		return p.Name, err
	}
	first := Task{Name: "Sum", URL: "https://a.example/contest/7/problem/A", TimeLimit: 2000, MemoryLimit: 256,
		Tests: []Test{{"1 2", "3"}}}
	other := first
	other.URL, other.Tests = "https://b.example/contest/7/problem/A", []Test{{"1 2", "4"}}
	for _, c := range []struct {
		task   Task
		want   string
		exists bool
	}{{first, "7_a", false}, {first, "7_a", true}, {other, "7_a-2", false}, {other, "7_a-2", true}} {
		if name, err := make(c.task); name != c.want || scaffold.Exists(err) != c.exists || err != nil && !c.exists {
			t.Errorf("%s: %q, %v", c.task.URL, name, err)
		}
	}
	judgetest.Write(t, "7_a/1.in", "edited\n")
	judgetest.Write(t, "7_a/a.cpp", "mine\n")
	if name, err := make(first); name != "7_a" || !scaffold.Exists(err) || judgetest.Read(t, "7_a/1.in") != "edited\n" {
		t.Errorf("edited: %q, %v", name, err)
	}
	found, err := filepath.Glob("*")
	judgetest.Check(t, err)
	hidden, err := filepath.Glob(".*")
	judgetest.Check(t, err)
	if !slices.Equal(found, []string{"7_a", "7_a-2"}) || len(hidden) > 0 {
		t.Errorf("left: %q, %q", found, hidden)
	}
	if os.Geteuid() != 0 {
		judgetest.Check(t, os.Chmod(".", 0o555))
		if _, err := make(Task{Name: "x"}); err == nil || scaffold.Exists(err) {
			t.Errorf("in a folder that cannot be written: %v", err)
		}
	}
}
