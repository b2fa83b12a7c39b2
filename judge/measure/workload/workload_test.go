package workload

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	yaml "dlxjudge/judge/read/strictyaml"
)

const good = `answer: dlx
workloads:
  typical:
    cases: 900
    input: queens -seed 1 -cases {cases}
  hard: {cases: 5, input: "queens -n 50 -cases={cases}"}
growth:
  size: rows
  input: queens -n {size} -cases {cases}
  sizes: [8, 12]
  cases: 30
`

func read(text string) (*Set, error) {
	doc, err := yaml.Parse("w.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	return decode(doc)
}

func TestRead(t *testing.T) {
	got, err := read(good)
	judgetest.Check(t, err)
	want := &Set{
		Answer: "dlx",
		Workloads: []Input{
			{Name: "workload/typical", Cases: 900, Generator: "queens", Args: []string{"-seed", "1", "-cases",
				"{cases}"}, Place: "w.yaml:3:3"},
			{Name: "workload/hard", Cases: 5, Generator: "queens", Args: []string{"-n", "50", "-cases={cases}"},
				Place: "w.yaml:6:3"},
		},
		Growth: &Growth{Size: "rows", Inputs: []Input{
			{Name: "growth/8", Cases: 30, Generator: "queens", Args: []string{"-n", "8", "-cases", "{cases}"},
				Place: "w.yaml:8:3"},
			{Name: "growth/12", Cases: 30, Generator: "queens", Args: []string{"-n", "12", "-cases", "{cases}"},
				Place: "w.yaml:8:3"},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{5, 2, 1}, got.Workloads[1].Fewer()); diff != "" {
		t.Errorf("fewer cases (-want +got):\n%s", diff)
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{good, "", `w.yaml: no answer; name the solution whose output becomes the answers: answer: dlx`},
		{good, "answer: dlx\n", `w.yaml: no workloads; add one: workloads: {typical: {cases: 1000, input: "generator -count {cases}"}}`},
		{"answer: dlx", "answer: ''", `w.yaml:1:9: want some text, got an empty string`},
		{"answer:", "answers:", `w.yaml:1:1: unknown key "answers" (did you mean answer?)`},
		{"    cases: 900\n", "", `w.yaml:3:3: workload typical needs cases and input`},
		{"typical:", "very/hard:", `w.yaml:3:3: "very/hard" cannot name a workload; use letters, digits, _ and -`},
		{"-seed 1 -cases {cases}", "-seed 1", `w.yaml:5:12: "queens -seed 1" has no argument {cases}`},
		{"queens -seed", "../queens -seed",
			`w.yaml:5:12: "../queens -seed 1 -cases {cases}" does not begin with the name of a folder in generators`},
		{"cases: 900", "cases: 0", `w.yaml:4:12: 0: give a number from 1 to 1000000`},
		{"-n {size}", "-n 8", `w.yaml:9:10: "queens -n 8 -cases {cases}" has no argument {size}`},
		{"  cases: 30\n", "", `w.yaml:8:3: growth needs size, input, sizes and cases`},
		{"[8, 12]", "[8, 8]", `w.yaml:8:3: growth has the size 8 twice`},
		{"  hard:", "  typical:", `w.yaml:6:3: duplicate key "typical", first at w.yaml:3:3`},
	} {
		_, err := read(strings.Replace(good, c.old, c.new, 1))
		if err == nil || err.Error() != c.want {
			t.Errorf("%q for %q: got %v, want %s", c.new, c.old, err, c.want)
		}
	}
}

func TestSchema(t *testing.T) {
	judgetest.Golden(t, "../../read/schema/workloads.json", yaml.Schema("workloads.yaml",
		"the inputs that \"judge bench\" and \"judge compare\" run for timing", yaml.Only(decode)))
}
