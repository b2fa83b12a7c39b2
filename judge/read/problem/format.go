package problem

import "dlxjudge/judge/read/legacy"

// format holds the names and defaults of a format. readMetadata chooses the format of a package.
type format struct {
	legacy      bool              // the format is older than 2025-09
	roots       []string          // names that may stand at the top of a package even if nothing reads them
	renamed     map[string]string // maps other formats' names at the top of a package to this format's
	extensions  []string          // of a test's files; if one extension ends with another, the longer one comes first
	validators  []string          // the folders of the input validators
	checkers    string            // the folder of the output validators
	multipliers Multipliers       // the default multipliers
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
		legacy: true,
		roots: []string{"problem_statement", "attachments", "data", "submissions", "output_validators", "generators",
			"problem.pdf", "problem.html", "problem.txt", "mutants.yaml"},
		renamed:     map[string]string{"statement": "problem_statement", "output_validator": "output_validators"},
		extensions:  append(testExtensions, ".hint", ".desc"),
		validators:  []string{"input_validators", "input_format_validators"},
		checkers:    checkersFolder,
		multipliers: Multipliers{5000, 2000},
	}
	testExtensions = []string{".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction",
		".in", ".ans", ".out", ".png", ".jpg", ".jpeg", ".svg"}
)

// groupFile returns the name of the file with the settings of a group, and the name that it has in other formats.
func (p *Problem) groupFile() (name, other string) {
	if p.graded {
		return legacy.GroupFile, groupConfig
	}
	return groupConfig, legacy.GroupFile
}
