package recipe

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Counts holds the numbers of tests in one group.
type Counts struct {
	Group   string // "secret/easy"
	Tests   int    // all tests with a recipe
	Changed int    // tests that are new or have different bytes
	Removed int    // old tests without a recipe
}

// Make makes the tests of a problem and replaces the existing tests. Other files of a group, such as test_group.yaml,
// stay. If any test cannot be made, no file changes. In BAPCtools' form, no file changes either if a folder has tests
// without a recipe: they may be made by hand, and the form cannot say so.
func Make(ctx context.Context, cache *compile.Cache, p *problem.Problem) ([]Counts, error) {
	if len(p.LeftOut) > 0 { // a file might be written through a link out of the package
		return nil, fmt.Errorf("the package has links that lead out of it, so nothing is written: %w", p.LeftOut[0])
	}
	if err := os.MkdirAll(p.DataDir, 0o777); err != nil {
		return nil, err
	}
	defer func() { // removes the folders only if they are empty, and no links
		syscall.Rmdir(filepath.Join(p.DataDir, "secret"))
		syscall.Rmdir(p.DataDir)
	}()
	// The stage is beside the folders of tests, on the same file system, so renaming can move folders out of it. The
	// format ignores names that begin with a period.
	stage, err := os.MkdirTemp(p.DataDir, ".gen-")
	if err != nil {
		return nil, err
	}
	untrusted.Own(stage)
	defer os.RemoveAll(stage)
	groups, err := makeIn(ctx, cache, p, stage)
	if err != nil {
		return nil, err
	}
	var made []Counts
	changed := make(map[string]bool) // by Whole
	for _, g := range groups {
		counts, first, err := compare(g.folder(p), filepath.Join(stage, g.Folder), g)
		if first == nil && err != nil { // if a file differs, files that cannot be read are replaced, too
			return nil, err
		}
		changed[g.Whole] = changed[g.Whole] || first != nil
		made = append(made, counts)
	}
	var swaps []swap
	for _, g := range groups {
		s := swap{g.folder(p), filepath.Join(stage, g.Folder)}
		if !changed[g.Whole] {
			continue
		} else if err := keep(s.group, s.made); err != nil {
			return nil, err
		} else if g.Folder == g.Whole {
			swaps = append(swaps, s)
		}
	}
	if err := swapAll(swaps); err != nil {
		return nil, err
	}
	return made, nil
}

// folder returns the folder of a group's tests.
func (g Group) folder(p *problem.Problem) string { return filepath.Join(p.DataDir, g.Folder) }

// Check makes the tests of a problem in a temporary folder and compares them with the existing tests. The finding names
// the first file that differs. The finding is nil if no file differs.
func Check(ctx context.Context, cache *compile.Cache, p *problem.Problem) ([]Counts, *problem.Finding, error) {
	stage, err := scratch.Make("")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(stage)
	groups, err := makeIn(ctx, cache, p, stage)
	if err != nil {
		return nil, nil, err
	}
	var made []Counts
	for _, g := range groups {
		counts, stale, err := compare(g.folder(p), filepath.Join(stage, g.Folder), g)
		if err != nil || stale != nil {
			return made, stale, err
		}
		made = append(made, counts)
	}
	return made, nil, nil
}

// makeIn makes the groups of the recipes as folders in stage.
func makeIn(ctx context.Context, cache *compile.Cache, p *problem.Problem, stage string) ([]Group, error) {
	groups, _, err := Read(p)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if left, _ := extraTests(g.folder(p), g); len(left) > 0 && Foreign(p) { // they may be made by hand
			return nil, fmt.Errorf("%s: no recipe makes %s; list each in generators.yaml (copy: …), or remove it",
				g.folder(p), legible.Few(left, 3))
		}
	}
	m, err := newMaker(ctx, cache, p, groups)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		dir := filepath.Join(stage, g.Folder)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		for file, text := range g.Settings {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				return nil, err
			}
		}
		for _, t := range g.Tests {
			if err := m.test(ctx, dir, g, t); err != nil {
				return nil, err
			}
		}
	}
	return groups, nil
}

// test makes the files of one test in the folder dir.
func (m *maker) test(ctx context.Context, dir string, g Group, t Test) error {
	name := g.Folder + "/" + t.Name
	base := filepath.Join(dir, t.Name)
	second := base + ".agree"
	defer os.Remove(second)
	fail := func(err error) error {
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %s: %w", t.Place, name, err)
	}
	if _, err := os.Lstat(base + ".in"); err == nil {
		return fail(errors.New("another test has the same name"))
	}
	if err := m.input(ctx, t, base+".in"); err != nil {
		return fail(err)
	}
	if t.Answer+t.Copy != "" {
		if err := m.write(t, t.Answer, base+".ans"); !errors.Is(err, fs.ErrNotExist) {
			return fail(err)
		}
	}
	switch {
	case g.none():
		return os.WriteFile(base+".ans", nil, 0o666) // the format requires the file
	case g.Answer.Name == "":
		return fail(errors.New("no answer; add ans: TEXT or solution: /submissions/accepted/NAME"))
	}
	outputs := []struct{ name, output string }{{g.Answer.Name, base + ".ans"}, {g.Agree.Name, second}}
	if g.Agree.Name == "" {
		outputs = outputs[:1]
	}
	for _, p := range outputs {
		err := sandbox.Transform(ctx, m.executor, p.name, m.programs[p.name], nil, base+".in", p.output)
		if err != nil && ctx.Err() == nil {
			err = m.keep(name, base+".in", err)
		}
		if err != nil {
			return fail(err)
		}
	}
	if !m.usesChecker() || Foreign(m.problem) { // no need to ask the default checker about equal outputs
		same, err := equal(base+".ans", outputs[len(outputs)-1].output)
		if err != nil {
			return fail(err)
		}
		if same {
			return nil
		}
	}
	config, err := m.problem.Configure(name)
	if err != nil {
		return err
	}
	for _, p := range outputs {
		files := check.Files{Input: base + ".in", Answer: base + ".ans", Output: p.output}
		if m.usesChecker() || m.problem.Checkers == nil {
			files.Args, files.Checker = config.CheckerArgs, config.Checker
		}
		result, err := m.checker.Check(ctx, files)
		if err == nil && result.Verdict != problem.AC {
			err = fmt.Errorf("the checker says %s for the output of %s, with the answer of %s: %s", result.Verdict,
				p.name, g.Answer.Name, result.Message)
			if !m.usesChecker() {
				err = fmt.Errorf("%s and %s disagree: %s", g.Answer.Name, g.Agree.Name, result.Message)
			}
			err = m.keep(name, base+".in", err)
		}
		if err != nil {
			return fail(err)
		}
	}
	return nil
}

// input makes the input of a test.
func (m *maker) input(ctx context.Context, t Test, path string) error {
	if t.Input+t.Copy != "" {
		return m.write(t, t.Input, path)
	}
	return Generator{generators + t.Generator, m.programs[generators+t.Generator]}.Input(ctx, m.executor, t.Args, path)
}

// write writes text to a file of a test. Without text, it copies the file of t.Copy with the same extension.
func (m *maker) write(t Test, text, path string) error {
	if text != "" {
		return os.WriteFile(path, []byte(text), 0o666)
	}
	data, err := untrusted.ReadBelow(m.problem.Dir, generators+t.Copy+filepath.Ext(path), problem.MaxTestFile)
	if err == nil {
		err = os.WriteFile(path, data, 0o666)
	}
	return err
}

// keep copies an input to a temporary file, because a program fails on it, programs disagree on it, or the checker
// rejects its answer. It adds the file's path to the error.
func (m *maker) keep(name, input string, disagree error) error {
	text, errText := os.ReadFile(input)
	file, err := os.CreateTemp("", "judge-gen-"+m.problem.Name+"-"+strings.ReplaceAll(name, "/", "-")+"-*.in")
	if err != nil {
		return errors.Join(disagree, err)
	}
	_, err = file.Write(text)
	if err := errors.Join(errText, err, file.Close()); err != nil {
		return errors.Join(disagree, err)
	}
	return fmt.Errorf("%w; the input is kept as %s", disagree, file.Name())
}
