package worker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// Test checks that this machine can judge: there is room in the folders, and the judge accepts a known program. The
// parameter languages holds this machine's languages. If no known program is in one of these languages, Test checks
// only the room.
func Test(ctx context.Context, o grade.Options, languages []string, folders ...string) error {
	for _, folder := range append(folders, os.TempDir()) {
		if err := hasRoom(folder); err != nil {
			return fmt.Errorf("no room for work in %s: %w", folder, err)
		}
	}
	i := slices.IndexFunc(knownPrograms, func(k knownProgram) bool { return slices.Contains(languages, k.language) })
	if i < 0 {
		return nil
	}
	if err := accepts(ctx, o, knownPrograms[i]); err != nil {
		return fmt.Errorf("a correct program in %s was not accepted: %w", knownPrograms[i].language, err)
	}
	return nil
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

// knownProgram is a program that doubles a number.
type knownProgram struct{ language, file, text string }

var knownPrograms = []knownProgram{
	{"c", "twice.c", "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) != 1 || " +
		"printf(\"%d\\n\", 2 * n) < 0; }\n"},
	{"cpp", "twice.cpp", "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << 2 * n << '\\n'; }\n"},
	{"python3", "twice.py", "print(2 * int(input()))\n"},
}

// accepts returns an error unless a program, judged like any submission, gets AC. The time limit is
// generous, because the program's speed does not matter.
func accepts(ctx context.Context, o grade.Options, program knownProgram) error {
	dir, err := os.MkdirTemp("", "judge-selftest-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	pack := filepath.Join(dir, "twice")
	for name, text := range map[string]string{
		"problem.yaml": "problem_format_version: 2025-09\nname: Twice\nuuid: 7f0f0f6e-3f2e-4a8b-9f5d-0a6c1f9b7e11\n" +
			"limits: {time_limit: 60}\n",
		"data/secret/1.in": "21\n", "data/secret/1.ans": "42\n", "submissions/accepted/" + program.file: program.text,
	} {
		path := filepath.Join(pack, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	set, err := problem.Load(problem.Package(pack), nil)
	if err != nil {
		return err
	}
	entries, err := pick.Select(set, nil)
	if err != nil {
		return err
	}
	results, err := grade.Judge(ctx, entries, o)
	if err != nil {
		return err
	}
	for _, s := range results.Submissions {
		if s.Verdict != problem.AC {
			for _, t := range s.Tests {
				s.Message = wire.Brief(s.Message + " " + t.Message)
			}
			return fmt.Errorf("%s %s", s.Verdict, s.Message)
		}
	}
	return nil
}
