package measure

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	"dlxjudge/judge/sandbox"
)

// empty are programs that do nothing, by language: file name and text.
var empty = map[string][2]string{
	"go":  {"main.go", "package main\n\nfunc main() {}\n"},
	"c":   {"main.c", "int main(void) { return 0; }\n"},
	"cpp": {"main.cpp", "#include <iostream>\nint main() {}\n"}, // iostream, as every solution has
}

// startUps adds an empty program of each language that is measured, to know the time of starting a process.
func (p *preparation) startUps(ctx context.Context) error {
	languages := slices.Sorted(maps.Values(p.plan.Languages))
	for _, language := range slices.Compact(languages) {
		file, known := empty[language]
		if !known {
			continue
		}
		dir := filepath.Join(p.Scratch, "empty-"+language)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
		for name, text := range map[string]string{file[0]: file[1], "empty.in": ""} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
		program, err := p.Grade.Cache.Build(ctx, build.Submission, problem.Source{Name: "empty", Dir: dir, Files: []string{file[0]}})
		if err != nil {
			return err
		}
		s := Subject{Key: record.StartUp(language), Test: problem.Test{Input: filepath.Join(dir, "empty.in")}, Limits: sandbox.Limits{CPU: 10 * time.Second, Wall: time.Minute}}
		for side := range s.Sides {
			if Side(side) == Now || len(p.Against) > 0 {
				s.Sides[side] = &Executable{Program: program}
			}
		}
		p.plan.Subjects = append(p.plan.Subjects, s)
	}
	return nil
}
