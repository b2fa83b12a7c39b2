package oldgo

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A library maps what is new in the standard library since Go 1.12 to its version: "strings.Cut" → 18,
// "bytes.Buffer.Available" → 21.
type library map[string]int

// A feature of Go's api files: `pkg strings, func Cut(…`, `pkg bytes, method (*Buffer) Available(…`,
// `pkg net/http, type Request struct, Pattern string`, `pkg math, const MaxInt …`.
var (
	packageFeature = regexp.MustCompile(`^pkg (\S+)(?: \(\S+\))?, (?:func|var|const|type) (\w+)`)
	methodFeature  = regexp.MustCompile(`^pkg (\S+)(?: \(\S+\))?, method \(\*?(\w+)[^)]*\) (\w+)`)
	memberFeature  = regexp.MustCompile(`^pkg (\S+)(?: \(\S+\))?, type (\w+)\S* (?:struct|interface), (\w+)`)
)

// newerLibrary reads the api files of a toolchain. It returns what is new, and the packages that Go 1.12 has. A feature
// that an old file lists too is not new: it was declared in another way, as os.FileMode was, or deprecated.
func newerLibrary(root string) (newer library, packages map[string]bool, err error) {
	folder := filepath.Join(root, "api")
	files, err := filepath.Glob(filepath.Join(folder, "go1*.txt"))
	if err != nil {
		return nil, nil, err
	}
	newer, packages = library{}, map[string]bool{}
	old := library{}
	for _, path := range files {
		version := 0 // go1.txt
		fmt.Sscanf(filepath.Base(path), "go1.%d.txt", &version)
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		lines := bufio.NewScanner(strings.NewReader(string(data)))
		for lines.Scan() {
			for _, feature := range []*regexp.Regexp{memberFeature, methodFeature, packageFeature} {
				if match := feature.FindStringSubmatch(lines.Text()); match != nil {
					name := strings.Join(match[1:], ".")
					if version <= 12 {
						old[name], packages[match[1]] = version, true
					} else if newer[name] == 0 || version < newer[name] {
						newer[name] = version
					}
					break
				}
			}
		}
	}
	for name := range old {
		delete(newer, name)
	}
	if newer["strings.Cut"] != 18 || newer["bytes.Buffer.Available"] != 21 || newer["os.FileMode"] != 0 {
		return nil, nil, fmt.Errorf("the api files in %s do not list what is known to be in them; a Go from "+
			"https://go.dev/dl/ has all of them", folder)
	}
	return newer, packages, nil
}
