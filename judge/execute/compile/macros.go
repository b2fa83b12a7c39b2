package compile

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
)

// resolve finds the files that the source includes. The preprocessor finds those whose names are macros.
func (c *compilation) resolve(ctx context.Context, cache *Cache) (err error) {
	if c.files, err = resolve(ctx, c.language, c.kind, c.source, c.contents); err != nil {
		return err
	}
	for range maxRounds {
		if !c.files.includesMacro() {
			return nil
		}
		missing, err := cache.missing(ctx, *c)
		if err != nil {
			return err
		}
		found := len(c.files.Files)
		for _, name := range missing {
			for i := 0; i < found; i++ {
				if at, err := c.files.include(ctx, i, include{name, true}); err != nil {
					return err
				} else if at >= 0 {
					break
				}
			}
		}
		if len(c.files.Files) == found {
			return nil
		}
		if err := c.files.includeAll(ctx, found); err != nil {
			return err
		}
	}
	return nil
}

// maxRounds bounds how often the preprocessor is asked.
const maxRounds = 10

var macroForm = regexp.MustCompile(`(?m)^[ \t]*(?:#|%:)[ \t]*include[ \t]+[\pL_]`)

// includesMacro reports whether a file includes a file whose name is a macro.
func (r *Resolver) includesMacro() bool {
	return r.source.Beside && len(r.language.Headers) > 0 && slices.ContainsFunc(r.Files, func(file Local) bool {
		return macroForm.Match(WithoutComments(file.Text))
	})
}

// missing asks the preprocessor which included files are missing. If the preprocessor fails, it returns none, and the
// compiler reports why.
func (c *Cache) missing(ctx context.Context, job compilation) (names []string, err error) {
	text, err := c.preprocess(ctx, job, job.language.sources(job.source)[0], "-M", "-MG")
	if err != nil {
		return nil, ctx.Err()
	}
	_, list, _ := strings.Cut(strings.ReplaceAll(text, "\\\n", " "), ":")
	for _, name := range strings.Fields(strings.ReplaceAll(list, "\\ ", "\x00")) {
		name = path.Clean(strings.ReplaceAll(name, "\x00", " "))
		if !path.IsAbs(name) && !slices.Contains(job.source.Files, name) &&
			!slices.ContainsFunc(job.files.included(), func(f Local) bool { return f.name == name }) {
			names = append(names, name)
		}
	}
	return names, nil
}
