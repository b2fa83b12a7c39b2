package page

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
)

// Limits on how much of an input a page shows.
const (
	mostInput      = 600 // bytes
	mostInputLines = 20
)

// Beginning returns the beginning of an input, for Page.Input.
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

// Named is Beginning for paths from a file of results. Anybody may have written that file, and may name a private file
// in it. So Named opens only files with the extension of inputs.
func Named(path string) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || filepath.Ext(target) != ".in" {
		return ""
	}
	return Beginning(target)
}
