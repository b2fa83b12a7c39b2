package receive

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// recorded are the forms of testdata, as the extension sends them.
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

// TestSpec: what becomes of each form, the limits above all. Those of POJ and HDU come in thousands of KiB, that of HDU
// for Java.
func TestSpec(t *testing.T) {
	var got strings.Builder
	forms := recorded(t)
	for _, name := range []string{
		"poj", "poj-sudoku", "hdu", "spoj", "zoj", "codeforces", "luogu", "chinese", "unset", "files", "interactive",
		"hostile", "hostile-id",
	} {
		task, err := Decode([]byte(forms[name]))
		judgetest.Check(t, err)
		spec, notes, err := task.Spec(judges(t))
		if err != nil {
			fmt.Fprintf(&got, "%s: %v\n", name, err)
			continue
		}
		fmt.Fprintf(&got, "%s: %s %q from %q, judge %q %q, %v, %d MiB, %d samples, unverified %v\n  %s\n",
			name, spec.Name, spec.Title, spec.Source, spec.Judge.Key, spec.ID, spec.Time, spec.Memory>>20,
			len(spec.Samples), spec.Unverified, spec.URL)
		for _, note := range notes {
			fmt.Fprintf(&got, "  %s\n", note)
		}
		for _, s := range spec.Samples {
			if !strings.HasSuffix(s.Input, "\n") || !strings.HasSuffix(s.Answer, "\n") ||
				strings.Contains(s.Input+s.Answer, "\r") {
				t.Errorf("%s: sample %q", name, s)
			}
		}
	}
	judgetest.Golden(t, "testdata/specs.txt", got.String())
}

// TestMebibytes: the limits that online judges have, in KiB, and what the extension makes of them.
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
		"":                        "not a problem as Competitive Companion sends it: EOF",
		"[]":                      "not a problem as Competitive Companion sends it: json: cannot unmarshal array",
		"{}":                      "it has neither a name nor a url",
		`{"name": 1}`:             "json: cannot unmarshal number",
		`{"name": "a"} {}`:        "there is more behind the JSON object",
		`{"name": "a", "x": [1]}`: "",
		`{"url": "http://a.b/c"}`: "",
		`{"name": "a", "tests": [` + strings.Repeat("{},", 1000) +
			`{}]}`: "a problem with 1001 samples; 1000 are taken at most",
	} {
		_, err := Decode([]byte(body))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40s: %v", body, err)
		}
	}
}

func TestOthers(t *testing.T) {
	task := Task{URL: "https://codeforces.com/contest/1/problem/A"}
	others := task.others(strings.Repeat("a", 60))
	if len(others) != 9 || others[0] != strings.Repeat("a", 50)+"codeforces" || others[1] != strings.Repeat("a", 59)+
		"2" {
		t.Error(others)
	}
}

func TestBatches(t *testing.T) {
	var b Batches
	var got []string
	for _, task := range []Task{
		{URL: "a", Batch: Batch{"one", 2}}, {URL: "a", Batch: Batch{"one", 2}}, {URL: "a", Batch: Batch{"two", 1}},
		{URL: "b", Batch: Batch{"one", 2}},
		{URL: "a"}, {URL: "a"}, {URL: "a", Batch: Batch{"three", -1}},
	} {
		first, left := b.Add(task)
		got = append(got, fmt.Sprint(first, left))
	}
	if diff := cmp.Diff([]string{"true 1", "false 1", "true 0", "true 0", "true 0", "true 0", "true 0"},
		got); diff != "" {
		t.Error(diff)
	}
}

// FuzzSpec: whatever comes, its problem can be made, in the checkout and nowhere else, and read again.
func FuzzSpec(f *testing.F) {
	for _, form := range recorded(f) {
		f.Add([]byte(form))
	}
	known := judges(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		task, err := Decode(body)
		if err != nil {
			return
		}
		spec, _, err := task.Spec(known)
		if err != nil {
			return
		}
		for _, name := range append(task.others(spec.Name), spec.Name) {
			judgetest.Check(t, scaffold.CheckName(name))
		}
		if spec.Time < time.Millisecond || spec.Memory < 1<<20 {
			t.Errorf("limits %v, %d bytes", spec.Time, spec.Memory)
		}
		roots, err := scaffold.NewCheckout(t.TempDir())
		judgetest.Check(t, err)
		spec.Template = scaffold.Template{File: "main.go"}
		_, err = spec.Make(roots)
		judgetest.Check(t, err)
		set, err := problem.Load(roots, nil)
		judgetest.Check(t, err)
		if len(set.Problems) != 1 || len(set.Problems[0].Tests) != max(len(spec.Samples), 1) {
			t.Errorf("%+v", set.Problems)
		}
	})
}

// form is a task as the extension sends it.
func form(t testing.TB, task Task) string {
	body, err := json.Marshal(task)
	judgetest.Check(t, err)
	return string(body)
}
