package problem

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// Section "Constants" of the format: which sequences stand for what.
func TestConstants(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, `
-- sum/problem.yaml --
problem_format_version: 2025-09
name: Sum {{n}}
limits: {time_limit: 1}
constants:
  n: 5000000
  half: 0.50
  word: yes
  k: {value: 7, tex: "5,000{,}000"}
-- sum/data/secret/g/1.in --
-- sum/data/secret/g/1.ans --
-- sum/data/secret/g/1.yaml --
args: ["{{n}}"]
-- sum/data/secret/g/test_group.yaml --
output_validator_args: [float_tolerance, {{half}}, "{{none}}"]
`)
	set, err := Load(Package(dir+"/sum"), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	for text, want := range map[string]string{
		"{{n}} {{n.value}} {{k}}/{{k.value}}/{{k.tex}}": "5000000 5000000 7/7/5,000{,}000",
		"{{half}}{{word}}":                     "0.50yes",
		"{{N}} {{n.tex}} {{ n }} {n} {{n}":     "{{N}} {{n.tex}} {{ n }} {n} {{n}",
		"int a[2][1] = {{0},{{{n}}}}; {{{n}}}": "int a[2][1] = {{0},{5000000}}; {5000000}",
	} {
		if got := string(p.Constants.Replace([]byte(text))); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	got := []any{p.Title, p.Tests[0].Args, p.Tests[0].CheckerArgs}
	want := []any{"Sum {{n}}", []string{"{{n}}"}, []string{"float_tolerance", "0.50", "{{none}}"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("they are replaced in test_group.yaml alone (-want +got):\n%s", diff)
	}
}
