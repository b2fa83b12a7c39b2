package submit

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

var (
	includeLine = regexp.MustCompile(`^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>|([\pL_]\w*))[ \t]*` +
		`(?:/\*[^*\n]*\*/[ \t]*)*(?://[^\n\\]*)?\r?\n?$`)
	macroLine    = regexp.MustCompile(`^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(["<])([^">\n]+)[">]\s*$`)
	macroInclude = regexp.MustCompile(`^[ \t]*(?:#|%:|\?\?=)[ \t]*include[ \t]*([\pL_]\w*)`)
	undefLine    = regexp.MustCompile(`^[ \t]*#[ \t]*undef[ \t]+(\w+)`)
	wordForm     = regexp.MustCompile(`\w+`)
	pragmaOnce   = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*pragma[ \t]+once\b`)
	conditional  = regexp.MustCompile(`^[ \t]*(?:#|%:)[ \t]*(if|el|endif)`)
	guardForm    = regexp.MustCompile(`^\s*(?:#[ \t]*pragma[ \t]+once\s+)?#[ \t]*ifndef[ \t]+(\w+)\s+` +
		`#[ \t]*define[ \t]+(\w+)`)
)

// Expand returns the text of a C++ program with the user's own headers expanded, for an online judge that takes one
// file. The text of a header replaces each line that includes it, except where the header's include guard is certainly
// defined already. An include guard replaces each #pragma once. The headers are those that compile.Resolve finds; the
// compiler must find all others. #line directives make compilers name the original files and lines. The result expanded
// lists the expanded headers, by the names that messages use. The result refused says which files are not read, and
// why.
func Expand(ctx context.Context, source problem.Source) (text []byte, expanded, refused []string, err error) {
	files, err := compile.Resolve(ctx, compile.Submission, source)
	if err != nil {
		return nil, nil, nil, err
	}
	e := expansion{ctx: ctx, files: files, read: make(map[int]*header), guards: make(map[string]int),
		words: make(map[string]bool), undefined: make(map[string]bool), macros: make(map[string]string)}
	err = e.add(0, 0)
	for _, file := range e.order[min(1, len(e.order)):] {
		expanded = append(expanded, files.Files[file].Below)
	}
	return e.text.Bytes(), expanded, files.Refused, err
}

// expansion is the text so far, with the conditionals and guards at its end.
type expansion struct {
	ctx    context.Context
	files  *compile.Resolver
	text   bytes.Buffer
	read   map[int]*header
	order  []int          // the files in text
	depth  int            // the number of open conditionals, not counting guards that are true
	guards map[string]int // maps each defined guard to the depth at which its file was added

	words     map[string]bool   // all words in text
	undefined map[string]bool   // the macros that text undefines
	macros    map[string]string // the file that each macro names, "x.h" or <x.h>; "" if it names several
}

// header is a file, cut into lines.
type header struct {
	lines, code [][]byte // code has no comments
	depths      []int    // conditionals around each line
	guard       string
	once        bool
}

// maxNested is the largest depth to which headers may include other headers. GCC has the same limit.
const maxNested = 200

// open reads a file.
func (e *expansion) open(file int) *header {
	if h, found := e.read[file]; found {
		return h
	}
	content := e.files.Files[file].Text
	bare := compile.WithoutComments(content)
	h := &header{lines: slices.Collect(bytes.Lines(content)), code: slices.Collect(bytes.Lines(bare))}
	h.depths, h.guard = scan(h.code)
	if h.once = h.guard == "" && file > 0 && pragmaOnce.Match(bare); h.once {
		h.guard = fmt.Sprintf("JUDGE_ONCE_%d", file)
	}
	e.read[file] = h
	return h
}

// add adds a file and the headers that it includes, unless the file's guard is certainly defined. nested is the number
// of files around this file.
func (e *expansion) add(file, nested int) error {
	h, path := e.open(file), e.files.Files[file].Path
	if !slices.Contains(e.order, file) {
		e.order = append(e.order, file)
	}
	switch {
	case nested > maxNested:
		return fmt.Errorf("%s: headers are nested more than %d deep; if they include each other, give them guards",
			path, maxNested)
	case e.text.Len() > compile.MaxSource:
		return fmt.Errorf("%s: with its headers, the text has more than %d MiB", e.files.Files[0].Path,
			compile.MaxSource>>20)
	case e.ctx.Err() != nil:
		return e.ctx.Err()
	}
	name, outer, inner := e.files.Files[file].Below, e.depth, e.depth
	switch _, defined := e.guards[h.guard]; {
	case h.guard == "":
	case defined && !e.undefined[h.guard]:
		return nil
	case h.once && (outer > 0 || e.words[h.guard]):
		e.write("#ifndef %[1]s\n#define %[1]s\n", h.guard)
		defer e.text.WriteString("#endif\n")
	case !h.once && !e.words[h.guard]:
		inner-- // the file's own guard is true
	}
	if h.guard != "" {
		e.guards[h.guard] = outer
	}
	if nested > 0 {
		e.write("#line 1 %q\n", name)
	}
	for i, line := range h.lines {
		e.depth = max(outer, inner+h.depths[i])
		maps.DeleteFunc(e.guards, func(_ string, depth int) bool { return depth > e.depth })
		included, err := e.includedBy(file, line, h.code[i])
		switch {
		case err != nil:
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		case included >= 0:
			before := e.text.Len()
			if err := e.add(included, nested+1); err != nil {
				return err
			}
			if e.text.Len() > before {
				e.write("#line %d %q\n", i+2, name)
			} else {
				e.text.WriteString("\n")
			}
		case pragmaOnce.Match(h.code[i]):
			e.text.WriteString("\n")
		default:
			e.write("%s", line)
		}
	}
	if n := len(h.lines); n > 0 && !bytes.HasSuffix(h.lines[n-1], []byte("\n")) {
		e.text.WriteString("\n")
	}
	e.depth = outer
	return nil
}

// write adds to the text.
func (e *expansion) write(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	e.text.WriteString(line)
	for _, word := range wordForm.FindAllString(line, -1) {
		e.words[word] = true
	}
	if found := undefLine.FindStringSubmatch(line); found != nil {
		e.undefined[found[1]] = true
	}
	if found := macroLine.FindStringSubmatch(line); found != nil {
		if known, is := e.macros[found[1]]; is && known != found[2]+found[3] {
			found[2], found[3] = "", ""
		}
		e.macros[found[1]] = found[2] + found[3]
	}
}

// includedBy returns the file that a line of another file includes. It returns -1 if the line is left to the compiler.
// The error is about a macro that does not name exactly one file.
func (e *expansion) includedBy(file int, line, code []byte) (int, error) {
	if found := macroInclude.FindSubmatch(code); found != nil && e.macros[string(found[1])] == "" {
		return -1, fmt.Errorf("the file that #include %s means depends on macros; write its name there", found[1])
	}
	found := includeLine.FindSubmatch(line)
	if found == nil || !includeLine.Match(bytes.TrimRight(code, " \n")) {
		return -1, nil
	}
	quoted, angled := string(found[1]), string(found[2])
	if macro := e.macros[string(found[3])]; strings.HasPrefix(macro, `"`) {
		quoted = macro[1:]
	} else if macro != "" {
		angled = macro[1:]
	}
	return e.files.Included(file, quoted+angled, quoted != ""), nil
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
