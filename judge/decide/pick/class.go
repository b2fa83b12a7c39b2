package pick

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/tree"
)

// readClass reads a folder in which each entry is a participant's program: a file, a folder or a small archive. These
// programs may get any verdict. An entry that cannot be read is a broken submission.
//
// The participants may be hostile. No link is followed. A program has the files of its own entry and no others, so it
// cannot include another participant's.
func (p *Picker) readClass(ctx context.Context, of *problem.Problem, folder string) (all []problem.Submission,
	err error) {
	entries, err := untrusted.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("--class %w", err)
	}
	files := make(map[string]string) // by the name of the participant
	for _, e := range entries {
		if passedOver(e.Name()) {
			continue
		}
		source := problem.Source{Name: legible.Line(e.Name()), Dir: filepath.Join(folder, e.Name())}
		if !e.IsDir() {
			source.Name = strings.TrimSuffix(source.Name, filepath.Ext(source.Name))
		}
		if other := files[source.Name]; other != "" {
			return nil, fmt.Errorf("--class %s: %q and %q have the same name; rename one of them", folder, other,
				e.Name())
		}
		files[source.Name] = e.Name()
		broken := p.readEntry(ctx, e, &source)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s, err := of.Stranger(source)
		if err != nil {
			return nil, err
		}
		if s.Name != source.Name { // a submission of the problem has this name
			s.Name = "class/" + source.Name
		}
		s.Own, s.Solution, s.Beside = []problem.Expectation{}, false, false
		if broken != nil {
			s.Files, s.Broken = nil, strings.ReplaceAll(legible.Lines(broken.Error()), "\n", "; ")
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("--class %s: there is no program in it", folder)
	}
	return all, nil
}

// passedOver reports whether a file or folder belongs to an editor or an archiver, not to a program.
func passedOver(name string) bool {
	return strings.HasPrefix(name, ".") || name == "__MACOSX" || name == "__pycache__"
}

const notFile = "%s: a link or a special file; put the file itself in its place"

// readEntry finds the files of a participant's program.
func (p *Picker) readEntry(ctx context.Context, e fs.DirEntry, s *problem.Source) (err error) {
	switch path := s.Dir; {
	case e.IsDir():
	case !e.Type().IsRegular():
		return fmt.Errorf(notFile, path)
	case archive.Is(path):
		if s.Dir, err = p.unpack(ctx, path, archive.UnpackProgram); err != nil {
			return err
		}
	case !loose.IsProgram(path):
		return fmt.Errorf("%s: no known language has its extension", path)
	default:
		s.Dir, s.Files = filepath.Dir(path), []string{e.Name()}
		return readable(path)
	}
	err = filepath.WalkDir(s.Dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != s.Dir && passedOver(e.Name()):
			if e.IsDir() {
				return fs.SkipDir
			}
		case e.IsDir():
		case !e.Type().IsRegular():
			return fmt.Errorf(notFile, path)
		case len(s.Files) > compile.MaxFiles:
			return fmt.Errorf("%s: more than %d files; a program may have no more", s.Dir, compile.MaxFiles)
		case loose.IsProgram(path) || tree.IsHeader(path):
			s.Files = append(s.Files, filepath.ToSlash(strings.TrimPrefix(path, s.Dir+string(filepath.Separator))))
		}
		return nil
	})
	if err == nil && len(s.Files) == 0 {
		err = fmt.Errorf("%s: there is no program in it", s.Dir)
	}
	for err == nil { // a folder that holds everything is not part of the program
		top, _, nested := strings.Cut(s.Files[0], "/")
		elsewhere := func(name string) bool { return !strings.HasPrefix(name, top+"/") }
		if !nested || slices.ContainsFunc(s.Files, elsewhere) {
			break
		}
		for i := range s.Files {
			s.Files[i] = s.Files[i][len(top)+1:]
		}
		s.Dir = filepath.Join(s.Dir, top)
	}
	for i := 0; err == nil && i < len(s.Files); i++ {
		err = readable(filepath.Join(s.Dir, s.Files[i]))
	}
	return err
}

func readable(path string) error {
	file, err := untrusted.Open(path)
	if err != nil {
		return err
	}
	return file.Close()
}
