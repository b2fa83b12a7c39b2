package compile

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/tree"
)

// MaxSource is the largest total size of a program's source files, in bytes. Online judges accept only a hundredth of
// that size.
const MaxSource = 8 << 20

// ReadSource reads the files of a source, in order. The error is a *CompileError if the files together exceed MaxSource
// bytes, or one of them is not a regular file.
func ReadSource(source problem.Source) ([][]byte, error) {
	contents := make([][]byte, len(source.Files))
	left := int64(MaxSource)
	for i, file := range source.Files {
		text, err := untrusted.Read(filepath.Join(source.Dir, file), left)
		var large *untrusted.SizeError
		if errors.As(err, &large) {
			return nil, &CompileError{Source: pathOf(source), Output: fmt.Sprintf("its source is too large; a "+
				"program may have %d MiB", MaxSource>>20)}
		}
		if errors.Is(err, untrusted.ErrNotRegular) {
			return nil, &CompileError{Source: pathOf(source), Output: err.Error()}
		}
		if err != nil {
			return nil, err
		}
		contents[i] = text
		left -= int64(len(text))
	}
	return contents, nil
}

// MaxFiles is the largest number of source files in a program. The sandbox keeps them all open at once.
const MaxFiles = problem.MaxFiles

// included returns a source with the files that its problem adds to submissions in the language. They replace the
// source's files of the same names. included also expands constants.
func included(source problem.Source, language Language) (problem.Source, [][]byte, error) {
	if len(source.Files) > MaxFiles {
		return source, nil, &CompileError{Source: pathOf(source),
			Output: fmt.Sprintf("it has %d files; a program may have %d", len(source.Files), MaxFiles)}
	}
	contents, err := ReadSource(source)
	if err != nil {
		return source, nil, err
	}
	source.Executable = executable(source)
	source, contents, err = withIncluded(source, language, contents)
	for i := range contents {
		contents[i] = source.Constants.Replace(contents[i])
	}
	return source, contents, err
}

// executable returns the files of a source that are executable.
func executable(source problem.Source) []string {
	return slices.DeleteFunc(slices.Clone(source.Files), func(file string) bool {
		info, err := untrusted.Stat(filepath.Join(source.Dir, file))
		return err != nil || !untrusted.Executable(info)
	})
}

// withIncluded adds the problem's files to a source.
func withIncluded(source problem.Source, language Language, contents [][]byte) (problem.Source, [][]byte, error) {
	dir := cmp.Or(source.Include[language.Name], source.Include["default"])
	if dir == "" {
		return source, contents, nil
	}
	added, err := filesBelow(dir)
	if err != nil {
		return source, nil, err
	}
	more, err := ReadSource(added)
	if err != nil {
		return source, nil, fmt.Errorf("included files: %w", err)
	}
	if source.Entrypoint == "" && !language.drives(added.Files) { // an added file must not become the main file
		named := source
		named.Files = language.places(source, contents)
		if e, err := language.entryOf(named, contents); err == nil {
			source.Entrypoint = cmp.Or(e.class, e.main)
		}
	}
	source.Executable = slices.DeleteFunc(source.Executable, func(file string) bool {
		return slices.Contains(added.Files, file)
	})
	source.Executable = append(source.Executable, executable(added)...)
	source.Files, contents = slices.Clone(source.Files), slices.Clone(contents)
	for i, file := range added.Files {
		if at := slices.Index(source.Files, file); at >= 0 {
			contents[at] = more[i]
			continue
		}
		source.Files, contents = append(source.Files, file), append(contents, more[i])
	}
	return source, contents, nil
}

// filesBelow returns the files of a folder and its subfolders, except those with names that the format ignores. It
// follows links.
func filesBelow(dir string) (problem.Source, error) {
	source, index := problem.Source{Name: filepath.Base(dir), Dir: dir}, tree.New()
	err := index.Add(dir, "")
	var add func(folder *tree.Entry)
	add = func(folder *tree.Entry) {
		err = cmp.Or(err, folder.Wrong)
		for _, e := range folder.Entries {
			switch {
			case e.Misnamed:
			case e.Kind == tree.Folder:
				add(e)
			case len(source.Files) == MaxFiles:
				err = cmp.Or(err, fmt.Errorf("%s: more than %d files", dir, MaxFiles))
			default:
				source.Files, err = append(source.Files, e.Full), cmp.Or(err, e.Wrong)
			}
		}
	}
	if err == nil {
		add(index.At(dir))
	}
	return source, err
}

// SourceFiles returns the files that a submission is built from: its own and those that its problem adds, with
// constants expanded. When the submission runs, its working folder holds them, too. The errors are those of
// Cache.Build.
func SourceFiles(source problem.Source) (problem.Source, [][]byte, error) {
	language, err := LanguageOf(source)
	if err != nil {
		return source, nil, err
	}
	return included(source, language)
}
