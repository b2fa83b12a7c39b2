package receive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/whole"
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
		p, notes := task.Folder(judges(t), Layout{})
		fmt.Fprintf(&got, "%s: %s %q, %v, %d MiB, %d samples\n", name, p.Name, p.Title, p.Time, p.Memory>>20, p.Samples)
		for _, note := range notes {
			fmt.Fprintf(&got, "  %s\n", note)
		}
		for _, f := range p.Files {
			fmt.Fprintf(&got, "  %s %d bytes\n", f.Path, len(f.Text))
		}
		if name == "hdu" {
			got.WriteString(p.prob.text(&p))
		}
	}
	judgetest.Golden(t, "testdata/folders.txt", got.String())
}

// TestAddresses names the folders for the addresses in the tests of Competitive Companion, and some others. No two
// problems get the same folder. A row of the table has the folder, the address and the title.
func TestAddresses(t *testing.T) {
	const table = "testdata/addresses.txt"
	var got strings.Builder
	dir, seen := t.TempDir(), make(map[string]bool)
	language := regexp.MustCompile(`[?&](?:locale|lang)=\w+`)
	for line := range strings.Lines(judgetest.Read(t, table)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		task := Task{URL: strings.ReplaceAll(row[1], "LONG", strings.Repeat("a", 99)), Name: row[2]}
		folder, _ := task.Folder(judges(t), Layout{})
		fmt.Fprintf(&got, "%s\t%s\t%s\n", folder.Name, row[1], row[2])
		same := language.ReplaceAllString(row[1], "")
		if folder.key[0] == '#' || strings.HasSuffix(same, "problems") {
			same += row[2]
		}
		if err := folder.Make(dir); err != nil && !(seen[same] && errors.Is(err, whole.ErrExists)) {
			t.Errorf("%s: %v", row[1], err)
		}
		seen[same] = true
	}
	judgetest.Golden(t, table, got.String())
	if made, err := filepath.Glob(dir + "/*"); len(made) != len(seen) || err != nil {
		t.Errorf("%d folders for %d problems, %v", len(made), len(seen), err)
	}
}

// TestLayouts: the user's patterns and templates decide where files go. What a page says cannot leave the folder, and
// an existing source stays.
func TestLayouts(t *testing.T) {
	goldens, err := filepath.Abs("testdata")
	judgetest.Check(t, err)
	known := judges(t)
	template := t.TempDir() + "/t.cpp"
	judgetest.Write(t, template, "// {name} ({url})\n// {time_limit} s, {memory} MiB; {id} of {contest}, {judge}\n"+
		"vector<int> v{x};\n")
	python := t.TempDir() + "/t.py"
	judgetest.Write(t, python, "# {letter}\n")
	problem := func(address, name string) Task {
		return Task{Name: name, URL: address, TimeLimit: 1500, MemoryLimit: 256, Tests: []Test{{"1", "2"}},
			Input: Stream{"file", "cow.in"}, Output: Stream{"stdout", ""}}
	}
	sum := problem("http://poj.org/problem?id=7", "Sum")
	const cow = "https://codeforces.com/gym/101/problem/B?locale=en"
	for name, c := range map[string]struct {
		layout    Layout
		templates []string
		tasks     []Task
	}{
		"folders": {Layout{Folder: "{judge}/{contest}/{letter}", File: "{judge}/{contest}/{letter}/main.cpp"},
			[]string{template}, []Task{problem(cow, "B. Cow \"*/ \n#include <x>\""), sum}},
		"files": {Layout{Folder: "{id}/", File: "{id}.cpp"}, []string{python},
			[]Task{problem(cow, "B. Cow"), problem("https://codeforces.com/contest/101/problem/B", "B. Bee"),
				problem("https://x.example/p/mine", "Mine"), problem("https://aux.example/aux", "Aux")}},
		"languages": {Layout{Folder: "{id}", File: "{id}/src/s.cpp"}, []string{python, template}, []Task{sum}},
		"usual":     {Layout{}, []string{python, "/nosuch.cpp"}, []Task{problem(cow, "B. Cow")}},
		"missing":   {Layout{}, []string{"/nosuch.cpp"}, []Task{problem(cow, "B. Cow")}},
		"hostile": {Layout{Folder: "cp/{contest}/{letter}-{name}", File: "{contest}.py"}, nil,
			[]Task{problem("https://e.example/../..%2f..%2fetc/..%00", "../../etc/passwd\x1b"),
				problem("https://e.example/con/"+strings.Repeat("b", 300), "..")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			judgetest.Write(t, "mine.cpp", "mine\n")
			c.layout.Templates = c.templates
			var got strings.Builder
			for _, task := range c.tasks {
				folder, notes := task.Folder(known, c.layout)
				judgetest.Check(t, folder.Make("."))
				fmt.Fprintf(&got, "%s %s %q\n", folder.Name, folder.Source, notes)
				again, _ := task.Folder(known, c.layout)
				if err := again.Make("."); !errors.Is(err, whole.ErrExists) || again.Name != folder.Name {
					t.Errorf("again: %s, %v", again.Name, err)
				}
			}
			judgetest.Check(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() {
					fmt.Fprintf(&got, "-- %s --\n%s", path, judgetest.Read(t, path))
				}
				return err
			}))
			judgetest.Golden(t, goldens+"/layout-"+name+".txt", got.String())
		})
	}
}

// TestMake: a folder is made completely or not at all. An existing folder stays; that of another problem gets a new
// name.
func TestMake(t *testing.T) {
	t.Chdir(t.TempDir())
	make := func(task Task) (string, error) {
		p, _ := task.Folder(judges(t), Layout{})
		err := p.Make(".")
		return p.Name, err
	}
	first := Task{Name: "Sum", URL: "https://a.example/contest/7/problem/A", TimeLimit: 2000, MemoryLimit: 256,
		Tests: []Test{{"1 2", "3"}}}
	other := first
	other.URL = "https://b.example/contest/7/problem/A" // with equal samples, as E1 and E2 often have
	for _, c := range []struct {
		task   Task
		want   string
		exists bool
	}{{first, "7_a", false}, {first, "7_a", true}, {other, "7_a-2", false}, {other, "7_a-2", true}} {
		name, err := make(c.task)
		if name != c.want || errors.Is(err, whole.ErrExists) != c.exists || err != nil && !c.exists {
			t.Errorf("%s: %q, %v", c.task.URL, name, err)
		}
	}
	judgetest.Write(t, "7_a/1.in", "edited\n")
	judgetest.Write(t, "7_a/a.cpp", "mine\n")
	name, err := make(first)
	if name != "7_a" || !errors.Is(err, whole.ErrExists) || judgetest.Read(t, "7_a/1.in") != "edited\n" {
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
		if _, err := make(Task{Name: "x"}); err == nil || errors.Is(err, whole.ErrExists) {
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
		folder, _ := task.Folder(known, Layout{})
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
