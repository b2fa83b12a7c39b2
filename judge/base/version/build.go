package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Release is the newest release in CHANGELOG.md. Later commits report it, too, until the next release.
const Release = "0.9.0"

// Build describes how a program was built. Its struct tags are the keys in JSON documents.
type Build struct {
	Release  string `json:"release"`
	Commit   string `json:"commit"`   // the full commit; "" if unknown
	Dirty    *bool  `json:"dirty"`    // whether the checkout had uncommitted changes; nil if unknown
	Judge    string `json:"judge"`    // Judge(), which must be equal on machines that work together
	Go       string `json:"go"`       // the version of Go, such as go1.25.0
	Platform string `json:"platform"` // such as linux/amd64
}

// ThisBuild returns the build of the running program.
func ThisBuild() Build {
	b := Build{Release: Release, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Judge: Judge()}
	if info, ok := debug.ReadBuildInfo(); ok {
		revision, modified := stamp(info)
		if dirty := modified != "false"; revision != "" {
			b.Commit, b.Dirty = revision, &dirty
		}
	}
	return b
}

// Line describes the build in one line that begins with the name of the program.
func (b Build) Line(program string) string {
	return fmt.Sprintf("%s %s (%s)", program, b.Release, b.Judge)
}

// Lines describes the build in detail. The first line begins with the name of the program.
func (b Build) Lines(program string) []string {
	commit := "unknown, it was not built in a git checkout"
	if b.Commit != "" {
		commit = b.Commit
		if b.Dirty != nil && *b.Dirty {
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
