package loose

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// samples is the name of the archive in which Kattis offers the tests of a statement.
const samples = "samples.zip"

// tests finds the program's tests: where the user says or, without that, in its folder, in cph's file, and elsewhere.
// It returns cph's file, which is empty if there is none.
func (f *Folder) tests(ctx context.Context, o Options) (cph *prob, err error) {
	if cph = (&prob{}); o.Alone {
		return cph, nil
	}
	var none error
	if info, err := os.Stat(o.Tests); archive.Is(o.Tests) && (err != nil || !info.IsDir()) {
		none = f.unzipTests(ctx, o.Tests)
	} else {
		f.Tests, none = Find(ctx, f.Program, o.Tests)
	}
	if none != nil && !errors.Is(none, errNone) {
		return cph, none
	}
	if o.Tests == "" {
		note := ""
		if cph, note, err = probOf(ctx, f.Program, len(f.Tests.Tests) == 0); err != nil {
			return cph, err
		}
		if note != "" {
			f.Tests.note("%s", note)
		}
		if err := f.addTests(cph); err != nil {
			return cph, err
		}
		if err := f.elsewhere(ctx); err != nil && !errors.Is(err, errNone) {
			return cph, err
		}
	}
	if len(f.Tests.Tests) == 0 && !o.TestsOptional {
		return cph, none
	}
	return cph, nil
}

// elsewhere finds the tests of a program that has none in its folder: in samples.zip beside it or, if the folder above
// has tests and no programs, there. That folder must be below problem.Root. Without such tests, it changes nothing.
func (f *Folder) elsewhere(ctx context.Context) error {
	zipped := filepath.Join(f.Program.Dir, samples)
	_, unzipped := os.Stat(zipped)
	switch {
	case len(f.Tests.Tests) > 0 && unzipped == nil:
		f.Tests.note("%s is left out: there are other tests; --tests takes it", samples)
		fallthrough
	case len(f.Tests.Tests) > 0:
		return nil
	case unzipped == nil:
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
	found.Above = true
	f.take(found, fmt.Sprintf("these tests are in %s, above the program", source.Dir))
	return nil
}

// unzipTests finds tests in a ZIP file.
func (f *Folder) unzipTests(ctx context.Context, file string) error {
	into, err := f.Scratch()
	if err != nil {
		return err
	}
	dir, warning, err := archive.UnpackFiles(ctx, file, into)
	if err != nil {
		return err
	}
	f.names[dir] = file
	found, err := Find(ctx, f.Program, dir)
	switch {
	case errors.Is(err, errNone):
		return fmt.Errorf("%w in %s", errNone, file)
	case err != nil:
		return errors.New(f.Display(err.Error()))
	case warning != nil:
		f.take(found, warning.Error())
	default:
		f.take(found)
	}
	return nil
}

// take takes tests that are not in the program's folder, where none is written.
func (f *Folder) take(found Tests, notes ...string) {
	found.Notes, found.found = append(append(f.Tests.Notes, found.Notes...), notes...), nil
	f.Tests = found
}
