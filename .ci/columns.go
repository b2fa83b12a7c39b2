// Command columns prints file:line for each line of Go, YAML and Markdown that is longer than 120 columns. A tab is
// four columns. The command skips testdata, records, lines that end with a web address, Markdown tables, fenced code,
// table rows in tests, and Go raw strings. However, it checks the help of commands even in raw strings.
package main

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"unicode/utf8"
)

const most = 120

// except matches the paths of files that are not checked: data, and the reference program, which must not change.
var except = regexp.MustCompile(`(^|/)testdata/|^bench/.*\.txt$|` +
	`^judge/measure/sampling/reference/main\.go$`)

func main() {
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "columns: git ls-files:", err)
		os.Exit(1)
	}
	long := 0
	for _, path := range strings.Split(strings.TrimRight(string(out), "\x00"), "\x00") {
		var skip func([]byte) map[int]bool
		switch {
		case except.MatchString(path):
			continue
		case strings.HasSuffix(path, "_test.go"):
			skip = rows
		case strings.HasSuffix(path, ".go"):
			skip = code
		case strings.HasSuffix(path, ".yaml"):
			skip = addresses
		case strings.HasSuffix(path, ".md"):
			skip = notProse
		default:
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the file was removed, but is still in git's index
		}
		skipped := skip(text)
		for i, line := range strings.Split(string(text), "\n") {
			columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if columns > most && !skipped[i+1] {
				fmt.Printf("%s:%d: %d columns, more than %d\n", path, i+1, columns, most)
				long++
			}
		}
	}
	if long > 0 {
		os.Exit(1)
	}
}

// rawStrings returns the lines of a Go file that contain a raw string. It leaves out the help of commands.
func rawStrings(text []byte) map[int]bool {
	lines := make(map[int]bool)
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	var before, last string
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return lines
		}
		help := last == ":" && (before == "Long" || before == "Example" || before == "Short")
		if kind == token.STRING && literal[0] == '`' && !help {
			for i := range strings.Count(literal, "\n") + 1 {
				lines[file.Line(at)+i] = true
			}
		}
		if before, last = last, literal; kind == token.COLON {
			last = ":"
		}
	}
}

// code returns the lines of a Go file that may be longer: those with raw strings, or with a web address at the end.
func code(text []byte) map[int]bool {
	lines := rawStrings(text)
	maps.Copy(lines, addresses(text))
	return lines
}

// rows returns the lines of a test file that may be longer: lines that look like table rows, and those from code(text).
func rows(text []byte) map[int]bool {
	lines := code(text)
	for i, line := range bytes.Split(text, []byte("\n")) {
		line = bytes.TrimLeft(line, "\t")
		lines[i+1] = lines[i+1] || bytes.HasPrefix(line, []byte(`"`)) || bytes.HasPrefix(line, []byte("{"))
	}
	return lines
}

// addresses returns the lines that end with a web address.
func addresses(text []byte) map[int]bool {
	lines := make(map[int]bool)
	for i, line := range bytes.Split(text, []byte("\n")) {
		if address.Match(line) {
			lines[i+1] = true
		}
	}
	return lines
}

var address = regexp.MustCompile(`https?://\S+$`)

// notProse returns the lines of Markdown that may be longer: tables, fenced code, and lines with a web address at the
// end.
func notProse(text []byte) map[int]bool {
	lines := addresses(text)
	fenced := false
	for i, line := range bytes.Split(text, []byte("\n")) {
		fence := bytes.HasPrefix(bytes.TrimSpace(line), []byte("```"))
		fenced = fenced != fence
		lines[i+1] = lines[i+1] || fenced || fence || bytes.HasPrefix(line, []byte("|"))
	}
	return lines
}
