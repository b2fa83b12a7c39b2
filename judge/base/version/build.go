package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Release is the name of the newest release in CHANGELOG.md. Later commits have it, too, until there is another.
const Release = "0.9.0"

// Build is how a program was made.
type Build struct {
	Release  string
	Commit   string // that it was built from, in full; "" if that is not known
	Dirty    bool   // the checkout had changes since that commit
	Go       string // as go version says it
	Platform string // linux/amd64
	Judge    string // Judge(): what must be equal on machines that work together
}

// ThisBuild is how the program that runs was made.
func ThisBuild() Build {
	b := Build{Release: Release, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Judge: Judge()}
	if info, ok := debug.ReadBuildInfo(); ok {
		revision, modified := stamp(info)
		b.Commit, b.Dirty = revision, modified != "false" && revision != ""
	}
	return b
}

// Line is the build in one line, for a program of that name.
func (b Build) Line(program string) string {
	return fmt.Sprintf("%s %s (%s)", program, b.Release, b.Judge)
}

// Lines are the build in words, for a program of that name.
func (b Build) Lines(program string) []string {
	commit := "unknown, it was not built in a git checkout"
	if b.Commit != "" {
		commit = b.Commit
		if b.Dirty {
			commit += ", with changes"
		}
	}
	return []string{
		program + " " + b.Release,
		"commit: " + commit,
		"built with: " + b.Go + " for " + b.Platform,
		"shards and clusters compare: " + b.Judge,
	}
}
