package problem

import (
	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// format holds the names and defaults of a format. Code that reads a package asks for these, not for its format.
type format struct {
	roots       []string          // names that may stand at the top of a package even if nothing reads them
	renamed     map[string]string // maps other formats' names at the top of a package to this format's
	extensions  []string          // of a test's files; if one extension ends with another, the longer one comes first
	validators  []string          // the folders of the input validators
	checkers    string            // the folder of the output validators
	multipliers Multipliers       // the default multipliers

	// legacy says that the package has no submissions.yaml, so its sources are Unnamed, and legacy.go knows where its
	// checkers and expectations are. Its .py files may be in Python 2, it must have tests in secret, an .interaction
	// file needs no input, and YAML files are Old.
	legacy bool
}

// Polygon packages use formatLegacy, which is closer to their format.
var (
	format2025 = format{
		roots: []string{"statement", "solution", "attachments", "data", "submissions", "static_validator",
			"output_validator", "input_visualizer", "output_visualizer", "generators", "mutants.yaml"},
		renamed: map[string]string{
			"problem_statement": "statement", "output_validators": "output_validator", "solutions": "solution",
			"input_format_validators": "input_validators", "static_validators": "static_validator",
		},
		extensions:  append(testExtensions, ".yaml", ".files"),
		validators:  []string{"input_validators"},
		checkers:    checkerFolder,
		multipliers: Multipliers{2000, 1500},
	}
	formatLegacy = format{
		roots: []string{"problem_statement", "attachments", "data", "submissions", "output_validators", "generators",
			"problem.pdf", "problem.html", "problem.txt", "mutants.yaml"},
		renamed:     map[string]string{"statement": "problem_statement", "output_validator": "output_validators"},
		extensions:  append(testExtensions, ".hint", ".desc"),
		validators:  []string{"input_validators", "input_format_validators"},
		checkers:    checkersFolder,
		multipliers: Multipliers{5000, 2000},
		legacy:      true,
	}
	testExtensions = []string{".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction",
		".in", ".ans", ".out", ".png", ".jpg", ".jpeg", ".svg"}
)

// groupRules say how the settings of groups of tests are written, and how groups are scored.
type groupRules struct {
	file, other string // the name of a group's file of settings, and its name in other formats
	anywhere    bool   // every folder of tests may have settings
	graders     string // the folder of the custom grader; "" if groups have no graders
	decode      func(*configs, yaml.Value, *config, string) error
	scheme      func(*testWalk, []string) *score.Scheme
}

var (
	groups2025 = groupRules{file: groupConfig, other: legacy.GroupFile, decode: (*configs).decodeGroup,
		scheme: (*testWalk).standard}
	gradedGroups = groupRules{file: legacy.GroupFile, other: groupConfig, anywhere: true, graders: "graders",
		decode: (*configs).decodeGrader, scheme: (*testWalk).graders}
)
