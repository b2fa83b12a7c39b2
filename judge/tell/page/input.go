package page

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
)

// The most that a page shows of an input.
const (
	mostInput      = 600 // bytes
	mostInputLines = 20
)

// Beginning is the beginning of an input, for Page.Input.
func Beginning(path string) string {
	file, err := untrusted.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostInput+1))
	if err != nil {
		return ""
	}
	lines := slices.Collect(strings.Lines(excerpt(string(text), mostInput)))
	if len(lines) > mostInputLines {
		return strings.Join(lines[:mostInputLines], "") + "…"
	}
	return strings.Join(lines, "")
}

// Named is Beginning for paths from a file of results. Anybody may have written that file, and name one that the reader
// would not show to others. So it opens only files with the extension of inputs, and files below the working folder
// that are not hidden.
func Named(path string) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || filepath.Ext(target) != ".in" && !visible(target) {
		return ""
	}
	return Beginning(target)
}

// visible reports whether a path is below the working folder, and neither a hidden file nor in a hidden folder.
func visible(path string) bool {
	if filepath.IsAbs(path) {
		here, err := filepath.Abs(".")
		if err != nil {
			return false
		}
		if here, err = filepath.EvalSymlinks(here); err != nil {
			return false
		}
		if path, err = filepath.Rel(here, path); err != nil {
			return false
		}
	}
	hidden := func(name string) bool { return strings.HasPrefix(name, ".") }
	return filepath.IsLocal(path) && !slices.ContainsFunc(strings.Split(filepath.Clean(path),
		string(filepath.Separator)), hidden)
}
