package export

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Copy is a test that stands in a package in the folder of a group that requires it, where the input validators get the
// arguments of that group.
type Copy struct {
	Test problem.Test // with its name there, and those arguments
	Of   string       // its name here
	For  string       // the group that requires it
}

// placed is a test at its place in the package. The formats with copies have arguments by folder, so a copy has those
// of the group that it is put into. The checker's stay: with others, a program might get another verdict.
func (k *plan) placed(t problem.Test, p score.Placed) problem.Test {
	if k.origins == nil {
		k.origins = make(map[string]score.Placed)
	}
	k.origins[p.Name] = p
	t.Name = p.Name
	own := slices.IndexFunc(k.problem.Tests, func(o problem.Test) bool { return strings.HasPrefix(o.Name, p.For+"/") })
	if p.For == "" || own < 0 {
		return t
	}
	home := validatorFlags(t)
	if t.InputValidatorArgs = k.problem.Tests[own].InputValidatorArgs; validatorFlags(t) != home {
		k.copies = append(k.copies, Copy{t, p.Test, p.For})
	}
	return t
}

// mixed says why tests of one folder cannot have their different arguments, and what would help. Flags are those of the
// checker on a test, as text.
func (k *plan) mixed(group string, tests []problem.Test, flags func(problem.Test) string) error {
	first := tests[max(0, slices.IndexFunc(tests, func(t problem.Test) bool { return k.origin(t).For == "" }))]
	other := tests[slices.IndexFunc(tests, func(t problem.Test) bool {
		return flags(t) != flags(first) || validatorFlags(t) != validatorFlags(first)
	})]
	if o := k.origin(other); o.For != "" {
		return fmt.Errorf("%s requires %s, which the package has a copy of in that group, and their "+
			"output_validator_args differ: %q and %q; give both groups the same, or leave out require_pass (%s)", o.For,
			o.Test, strings.Join(k.checkerArgs(first), " "), strings.Join(k.checkerArgs(other), " "),
			placeOf(k.problem, o.For, "require_pass"))
	}
	help := "put them into folders of their own"
	if k.graders != nil { // which has the tests of a group with points in one folder
		help = "give all tests of the group the same, or make groups of them that have points of their own"
	}
	return fmt.Errorf("tests of %s have different arguments, such as %s and %s, which the legacy format gives by "+
		"folder; %s", group, k.origin(first).Test, k.origin(other).Test, help)
}

// origin says where a test of the package comes from.
func (k *plan) origin(t problem.Test) score.Placed {
	if p, moved := k.origins[t.Name]; moved {
		return p
	}
	return score.Placed{Test: t.Name, Name: t.Name}
}

// placeOf is where the settings of a group have a key, in its own file or that of a folder that it is in: FILE:LINE, or
// the group's file if no line begins with the key.
func placeOf(p *problem.Problem, group, key string) string {
	for folder := group; folder != "."; folder = path.Dir(folder) {
		file := filepath.Join(p.DataDir, filepath.FromSlash(folder), "test_group.yaml")
		text, err := untrusted.Read(file, maxStatement)
		if err != nil {
			continue
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, key) {
				return fmt.Sprintf("%s:%d", file, i+1)
			}
		}
	}
	return filepath.Join(p.DataDir, filepath.FromSlash(group), "test_group.yaml")
}

// Invalid runs the input validators of a problem on the copies in its package, with the arguments that they get there.
// For each group with a copy that is rejected there is a line that says why, and what would help.
func Invalid(ctx context.Context, cache *compile.Cache, p *problem.Problem, copies []Copy) (lines []string, err error) {
	validators, err := validate.NewInputs(ctx, cache, p)
	if err != nil {
		return nil, err
	}
	said := make(map[string]bool)
	for _, c := range copies {
		if said[c.For] {
			continue
		}
		reasons, err := validators.Rejections(ctx, c.Test)
		if err != nil {
			return nil, err
		}
		if len(reasons) == 0 {
			continue
		}
		said[c.For] = true
		lines = append(lines, fmt.Sprintf("%s requires %s, which the package has a copy of in that group, where it is "+
			"rejected by %s; have the group's arguments allow what it requires (%s), or leave out require_pass (%s)",
			c.For, c.Of, reasons[0], placeOf(p, c.For, "input_validator_args"), placeOf(p, c.For, "require_pass")))
	}
	return lines, nil
}
