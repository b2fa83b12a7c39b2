package export

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// testlib is the header of the library testlib.
const testlib = "testlib.h"

var (
	// testlibs matches an #include of testlib.h from any folder.
	testlibs = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*["<](.*/)?testlib\.h[">]`)
	// formatStatus matches the exit status of a testlib.h that was changed to follow the package format. usualStatus
	// matches those of the original. A header may have both, in comments or conditions.
	formatStatus = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+OK_EXIT_CODE[ \t]+(42|0x2[aA])\b`)
	usualStatus  = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(OK_EXIT_CODE[ \t]+0|WA_EXIT_CODE[ \t]+1)\b`)
)

// support returns the files that a checker or validator needs in its folder at another judge, besides its own: headers
// from elsewhere, and scripts that build it and call it. final is the checker that runs after an interactor; nil if
// there is none.
func (k *plan) support(s problem.Source, folder string, final *problem.Source) ([]File, error) {
	script, err := k.script(s)
	if err != nil || slices.Contains(s.Files, "build") || slices.Contains(s.Files, "run") {
		return nil, err
	}
	c := collected{folder: folder}
	programs := []problem.Source{s}
	if final != nil {
		programs = append(programs, *final)
	}
	for _, program := range programs {
		if err := c.add(k.ctx, program); err != nil {
			return nil, err
		}
	}
	includes := compile.IncludesTestlib(k.ctx, s)
	switch {
	case s.Testlib || includes && c.header && (c.usual || !c.format):
		k.note("%s uses testlib, so it gets scripts that build and call it; they need a C++ compiler on the other "+
			"judge", folder)
		c.put("build", buildOf(s, final), true)
		c.put("run", k.runOf(folder, final), true)
	case script != "":
		needs := "a C++ compiler"
		if strings.HasPrefix(script, goScript) {
			needs = "the go command"
		}
		k.note("%s gets a build script, because %s; the script needs %s on the other judge", folder, k.builds(), needs)
		c.put("build", []byte(script), true)
	}
	if includes && !c.header {
		k.note("the package has no testlib.h, so the other judge cannot build %s; put it into a folder with a "+
			"testlib.h", s.Name)
	}
	return c.files, nil
}

// collected holds the files that programs need in a folder, besides their own.
type collected struct {
	folder        string
	files         []File
	header        bool // a program has testlib.h
	format, usual bool // formatStatus or usualStatus matches one of their files
}

func (c *collected) put(name string, text []byte, run bool) {
	at := c.folder + "/" + name
	if !slices.ContainsFunc(c.files, func(f File) bool { return f.Path == at && bytes.Equal(f.Text, text) }) {
		c.files = append(c.files, File{Path: at, Text: text, Run: run})
	}
}

// add adds what a program includes from elsewhere. testlib.h comes to the top of the folder, and the files that include
// it name it there, unless the program has its own in a subfolder.
func (c *collected) add(ctx context.Context, program problem.Source) error {
	r, err := compile.Resolve(ctx, compile.Tool, program)
	if err != nil {
		return nil // building it will report the error
	}
	nested := false
	for i, f := range r.Files {
		isHeader := path.Base(f.Below) == testlib
		c.header, nested = c.header || isHeader, nested || isHeader && i < len(program.Files) && f.Below != testlib
		c.format, c.usual = c.format || formatStatus.Match(f.Text), c.usual || usualStatus.Match(f.Text)
	}
	for i, f := range r.Files {
		own, near := i < len(program.Files), f.Text
		if !nested {
			near = testlibs.ReplaceAll(f.Text, []byte(`#include "`+testlib+`"`))
		}
		switch {
		case path.Base(f.Below) == testlib:
			if !own {
				c.put(testlib, f.Text, false)
			}
		case !own && !filepath.IsLocal(f.Below):
			return fmt.Errorf("%s includes %s, which is outside its folder; move it there, and change the #include",
				program.Main(), f.Path)
		case !own || !bytes.Equal(near, f.Text):
			c.put(f.Below, near, false)
		}
	}
	return nil
}

// buildProgram builds a program of testlib, and writes its exit statuses. They are macros of testlib.h that the program
// or a changed header may define.
const buildProgram = `c++ -std=gnu++17 -O2 -I. -o %[1]s %[2]s
c++ -std=gnu++17 -I. -dM -E %[2]s |
	sed -n 's/^#define \([A-Z]*_EXIT_CODE\) \([0-9a-fA-Fx]*\)$/\1=\2/p' >%[1]s.statuses
`

// buildOf returns the script that builds a program of testlib, and the checker after it.
func buildOf(s problem.Source, final *problem.Source) []byte {
	text := cppScript
	command := func(program string, of problem.Source) {
		sources := slices.DeleteFunc(slices.Clone(of.Files), func(name string) bool {
			return !slices.Contains(native[2:], path.Ext(name))
		})
		text += fmt.Sprintf(buildProgram, program, strings.Join(sources, " "))
	}
	command("compiled", s)
	if final != nil {
		command("final", *final)
	}
	return []byte(text)
}

// runOf returns the script that calls a program of testlib, and the checker after it.
func (k *plan) runOf(folder string, final *problem.Source) []byte {
	if strings.HasPrefix(folder, "input_") {
		return []byte(runValidator)
	}
	prepare, after, points := "cat", "", ""
	if k.problem.Interactive {
		prepare = ":"
	}
	k.room = true
	if final != nil {
		after = runFinal
	}
	if k.problem.Scores() {
		points = `7) sed -n 's/^points \([0-9.]*\).*/\1/p' "$message" >"$feedback/score.txt" && exit 42 ;;` + "\n"
	}
	return fmt.Appendf(nil, runChecker, prepare, after, points)
}

// runValidator is the script that calls a validator of testlib.
const runValidator = `#!/bin/sh
# Calls a validator that uses testlib, and exits as an input validator of the package format.
"$(dirname "$0")/compiled" "$@"
case $? in 0 | 42) exit 42 ;; esac
exit 43
`

// runChecker is the script that calls a checker or interactor of testlib. Testlib seeks in the output, so the script
// copies it to a file. An interactor writes that file, for the checker after it.
const runChecker = `#!/bin/sh
# Calls a program that uses testlib, and exits as an output validator of the package format.
here=$(dirname "$0") input=$1 answer=$2 feedback=${3%%/}
OK_EXIT_CODE=0 WA_EXIT_CODE=1 PE_EXIT_CODE=2 FAIL_EXIT_CODE=3
. "$here/compiled.statuses"
if [ $((OK_EXIT_CODE)) = 42 ] && [ $((WA_EXIT_CODE)) = 43 ]; then
	exec "$here/compiled" "$@" # its testlib.h follows the package format
fi
output=$feedback/output message=$feedback/judgemessage.txt
shift 3
trap 'rm -f "$output"' EXIT
%s >"$output"
"$here/compiled" "$input" "$output" "$answer" "$@" 2>"$message"
status=$?
%scase $status in
$((OK_EXIT_CODE))) exit 42 ;;
$((WA_EXIT_CODE)) | $((PE_EXIT_CODE))) exit 43 ;;
$((FAIL_EXIT_CODE))) ;;
4 | 8) exit 43 ;;
%sesac
cat "$message" >&2
exit 1
`

// runFinal calls the checker after an interactor that accepts.
const runFinal = `if [ $status = $((OK_EXIT_CODE)) ]; then
	. "$here/final.statuses"
	"$here/final" "$input" "$output" "$answer" 2>"$message"
	status=$?
fi
`
