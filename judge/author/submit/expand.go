package submit

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
)

var (
	quotedInclude = regexp.MustCompile(`^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"[ \t]*(?://[^\n\\]*)?\r?\n?$`)
	pragmaOnce    = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*pragma[ \t]+once\b`)
	conditional   = regexp.MustCompile(`^[ \t]*(?:#|%:)[ \t]*(if|el|endif)`)
	guardForm     = regexp.MustCompile(`^\s*(?:#[ \t]*pragma[ \t]+once\s+)?#[ \t]*ifndef[ \t]+(\w+)\s+` +
		`#[ \t]*define[ \t]+(\w+)`)
)

// Expand returns the text of a C++ file with the user's own headers expanded, for an online judge that takes one file.
// The text of a header replaces each line #include "NAME", except where the header's include guard is certainly defined
// already. An include guard replaces each #pragma once. Only headers below the folder of the C++ file, or below a
// folder in the parameter folders, are expanded. The compiler must find all other headers. #line directives make
// compilers name the original files and lines. The result expanded lists the expanded headers, by the names that
// messages use.
func Expand(path string, folders []string) (text []byte, expanded []string, err error) {
	e := expansion{folders: append([]string{filepath.Dir(path)}, folders...), guards: map[string]int{}}
	err = e.add(path, 0)
	for _, header := range e.files[1:] {
		expanded = append(expanded, e.name(header))
	}
	return e.text.Bytes(), expanded, err
}

// expansion is the text so far, with the conditionals and guards at its end.
type expansion struct {
	folders []string // only headers below these are expanded; folders[0] has the C++ file
	text    bytes.Buffer
	files   []string       // the files in text
	depth   int            // the number of open conditionals, not counting guards that are true
	guards  map[string]int // maps each defined guard to the depth at which its file was added
}

// maxNested is the largest depth to which headers may include other headers. GCC has the same limit.
const maxNested = 200

// add adds a file and the headers that it includes, unless the file's guard is certainly defined. The parameter nested
// is the number of files around this file.
func (e *expansion) add(path string, nested int) error {
	if !slices.Contains(e.files, path) {
		e.files = append(e.files, path)
	}
	if nested > maxNested {
		return fmt.Errorf("%s: headers are nested more than %d deep; if they include each other, give them guards",
			path, maxNested)
	}
	content, err := untrusted.Read(path, compile.MaxSource-min(compile.MaxSource, int64(e.text.Len())))
	if err != nil {
		return err
	}
	bare := compile.WithoutComments(content)
	lines, code := slices.Collect(bytes.Lines(content)), slices.Collect(bytes.Lines(bare))
	depths, guard := scan(code)
	once := guard == "" && nested > 0 && pragmaOnce.Match(bare)
	if once {
		guard = fmt.Sprintf("JUDGE_ONCE_%d", slices.Index(e.files, path))
	}
	name, outer, inner := e.name(path), e.depth, e.depth
	switch _, defined := e.guards[guard]; {
	case guard == "":
	case defined && !e.contains(`undef[ \t]+`+guard):
		return nil
	case once && (outer > 0 || e.contains(guard)):
		fmt.Fprintf(&e.text, "#ifndef %[1]s\n#define %[1]s\n", guard)
		defer e.text.WriteString("#endif\n")
	case !once && !e.contains(guard):
		inner-- // the file's own guard is true
	}
	if guard != "" {
		e.guards[guard] = outer
	}
	if nested > 0 {
		fmt.Fprintf(&e.text, "#line 1 %q\n", name)
	}
	for i, line := range lines {
		e.depth = max(outer, inner+depths[i])
		maps.DeleteFunc(e.guards, func(_ string, depth int) bool { return depth > e.depth })
		include, header := quotedInclude.FindSubmatch(line), ""
		if include != nil && quotedInclude.Match(bytes.TrimRight(code[i], " \n")) {
			header = e.find(filepath.Dir(path), string(include[1]))
		}
		switch {
		case header != "":
			before := e.text.Len()
			if err := e.add(header, nested+1); err != nil {
				return err
			}
			if e.text.Len() > before {
				fmt.Fprintf(&e.text, "#line %d %q\n", i+2, name)
			} else {
				e.text.WriteString("\n")
			}
		case pragmaOnce.Match(code[i]):
			e.text.WriteString("\n")
		default:
			e.text.Write(line)
		}
	}
	if len(content) > 0 && content[len(content)-1] != '\n' {
		e.text.WriteString("\n")
	}
	e.depth = outer
	return nil
}

// scan returns the number of conditionals around each line. It also returns the macro of the include guard around all
// lines, or "" if there is no such guard.
func scan(code [][]byte) (depths []int, guard string) {
	depth, outside := 0, 0
	for _, line := range code {
		at := depth
		if found := conditional.FindSubmatch(line); found != nil {
			switch string(found[1]) {
			case "if":
				depth++
			case "el":
				at--
			case "endif":
				at--
				depth--
			}
		}
		if depths = append(depths, at); at == 0 && len(bytes.TrimSpace(line)) > 0 && !pragmaOnce.Match(line) {
			outside++
		}
	}
	form := guardForm.FindSubmatch(bytes.Join(code, nil))
	if form != nil && string(form[1]) == string(form[2]) && outside == 2 { // the two lines are #ifndef and #endif
		guard = string(form[1])
	}
	return depths, guard
}

// contains reports whether the text so far matches a regular expression at word boundaries.
func (e *expansion) contains(form string) bool {
	return regexp.MustCompile(`\b` + form + `\b`).Match(e.text.Bytes())
}

// name returns a file's name for messages: its path below the first folder that contains it. The expanded text is
// published, so names must not tell anything about the machine.
func (e *expansion) name(path string) string {
	for _, folder := range e.folders {
		if below, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(below) {
			return filepath.ToSlash(below)
		}
	}
	return filepath.ToSlash(path)
}

// find returns the path of a header that a file in dir includes, or "" if the header is left to the compiler.
func (e *expansion) find(dir, name string) string {
	for _, folder := range append([]string{dir}, e.folders...) {
		path := filepath.Join(folder, name)
		below := slices.ContainsFunc(e.folders, func(top string) bool {
			rest, err := filepath.Rel(top, path)
			return err == nil && filepath.IsLocal(rest)
		})
		if !below {
			continue
		}
		if info, err := untrusted.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
