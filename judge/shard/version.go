package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// Version is that of this judge. Built from a commit or installed by version it says which; else, and if the commit was changed,
// the program itself stands for it.
func Version() (string, error) {
	info, ok := debug.ReadBuildInfo()
	if ok && strings.HasPrefix(info.Main.Version, "v") && !strings.HasSuffix(info.Main.Version, "+dirty") {
		return info.Main.Version, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	self, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer self.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, self); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	const enough = 16 // digits
	return "devel-" + hex.EncodeToString(sum.Sum(nil))[:enough], nil
}
