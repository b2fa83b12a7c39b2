package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"dlxjudge/judge/author/watch"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/pipeline"
)

// begin reads what the arguments name, and starts to watch folders. For a problem, it also watches their subfolders.
// For a program in any folder, it does not, because that folder may be a home folder.
func (w *watching) begin(ctx context.Context) (<-chan []string, error) {
	chosen, err := w.choose(ctx)
	if err != nil {
		return nil, err
	}
	w.picked = chosen.Picked
	if w.picked.Folder != nil {
		return watch.Folders(ctx, nil, besideProgram(ctx, w.picked.Folder))
	}
	if w.picked.Archive != "" {
		return nil, fmt.Errorf("%s: an archive does not change while it is watched; unpack it, and name the folder",
			w.picked.Archive)
	}
	first := chosen.Entries[0]
	w.latest = failures.Line(first.Problem.Name, first.Submission.Name, "")
	if first.Submission.Stranger() {
		w.latest = first.Problem.Name + "/" + first.Submission.Main()
	}
	if w.names, err = problem.Names(w.picked.Roots); err != nil {
		return nil, err
	}
	w.strangers, w.beside = make(map[string]string), make(map[string][]string)
	for _, e := range chosen.Entries {
		if s := e.Submission; s.Stranger() {
			pattern := e.Problem.Name + "/" + pick.Literal(s.Name)
			w.strangers[pattern] = e.Problem.Name + "/" + s.Main()
			for _, folder := range foldersWith(ctx, s.Source) {
				w.beside[folder] = append(w.beside[folder], pattern)
			}
		}
	}
	return watch.Folders(ctx, foldersOf(w.picked, w.names), slices.Collect(maps.Keys(w.beside)))
}

// choose reads again what the arguments name, including what was added since the last round.
func (w *watching) choose(ctx context.Context) (*pipeline.Run, error) {
	w.picker.Close() // removes the files that were made for the last round
	options := w.flags.options(w.flags.TimeLimit)
	w.picker.Here, w.picker.Loose = true, &options
	r := w.newRun(w.flags.Flags, &here{jobs: w.flags.jobs, watching: true})
	if err := r.Choose(ctx, w.args); err != nil {
		return nil, err
	}
	folder := r.Picked.Folder
	if folder != nil {
		r.Reports.Folder.Flags = w.flags.args()
	}
	if folder != nil && !w.announced {
		w.sayFolder(folder)
		w.sayTests(folder)
		w.announced = true
	}
	return r, nil
}

// besideProgram returns the folders of a program, its tests, and helpers such as its checker.
func besideProgram(ctx context.Context, folder *loose.Folder) []string {
	folders := []string{folder.Program.Dir}
	for _, t := range folder.Tests.Tests {
		for _, file := range []string{t.Input, t.Answer} {
			if file != "" && folder.Tests.DisplayName(file) == file { // not from cph's file, and not made by the judge
				folders = append(folders, filepath.Dir(file))
			}
		}
	}
	programs := []problem.Source{folder.Program}
	for _, part := range folder.Parts {
		programs = append(programs, part)
	}
	for _, program := range programs {
		folders = append(folders, foldersWith(ctx, program)...)
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// foldersWith returns the folders of a program and of what it includes.
func foldersWith(ctx context.Context, program problem.Source) []string {
	folders := []string{program.Dir}
	if r, err := compile.Resolve(ctx, compile.Tool, program); err == nil {
		for _, file := range r.Files {
			folders = append(folders, filepath.Dir(file.Path))
		}
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// foldersOf returns the folders of the problems that a selection wants, or the folder of its package. names is the list
// of all the checkout's problems.
func foldersOf(s *pick.Picked, names []string) []string {
	if s.Roots.Package != "" {
		return []string{s.Roots.Package}
	}
	var folders []string
	for _, name := range names {
		if s.Wants(name) {
			for _, root := range []string{s.Roots.Solutions, s.Roots.Problems, s.Roots.Testdata} {
				folders = append(folders, filepath.Join(root, name))
			}
		}
	}
	return folders
}

// touched returns a title that names the saved files, and patterns of what the files belong to. If there are no
// patterns, the files belong to everything that is watched. If the files belong to nothing, the title is "".
func (w *watching) touched(paths []string) (title string, patterns []pick.Pattern) {
	if w.picked.Folder != nil { // beside a program there may be anything, such as an executable
		for _, path := range paths {
			if loose.Matters(path) || filepath.Base(path) == "judge.yaml" {
				title = cmp.Or(title, saved(path))
			}
		}
		return title, nil
	}
	var texts []string
	for _, path := range paths {
		belongs := w.beside[filepath.Dir(path)]
		if !loose.Matters(path) {
			belongs = nil
		}
		if text, is := pick.PatternFor(existingAbove(path), w.picked.Roots, w.names); is {
			belongs = []string{text}
		}
		for _, text := range belongs {
			pattern, err := pick.ParsePattern(text)
			if err != nil || slices.Contains(texts, text) {
				continue
			}
			texts, patterns = append(texts, text), append(patterns, pattern)
			if strings.Contains(text, "/") && !strings.Contains(text, ":") {
				w.latest = cmp.Or(w.strangers[text], text)
			}
			title = saved(path)
		}
	}
	if len(patterns) > 1 {
		title = fmt.Sprintf("%s were saved", figures.Plural(len(patterns), "program"))
	}
	return title, patterns
}

// saved says what happened to a file.
func saved(path string) string {
	if existingAbove(path) != path {
		return filepath.Base(path) + " was removed"
	}
	return filepath.Base(path) + " was saved"
}

// stress returns the arguments with which "judge stress" tests what was saved last. Flags that "judge stress" has, too,
// keep their values.
func (w *watching) stress() []string {
	args, pack := []string{"stress"}, w.picked.Roots.Package
	if folder := w.picked.Folder; folder != nil {
		args = append(args, filepath.Join(folder.Program.Dir, folder.Program.Name))
	} else {
		name, submission, _ := strings.Cut(w.latest, "/")
		args = append(args, name, submission)
	}
	if pack != "" {
		args = append(args, "--package", pack)
	}
	has := newStressCommand(w.app).Flags()
	w.given.Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, is := flag.Value.(pflag.SliceValue); is {
			values = list.GetSlice()
		}
		for _, value := range values {
			if flag.Name != "package" && has.Lookup(flag.Name) != nil {
				args = append(args, "--"+flag.Name+"="+value)
			}
		}
	})
	return args
}

// existingAbove returns the path or, if it is gone, the nearest existing folder above it.
func existingAbove(path string) string {
	for {
		if _, err := os.Lstat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}
