package problem

import (
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Forms are the forms of the files that this package reads, as its readers take them, in the format of today.
func Forms() []yaml.Form {
	secret := score.Defaults(score.Secret)
	scheme, _ := score.NewStandard(secret, nil, nil)
	// of a problem that may have every key
	whole := func() *Problem {
		return &Problem{strict: true, scored: true, Scoring: scheme, DataDir: "data"}
	}
	tests := func(fields func(*configs, *config) yaml.Fields) *yaml.Shape {
		return yaml.Describe(func(v yaml.Value) error {
			return v.Keys(fields(newConfigs(whole()), &config{}))
		})
	}
	return []yaml.Form{
		{File: "problem.yaml", Means: "a problem: its name, type and limits",
			Shape: yaml.Describe(whole().decodeMetadata)},
		{File: "judge.yaml", Means: "the online judge that a problem is from, and the problem's id there",
			Shape: yaml.Describe(func(v yaml.Value) error {
				_, _, err := decodeJudge(v, "judges.yaml", nil)
				return err
			})},
		{File: "judges.yaml", Means: "online judges, and what is known of them",
			Shape: yaml.Describe(yaml.Only(decodeJudges))},
		{File: submissionsFile, Means: "what verdicts are expected of submissions",
			Shape: yaml.Describe(whole().decodeExpectations)},
		{File: groupConfig, Means: "the settings of a group of tests",
			Shape: tests(func(c *configs, settings *config) yaml.Fields {
				return c.groupFields(settings, score.Secret, groupConfig)
			})},
		{File: "test.yaml", Means: "the settings of one test; the file has the name of the test",
			Shape: tests(func(c *configs, settings *config) yaml.Fields { return c.testFields(settings, "") })},
		{File: "ladder.yaml", Means: "the order of solutions on a ladder, from the plainest to the fastest",
			Shape: yaml.Describe(yaml.Only(decodeLadder))},
	}
}
