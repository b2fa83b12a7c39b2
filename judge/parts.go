package main

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/loose"
)

// partFlags name the programs of a folder without problem.yaml, in place of those that are found by name.
type partFlags struct {
	named map[loose.Role]*string
	plain bool
}

// partUsage says what each flag names.
var partUsage = map[loose.Role]string{
	loose.Checker:    "decide with the checker in `FILE`: checker input answer feedback_dir < output, exit 42 or 43",
	loose.Interactor: "have the program talk with the interactor in `FILE`, which decides",
	loose.Brute:      "have the program in `FILE` make the answers that are missing",
	loose.Generator:  "make the inputs with the program in `FILE`: generator SEED [SIZE]",
	loose.Validator:  "have the program in `FILE` say which inputs are valid: validator < input, exit 42",
}

// add adds the flags of these roles, and --plain.
func (f *partFlags) add(cmd *cobra.Command, roles ...loose.Role) {
	f.named = make(map[loose.Role]*string)
	flags := cmd.Flags()
	for _, role := range roles {
		f.named[role] = flags.String(string(role), "", partUsage[role])
	}
	flags.BoolVar(&f.plain, "plain", false, "checker, interactor and validator say yes with exit status 0, and no "+
		"with any other; not those that include testlib.h")
}

// names are the programs that were named.
func (f *partFlags) names() loose.Named {
	named := make(loose.Named)
	for role, name := range f.named {
		named[role] = *name
	}
	return named
}

// roles are those that can be named.
func (f *partFlags) roles() []loose.Role { return slices.Sorted(maps.Keys(f.named)) }

// sayParts says what was found by name, and what was left out.
func (a *app) sayParts(f *loose.Folder, named loose.Named) {
	for _, line := range f.Said(named) {
		a.say("%s", line)
	}
	for _, note := range f.Notes {
		a.say("note: %s", note)
	}
}
