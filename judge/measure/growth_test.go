package measure

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/judgetest"
	"dlxjudge/judge/problem"
)

// withGrowth is a problem that has a growth.yaml of that text.
func withGrowth(t testing.TB, text string) *problem.Problem {
	t.Helper()
	p := &problem.Problem{Name: "queens", Dir: t.TempDir()}
	judgetest.Write(t, filepath.Join(p.Dir, "generators", "growth.yaml"), text)
	return p
}

const goodGrowth = "size: rows\nanswer: dlx\ninput: queens -seed {seed} -n {size}\nsizes: [8, 12]\nseeds: 5\n"

func TestReadGrowth(t *testing.T) {
	g, err := ReadGrowth(withGrowth(t, goodGrowth))
	judgetest.Check(t, err)
	want := &Growth{Size: "rows", Answer: "dlx", Input: []string{"queens", "-seed", "{seed}", "-n", "{size}"}, Sizes: []int{8, 12}, Seeds: 5}
	if diff := cmp.Diff(want, g); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"-seed", "3", "-n", "12"}, g.arguments(12, 3)); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
}

func TestReadGrowthErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": "growth.yaml: it needs size, answer, input, sizes and seeds",
		strings.Replace(goodGrowth, "seeds: 5\n", "", 1):      "growth.yaml: it needs size, answer, input, sizes and seeds",
		strings.Replace(goodGrowth, "{size}", "9", 1):         `growth.yaml:3:8: "queens -seed {seed} -n 9" is not a generator with an argument {size}`,
		strings.Replace(goodGrowth, "queens", "../q", 1):      `growth.yaml:3:8: "../q -seed {seed} -n {size}" is not a generator with an argument {size}`,
		strings.Replace(goodGrowth, "[8, 12]", "[8, 0]", 1):   `growth.yaml:4:12: 0: give a number from 1 to 1000000`,
		strings.Replace(goodGrowth, "answer:", "answers:", 1): `growth.yaml:2:1: unknown key "answers" (did you mean answer?)`,
	} {
		_, err := ReadGrowth(withGrowth(t, text))
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: got %v, want … %s", text, err, want)
		}
	}
}

func FuzzReadGrowth(f *testing.F) {
	f.Add(goodGrowth)
	f.Add("sizes: {}\ninput: '{size}'\n")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ReadGrowth(withGrowth(t, text))
		if err == nil && (len(g.Sizes) == 0 || len(g.Input) < 2 || g.Seeds < 1) {
			t.Errorf("%q gives %+v", text, g)
		}
	})
}
