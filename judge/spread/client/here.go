package client

import (
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// here is a text in which paths below a worker's folder are replaced by paths on this machine. A tree that cannot be
// the folder of a parcel changes nothing.
func (r *run) here(text, tree, problem string) string {
	if !isTree(tree) {
		return text
	}
	root := r.Roots.Dir(problem)
	if r.Roots.Package == "" {
		root = filepath.Dir(r.Roots.Problems)
	}
	var here strings.Builder
	for {
		at := strings.Index(text, tree)
		if at < 0 {
			break
		}
		before, after := text[:at], text[at+len(tree):]
		text = after
		here.WriteString(before)
		switch {
		case within(before, after): // a part of another path
			here.WriteString(tree)
		case root == "." && strings.HasPrefix(after, "/"):
			text = after[1:]
		default:
			here.WriteString(root)
		}
	}
	here.WriteString(text)
	return here.String()
}

// isTree reports whether a path can be the folder of a parcel: in a numbered folder, in one of a process, in a store.
func isTree(tree string) bool {
	return filepath.IsAbs(tree) && filepath.Clean(tree) == tree && strings.Count(tree, "/") >= 4
}

// within reports whether the text between two others is part of a longer path.
func within(before, after string) bool {
	first, _ := utf8.DecodeRuneInString(after)
	last, _ := utf8.DecodeLastRuneInString(before)
	return inName(last) || last == '/' || inName(first)
}

func inName(r rune) bool {
	return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' ||
		r >= utf8.RuneSelf && r != utf8.RuneError
}
