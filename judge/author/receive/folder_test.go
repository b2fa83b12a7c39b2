package receive

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// recorded returns the messages of the extension in testdata.
func recorded(t testing.TB) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.json")
	judgetest.Check(t, err)
	forms := make(map[string]string)
	for _, path := range paths {
		forms[strings.TrimSuffix(filepath.Base(path), ".json")] = judgetest.Read(t, path)
	}
	return forms
}

func judges(t testing.TB) map[string]problem.OnlineJudge {
	t.Helper()
	judges, err := problem.Judges(problem.Tree("../../.."))
	judgetest.Check(t, err)
	return judges
}

// TestFolders checks the files in the folder of each recorded message.
func TestFolders(t *testing.T) {
	var got strings.Builder
	forms := recorded(t)
	for _, name := range []string{"poj", "poj-sudoku", "hdu", "spoj", "zoj", "codeforces", "luogu", "chinese", "unset",
		"files", "interactive", "hostile", "hostile-id"} {
		task, err := Decode([]byte(forms[name]))
		judgetest.Check(t, err)
		p, notes := task.Folder(judges(t))
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
	judgetest.Golden(t, "testdata/folders.txt", got.String())
}

// TestFolderName checks the names of folders for addresses of pages.
func TestFolderName(t *testing.T) {
	for address, want := range map[string]string{
		"https://atcoder.jp/contests/abc086/tasks/abc086_b":                    "abc086_b",
		"https://atcoder.jp/contests/abc042/tasks/arc058_a":                    "abc042_arc058_a",
		"https://codeforces.com/contest/954/problem/G":                         "954_g",
		"https://codeforces.com/problemset/problem/954/G":                      "954_g",
		"https://codeforces.com/gym/101021/problem/1":                          "101021_1",
		"https://codeforces.com/group/x/contest/219432/problem/B2":             "219432_b2",
		"https://www.codechef.com/START01/problems/CHEFSUM":                    "start01_chefsum",
		"https://www.codechef.com/problems/CHEFSUM":                            "chefsum",
		"https://open.kattis.com/problems/hello":                               "kattishello",
		"https://acm.timus.ru/problems/7":                                      "timus7",
		"https://open.kattis.com/contests/abcdef/problems/hello":               "abcdef_hello",
		"https://cses.fi/problemset/task/1068":                                 "cses1068",
		"https://usaco.org/index.php?page=viewproblem2&cpid=42":                "usaco42",
		"http://poj.org/problem?id=3074":                                       "poj3074",
		"https://www.luogu.com.cn/problem/P1001":                               "luogup1001",
		"https://example.com/problems/../../etc/passwd":                        "etc_passwd",
		"https://example.com/contest/..%2F..%2Fetc/problem/%2e%2e":             "etc",
		"https://example.com/contests/" + strings.Repeat("a", 99) + "/tasks/b": strings.Repeat("a", 60),
		"https://example.com/":                                                 "the-name",
		"nothing":                                                              "the-name",
	} {
		task := Task{Name: "The Name!", URL: address}
		if folder, _ := task.Folder(judges(t)); folder.Name != want {
			t.Errorf("%s: got %q, want %q", address, folder.Name, want)
		}
	}
	if got := (Task{Name: "過河卒"}).folder(judges(t)["none"], ""); got != "problem" {
		t.Errorf("without a name: %q", got)
	}
}

// TestMake: a folder is made completely or not at all. An existing folder stays; that of another problem gets a new
// name.
func TestMake(t *testing.T) {
	t.Chdir(t.TempDir())
	make := func(task Task) (string, error) {
		p, _ := task.Folder(judges(t))
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
		name, err := make(c.task)
		if name != c.want || errors.Is(err, scaffold.ErrExists) != c.exists || err != nil && !c.exists {
			t.Errorf("%s: %q, %v", c.task.URL, name, err)
		}
	}
	judgetest.Write(t, "7_a/1.in", "edited\n")
	judgetest.Write(t, "7_a/a.cpp", "mine\n")
	name, err := make(first)
	if name != "7_a" || !errors.Is(err, scaffold.ErrExists) || judgetest.Read(t, "7_a/1.in") != "edited\n" {
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
		if _, err := make(Task{Name: "x"}); err == nil || errors.Is(err, scaffold.ErrExists) {
			t.Errorf("in a folder that cannot be written: %v", err)
		}
	}
}

// TestMebibytes converts limits of online judges, in KiB, as the extension sends them.
func TestMebibytes(t *testing.T) {
	for _, mib := range []int{16, 32, 62, 64, 100, 125, 128, 250, 256, 512, 1000, 1024} {
		if got := mebibytes(float64(mib*1024/1000), 1000); int(got) != mib {
			t.Errorf("%d MiB come back as %v", mib, got)
		}
		if got := mebibytes(float64(mib), 1024); int(got) != mib {
			t.Errorf("%d MiB, divided by 1024, come back as %v", mib, got)
		}
	}
	for _, c := range []struct {
		megabytes float64
		kilobytes int64
		want      float64
	}{{31.25, 1024, 31}, {10, 1000, 10}, {30, 1000, 30}, {65.536, 1000, 64}, {256, 0, 256}, {62.5, 0, 62}} {
		if got := mebibytes(c.megabytes, c.kilobytes); got != c.want {
			t.Errorf("%v MB of %d KiB: got %v, want %v", c.megabytes, c.kilobytes, got, c.want)
		}
	}
}

func TestDecode(t *testing.T) {
	for body, want := range map[string]string{
		"":                        "not a problem from Competitive Companion: unexpected end",
		"[]":                      "not a problem from Competitive Companion: json: cannot unmarshal array",
		"{}":                      "it has neither a name nor a url",
		`{"name": 1}`:             "json: cannot unmarshal number",
		`{"name": "a"} {}`:        "after top-level value",
		`{"name": "a", "x": [1]}`: "",
		`{"url": "http://a.b/c"}`: "",
		`{"name": "a", "tests": [` + strings.Repeat("{},", 1000) +
			`{}]}`: "the problem has 1001 samples; at most 1000 are accepted",
	} {
		_, err := Decode([]byte(body))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40s: %v", body, err)
		}
	}
}

// FuzzFolder: for every message, a folder can be made in the working directory, and nowhere else.
func FuzzFolder(f *testing.F) {
	for _, form := range recorded(f) {
		f.Add([]byte(form))
	}
	known := judges(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		task, err := Decode(body)
		if err != nil {
			return
		}
		folder, _ := task.Folder(known)
		if plainName(folder.Name) != folder.Name || folder.Name == "" {
			t.Fatalf("a folder called %q", folder.Name)
		}
		if folder.Time < 0 || folder.Memory < 0 {
			t.Errorf("limits %v, %d bytes", folder.Time, folder.Memory)
		}
		dir := t.TempDir()
		judgetest.Check(t, folder.Make(dir))
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 || entries[0].Name() != folder.Name {
			t.Errorf("%v, %v", entries, err)
		}
	})
}

// form encodes a task as the extension does.
func form(t testing.TB, task Task) string {
	body, err := json.Marshal(task)
	judgetest.Check(t, err)
	return string(body)
}
