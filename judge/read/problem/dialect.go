package problem

import (
	"slices"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// dialect holds what differs between the formats. readMetadata chooses the dialect of a package. Other code checks
// these fields instead of the format's name.
type dialect struct {
	roots       []string          // allowed names at the top of a package, besides those of files marked as used
	renamed     map[string]string // maps the other dialect's names at the top of a package to this dialect's
	extensions  []string          // of a test's files; if one extension ends with another, the longer one comes first
	validators  []string          // the folders of the input validators
	checkers    string            // the folder of the output validators
	multipliers Multipliers       // the default multipliers

	finish func(*Problem, yaml.Value) error // checks problem.yaml as a whole and reads the files beside it
	expect func(*Problem, layout) error     // reads the expectations for submissions

	tolerant          bool // problem.yaml may have unknown keys, keys without values, and malformed texts
	customOnly        bool // output validators are used only if problem.yaml has "validation: custom"
	noSubmissionsFile bool // the format has no submissions.yaml
	loneInteractions  bool // an .interaction file needs no test beside it
	needsSecret       bool // a package must have secret tests
	python2           bool // programs in Python 2 may have the extension .py

	grading
}

// grading says how the settings and scores of groups of tests are read. A draft of the format 2025-09 may use the
// grading of the legacy formats.
type grading struct {
	graders   bool   // every folder of tests is a group with a grader
	groupFile string // the file with the settings of a group
	decode    func(*configs, yaml.Value, *config, string) error
	scheme    func(w *testWalk, tests []string) *score.Scheme
}

// The dialects of the format 2025-09 and of the formats before it. Polygon packages use the older dialect, which is
// closer to their format.
var (
	today = dialect{
		roots: []string{"statement", "solution", "attachments", "data", "submissions", "static_validator",
			"output_validator", "input_visualizer", "output_visualizer", "generators", "mutants.yaml"},
		renamed: map[string]string{
			"problem_statement": "statement", "output_validators": "output_validator", "solutions": "solution",
			"input_format_validators": "input_validators", "static_validators": "static_validator",
		},
		extensions:  append(slices.Clip(testExtensions), ".yaml", ".files"),
		validators:  []string{"input_validators"},
		checkers:    checkerFolder,
		multipliers: Multipliers{2000, 1500},
		finish:      (*Problem).finishToday,
		expect:      (*Problem).readExpectations,
		grading:     grading{groupFile: groupConfig, decode: (*configs).decodeGroup, scheme: (*testWalk).standard},
	}
	before = dialect{
		roots: []string{"problem_statement", "attachments", "data", "submissions", "output_validators", "generators",
			"problem.pdf", "problem.html", "problem.txt", "mutants.yaml"},
		renamed:           map[string]string{"statement": "problem_statement", "output_validator": "output_validators"},
		extensions:        append(slices.Clip(testExtensions), ".hint", ".desc"),
		validators:        []string{"input_validators", "input_format_validators"},
		checkers:          checkersFolder,
		multipliers:       Multipliers{5000, 2000},
		finish:            (*Problem).readBeside,
		expect:            (*Problem).expectLegacy,
		tolerant:          true,
		customOnly:        true,
		noSubmissionsFile: true,
		loneInteractions:  true,
		needsSecret:       true,
		python2:           true,
		grading: grading{graders: true, groupFile: legacy.GroupFile, decode: (*configs).decodeGrader,
			scheme: (*testWalk).graded},
	}
	testExtensions = []string{".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction",
		".in", ".ans", ".out", ".png", ".jpg", ".jpeg", ".svg"}
)
