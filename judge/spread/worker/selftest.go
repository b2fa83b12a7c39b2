package worker

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// known is a package with a program that doubles a number, in several languages.
//
//go:embed twice
var known embed.FS

// Test checks that this machine can judge: there is room in the folders, and the judge accepts a known program.
// languages lists this machine's languages. If no known program is in one of these languages, Test checks only the
// room.
func Test(ctx context.Context, o grade.Options, languages []string, folders ...string) error {
	for _, folder := range append(folders, os.TempDir()) {
		if err := hasRoom(folder); err != nil {
			return fmt.Errorf("no room for work in %s: %w", folder, err)
		}
	}
	return accepts(ctx, o, languages, known)
}

// room is how many free bytes a folder must have. If work needs more room, judging fails, and the work goes to another
// worker.
const room = 4 << 20

// hasRoom writes a file and removes it. The error omits the file's random name, so that repeated errors are equal.
func hasRoom(folder string) error {
	f, err := os.CreateTemp(folder, ".room-*")
	if err == nil {
		defer os.Remove(f.Name())
		_, err = f.Write(make([]byte, room))
		err = errors.Join(err, f.Close())
	}
	if pathError := new(fs.PathError); errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// accepts returns an error unless the first program of a package in one of the languages gets AC, judged like any
// submission.
func accepts(ctx context.Context, o grade.Options, languages []string, files fs.FS) error {
	dir, err := os.MkdirTemp("", "judge-selftest-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, files); err != nil {
		return err
	}
	set, err := problem.Load(problem.Package(filepath.Join(dir, "twice")), nil)
	if err != nil {
		return err
	}
	entries, err := pick.Select(set, nil)
	if err != nil {
		return err
	}
	for _, e := range entries {
		language, err := compile.LanguageOf(e.Submission.Source)
		if err != nil || !slices.Contains(languages, language.Name) {
			continue
		}
		results, err := grade.Judge(ctx, []grade.Entry{e}, o)
		if err != nil {
			return err
		}
		s := results.Submissions[0]
		if s.Verdict == problem.AC {
			return nil
		}
		for _, t := range s.Tests {
			s.Message = wire.Brief(s.Message + " " + t.Message)
		}
		return fmt.Errorf("a correct program in %s was not accepted: %s %s", language.Name, s.Verdict, s.Message)
	}
	return nil
}
