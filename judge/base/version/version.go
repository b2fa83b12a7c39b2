// Package version identifies the judge that a program contains. Judges of different versions may decide differently, so
// their results are not merged, and they do not work together.
//
//	if part.Judge != version.Judge() { … }
package version

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// Judge is the version of the judge in this program: the commit that it was built from, or the version that it was
// installed by. If that is not known, or the commit was changed, the digest of the program stands for it.
var Judge = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if name := of(info); name != "" {
			return name
		}
	}
	sum, err := self()
	if err != nil {
		return "unknown-" + strings.ToLower(rand.Text()[:digits]) // that no other program has
	}
	return "program-" + sum[:digits]
})

// digits is how much of a commit or a digest is enough.
const digits = 12

// of is what a program was built from; "" if that is not known, or was changed.
func of(info *debug.BuildInfo) string {
	revision, modified := stamp(info)
	installed := info.Main.Version
	switch {
	case revision != "" && modified == "false":
		return revision[:min(len(revision), digits)] // and not installed, which depends on the tags that a clone has
	case revision == "" && strings.HasPrefix(installed, "v") && !strings.HasSuffix(installed, "+dirty"):
		return installed
	}
	return ""
}

// stamp is what Go has noted of the checkout: its commit, and whether it was changed. Both are "" outside of git.
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

// self is the digest of the contents of the program that runs.
func self() (string, error) {
	file, err := os.Open("/proc/self/exe") // Linux; also if another program is in its place by now
	if err != nil {
		path, err := os.Executable()
		if err != nil {
			return "", err
		}
		if file, err = os.Open(path); err != nil {
			return "", err
		}
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
