package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// Version names the judge that this program has in it: the commit that it was built from or, if that is not known or there
// were changes, the digest of the program itself. Judges of different versions may decide differently, so they do not work together.
var Version = sync.OnceValue(func() string {
	revision, modified := "", true
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				modified = s.Value == "true"
			}
		}
	}
	if revision != "" && !modified {
		return revision[:min(len(revision), 12)]
	}
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	file, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "unknown"
	}
	return "program-" + hex.EncodeToString(sum.Sum(nil)[:6])
})
