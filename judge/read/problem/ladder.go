package problem

import (
	"errors"
	"io/fs"
	"path/filepath"

	yaml "dlxjudge/judge/read/strictyaml"
)

// Ladder reads the order of solutions on a ladder, from the plainest to the fastest: solutions/ladder.yaml of a
// checkout, a list of names. There is none without that file, or in a package.
func Ladder(roots Roots) ([]string, error) {
	if roots.Package != "" {
		return nil, nil
	}
	doc, err := yaml.ReadFile(filepath.Join(roots.Solutions, "ladder.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodeLadder(doc)
}

func decodeLadder(doc yaml.Value) ([]string, error) { return yaml.ListOf(yaml.Value.Text)(doc) }
