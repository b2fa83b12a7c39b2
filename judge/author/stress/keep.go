package stress

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"unicode/utf8"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// mostKept bounds an input that is written into tests.yaml.
const mostKept = 16 << 10

// Keep adds an input that was found to the problem's tests, with its recipe, and returns its path. Files are the
// generators that are not the problem's.
func Keep(ctx context.Context, cache *compile.Cache, pair Pair, files map[string]problem.Source,
	found *Finding) (string, error) {
	p := pair.Problem
	add := recipe.Addition{Group: found.Group, Comment: "found by judge stress for " + pair.A.Name}
	generator, args := found.Call()
	_, own := files[generator]
	switch {
	case found.Made && !own:
		add.Test = recipe.Test{Generator: generator, Args: args}
	case len(found.Input) > mostKept || !utf8.Valid(found.Input):
		return "", fmt.Errorf("--keep: the input has %d bytes and no generator of the problem makes it; tests.yaml "+
			"takes texts of at most %d KiB", len(found.Input), mostKept>>10)
	default:
		add.Test = recipe.Test{Input: string(found.Input)}
	}
	name, err := recipe.Add(ctx, cache, p, add)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("--keep: %w; its origin would stand there", err)
	}
	if err != nil {
		return "", fmt.Errorf("--keep: %w", err)
	}
	return filepath.Join(p.DataDir, filepath.FromSlash(name)) + ".in", nil
}
