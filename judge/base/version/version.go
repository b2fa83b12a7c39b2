// Package version identifies this program's version. Different versions may give different verdicts, so programs of
// different versions do not work together, and their results are not merged.
//
//	if part.Judge != version.Judge() { … }
package version

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// Judge returns the version of the judge in this program: the commit that was built, or the installed module version.
// If both are unknown, or if the checkout had changes, Judge returns a digest of the executable.
var Judge = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if name := of(info); name != "" {
			return name
		}
	}
	sum, err := self()
	if err != nil {
		return "unknown-" + strings.ToLower(rand.Text()[:digits]) // unique to this process
	}
	return "program-" + sum[:digits]
})

// digits is the length of shortened commits and digests, in characters.
const digits = 12

// of returns the version in the build information, or "" if the version is unknown or the checkout had changes.
func of(info *debug.BuildInfo) string {
	revision, modified := stamp(info)
	installed := info.Main.Version
	switch {
	case revision != "" && modified == "false":
		return revision[:min(len(revision), digits)] // not Main.Version, which depends on the tags of a clone
	case revision == "" && strings.HasPrefix(installed, "v") && !strings.HasSuffix(installed, "+dirty"):
		return installed
	}
	return ""
}

// stamp returns what Go recorded about the checkout: its commit, and "true" if the checkout had changes. Both are "" if
// the program was not built in a git checkout.
func stamp(info *debug.BuildInfo) (revision, modified string) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			modified = s.Value
		}
	}
	return revision, modified
}

// self returns a digest of the running executable. If the executable has Go's build ID, self hashes only that ID, which
// depends on the contents. Reading the contents would double the time that the program takes to start.
func self() (string, error) {
	path := "/proc/self/exe" // on Linux, works even if the file has been replaced
	if program, err := elf.Open(path); err == nil {
		defer program.Close()
		if note := program.Section(".note.go.buildid"); note != nil {
			id, err := note.Data()
			if err == nil && bytes.Count(id, []byte("/")) == 3 { // four digests, so -ldflags=-buildid did not set it
				sum := sha256.Sum256(id)
				return hex.EncodeToString(sum[:]), nil
			}
		}
	}
	if _, err := os.Stat(path); err != nil {
		if path, err = os.Executable(); err != nil {
			return "", err
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
