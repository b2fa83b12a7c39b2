package problem

import (
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// TestSchema: the schemas are made from the readers.
func TestSchema(t *testing.T) {
	p := Problem{Scoring: &score.Scheme{}, Tests: []Test{{Name: "sample/1"}}, reading: reading{format: format2025}}
	c := newConfigs(&Problem{reading: reading{format: format2025}, scored: true})
	for name, file := range map[string]struct {
		description string
		read        func(yaml.Value) error
	}{
		"problem": {"a problem: its name, type and limits", p.decodeMetadata},
		"test": {"the settings of one test; the file has the name of the test",
			func(doc yaml.Value) error { return doc.Keys(c.testFields(&config{})) }},
		"test_group": {"the settings of a group of tests",
			func(doc yaml.Value) error { return c.decodeGroup(doc, &config{}, score.Secret) }},
		"submissions": {"what verdicts are expected of submissions", p.decodeExpectations},
		"judge": {"the online judge that a problem is from, and the problem's id there",
			func(doc yaml.Value) error { return p.decodeJudge(doc, "judges.yaml", nil) }},
		"judges": {"online judges, and what is known of them",
			func(doc yaml.Value) error { _, err := decodeJudges(doc, nil); return err }},
		"ladder": {"the order of solutions on a ladder, from the plainest to the fastest", yaml.Only(decodeLadder)},
	} {
		judgetest.Golden(t, "../schema/"+name+".json", yaml.Schema(name+".yaml", file.description, file.read))
	}
}
