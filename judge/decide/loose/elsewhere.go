package loose

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// samples is the name of the archive in which Kattis offers the tests of a statement.
const samples = "samples.zip"

// findElsewhere finds the tests of a program that has none in its folder: in samples.zip beside it or, if the folder
// above has tests and no programs, there. That folder must be below problem.Root. Without such tests, it changes
// nothing.
func (f *Folder) findElsewhere(ctx context.Context) error {
	zipped := filepath.Join(f.Program.Dir, samples)
	if _, err := os.Stat(zipped); err == nil {
		return f.unzipTests(ctx, zipped)
	}
	dir, err := filepath.Abs(f.Program.Dir)
	if err != nil {
		return err
	}
	below, err := filepath.Rel(problem.Root(dir), filepath.Dir(dir))
	if err != nil || !filepath.IsLocal(below) {
		return nil
	}
	source := f.Program
	source.Dir = filepath.Join(source.Dir, "..")
	if programs, err := programsIn(source.Dir); err != nil || len(programs) > 0 {
		return nil
	}
	found, err := Find(ctx, source, "")
	if err != nil {
		return ctx.Err() // whatever is wrong there, this folder has no tests
	}
	found.Notes = append(f.Tests.Notes, append(found.Notes, fmt.Sprintf("these tests are in %s, above the program",
		source.Dir))...)
	found.Above, found.found = true, nil
	f.Tests = found
	return nil
}

// unzipTests finds tests in a ZIP file.
func (f *Folder) unzipTests(ctx context.Context, file string) error {
	scratch, err := f.Scratch()
	if err != nil {
		return err
	}
	dir, warning, err := archive.UnpackFiles(ctx, file, scratch)
	if err != nil {
		return err
	}
	found, err := Find(ctx, f.Program, dir)
	switch {
	case errors.Is(err, errNone):
		return fmt.Errorf("%w in %s", errNone, file)
	case err != nil:
		return errors.New(strings.ReplaceAll(err.Error(), dir, file))
	case warning != nil:
		found.Notes = append(found.Notes, warning.Error())
	}
	for _, t := range found.Tests {
		for _, path := range []string{t.Input, t.Answer} {
			found.setDisplayName(path, strings.Replace(path, dir, file, 1))
		}
	}
	found.Notes, found.found = append(f.Tests.Notes, found.Notes...), nil
	f.Tests = found
	return nil
}
