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
// would not show to others. So it opens only files with the extension of inputs.
func Named(path string) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || filepath.Ext(target) != ".in" {
		return ""
	}
	return Beginning(target)
}
