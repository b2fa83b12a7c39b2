package compile

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
)

// advice returns lines that say why included files are missing.
func (r *Resolver) advice(output string) []string {
	if r == nil {
		return nil
	}
	lines := r.Refused
	if r.source.Beside {
		lines = append(lines, r.definedBeside(output)...)
	}
	if strings.Contains(output, testlib+": No such file") {
		lines = append(lines, fmt.Sprintf("save %s from %s beside the program", testlib, TestlibPage))
	} else if r.source.Beside && strings.Contains(output, ": fatal error: ") {
		lines = append(lines, "headers in another folder: name it with -I FOLDER, or with include: in judge.yaml")
	}
	return lines
}

// undefinedForm matches what compilers and linkers say about a name that is not defined.
var undefinedForm = regexp.MustCompile("(?i)\\b(?:undefined|unresolved)(?: reference(?: to)?)?:? *[`'\"]?(\\w+)")

// definedBeside names the programs beside the source that define what it lacks.
func (r *Resolver) definedBeside(output string) (lines []string) {
	entries, _ := untrusted.ReadDir(r.dir) // without them, there is no advice
	lacks := undefinedForm.FindAllStringSubmatch(output, -1)
	for _, entry := range entries {
		at := filepath.Join(r.dir, entry.Name())
		if _, own := r.index[at]; own || lacks == nil || !slices.Contains(r.language.Extensions, path.Ext(at)) {
			continue
		}
		text, _ := r.read(at) // nothing if the file is unreadable
		for _, found := range lacks {
			line := fmt.Sprintf("%s is defined in %s, which is not part of the program; copy it into %s", found[1],
				filepath.Join(r.source.Dir, entry.Name()), r.source.Main())
			definition := regexp.MustCompile(`(?m)^\w[\w:<>,*& ]*[ *&]` + found[1] + `\b[^;\n]*$`)
			if definition.Match(text) && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
