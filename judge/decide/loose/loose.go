// Package loose reads a program and the files beside it, in a folder that need not be a checkout or a package. Tests,
// checker, interactor, brute force, generator and validator are found by their names, or the user names them. The
// result is a problem.Problem, like everything that the judge judges.
//
//	f, err := loose.Open(ctx, "a.cpp", loose.Options{Roles: []loose.Role{loose.Checker, loose.Interactor}})
//	defer f.Close()
//	for _, line := range f.PartLines() { … "checker: check.cpp" }
//	f.Problem.Tests, f.Problem.Submissions[0]
//
// The package runs one program only: the brute force, which makes missing answers (Folder.Answer).
package loose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// Options holds what a problem package would otherwise define.
type Options struct {
	Time    time.Duration // time limit; 0 for the limit in judge.yaml or cph or, without one, UsualTime
	Epsilon float64       // tolerance, which replaces a checker found by name; 0 for the tolerance in judge.yaml

	Language string // the code of the program's language; "" for that of judge.yaml, the first line or the extension

	Tests         string // the folder or ZIP file of the tests; "" to search for tests
	TestsOptional bool   // it is not an error if there are no tests
	Alone         bool   // read nothing but the program, judge.yaml and the interactor
	Roles         []Role // roles to find; Brute is searched for only if an answer is missing or TestsOptional is set
	Programs      Programs
	Include       []string // folders of headers, besides those in judge.yaml and in the user's settings
}

// SetsJudging reports whether an option sets how a program is judged, and SetsBuild whether one sets how it is built.
// Problems of a checkout or package define that themselves, so such options are errors there.
func (o Options) SetsJudging() bool {
	return o.Programs[Checker] != "" || o.Programs[Interactor] != "" || o.Epsilon > 0 || o.Tests != ""
}
func (o Options) SetsBuild() bool { return o.Include != nil || o.Language != "" }

// UsualTime is the default time limit.
const UsualTime = 10 * time.Second

// Folder is a program and what was found beside it.
type Folder struct {
	Program problem.Source
	Problem *problem.Problem // with one submission, which is expected to be accepted on all tests
	Parts   Parts            // the requested parts that were found
	Tests   Tests
	Notes   []string       // what was left out, and why
	Known   problem.Limits // time and memory limits from options, judge.yaml or cph; 0 for a limit that none sets
	Page    string         // URL of the problem's page, from cph; "" if unknown

	Settings problem.FolderSettings // from judge.yaml

	named   Programs // the programs that the options name
	epsilon float64
	scratch string            // the folder that Scratch returns; "" before its first call
	names   map[string]string // what users call the files and folders that the judge made, by path
}

// Open reads the program at a path, or the only program in the folder at that path, and the files beside it.
func Open(ctx context.Context, path string, o Options) (*Folder, error) {
	f := &Folder{named: o.Programs, Parts: make(Parts), names: make(map[string]string)}
	if err := f.open(ctx, path, o); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Display returns a text as users see it: it names what the judge made by what it was made from.
func (f *Folder) Display(text string) string {
	if name := f.names[text]; name != "" {
		return name
	}
	if f.scratch != "" && strings.Contains(text, f.scratch) {
		for path, name := range f.names {
			text = strings.ReplaceAll(text, path, name)
		}
	}
	return text
}

// Close removes the files that Open made.
func (f *Folder) Close() error {
	if f.scratch == "" {
		return nil
	}
	return os.RemoveAll(f.scratch)
}

// Scratch returns a folder for temporary files, which Close removes.
func (f *Folder) Scratch() (_ string, err error) {
	if f.scratch == "" {
		f.scratch, err = scratch.Make("")
	}
	return f.scratch, err
}

func (f *Folder) open(ctx context.Context, path string, o Options) (err error) {
	if f.Program, err = SourceAt(path); err != nil {
		return err
	}
	if o, err = f.settings(o); err != nil {
		return err
	}
	f.epsilon = o.Epsilon
	for _, role := range o.Roles {
		if role == Interactor || role != Brute && !o.Alone {
			if err := f.find(role, o.Programs); err != nil {
				return err
			}
		}
	}
	if err := f.decide(ctx, o); err != nil {
		return err
	}
	cph, err := f.tests(ctx, o)
	if err != nil {
		return err
	}
	f.Page, f.Known = cph.Page, cph.limits()
	f.Known.Time, f.Known.Memory = cmp.Or(o.Time, f.Known.Time), cmp.Or(f.Settings.Memory, f.Known.Memory)
	f.Problem = f.problem()
	interactive := slices.Contains(o.Roles, Interactor) && o.Programs[Interactor] != None && cph.Interactive
	switch talks := f.Problem.Interactive; {
	case talks && f.Problem.OutputFile != "":
		return fmt.Errorf("%s: output_file: a program that talks with an interactor writes to standard output",
			f.settingsFile())
	case interactive && !talks:
		return fmt.Errorf("%s: the problem is interactive; write its interactor, such as %s, name one with "+
			"--interactor FILE, or say --interactor none", cph.path, filepath.Join(f.Program.Dir, "interactor.cpp"))
	}
	missing := false
	for _, t := range f.Tests.Tests {
		if t.Answer == "" && f.Problem.Interactive {
			if t.Answer, err = f.write("empty.ans", "empty.ans", ""); err != nil {
				return err
			}
		}
		missing = missing || t.Answer == ""
		t.CheckerArgs = f.TestSettings().CheckerArgs
		f.Problem.Tests = append(f.Problem.Tests, f.Problem.InFile(t))
	}
	if slices.Contains(o.Roles, Brute) && (missing || o.TestsOptional) {
		return f.find(Brute, o.Programs)
	}
	return nil
}

// Stranger reads the program at a path as a submission to a problem that it is not part of. It is built as the options,
// judge.yaml beside it and the user's settings say.
func Stranger(p *problem.Problem, path string, o Options) (problem.Submission, error) {
	f := &Folder{}
	var err error
	if f.Program, err = SourceAt(path); err != nil {
		return problem.Submission{}, err
	}
	if _, err = f.settings(o); err != nil {
		return problem.Submission{}, err
	}
	f.Program.Name = strings.Join(strings.Fields(f.Program.Name), "_") // records have blanks between names
	return p.Stranger(f.Program)
}

// settings reads judge.yaml. The options take precedence over that file.
func (f *Folder) settings(o Options) (Options, error) {
	c, err := config.Read()
	if err != nil {
		return o, err
	}
	if o.Language != "" {
		if _, err := compile.Takes(o.Language, f.Program.Name); err != nil {
			return o, fmt.Errorf("--language: %w", err)
		}
		f.Program.Language = o.Language
	}
	f.Program.Headers = slices.Concat(o.Include, c.Include)
	if problem.IsPackage(f.Program.Dir) { // a package's judge.yaml has other keys
		return o, nil
	}
	s, err := problem.ReadFolder(f.Program.Dir)
	if err != nil {
		return o, err
	}
	f.Settings, f.Program.Defines, f.Program.Headers = s, s.Defines, slices.Concat(o.Include, s.Include, c.Include)
	if s.Language != "" && o.Language == "" {
		takes, err := compile.Takes(s.Language, f.Program.Name)
		if err != nil {
			return o, fmt.Errorf("%s: language: %w", f.settingsFile(), err)
		}
		if takes {
			f.Program.Language = s.Language
		}
	}
	named := make(Programs)
	for role, name := range s.Programs {
		if name != None {
			name = filepath.Join(f.Program.Dir, name)
		}
		named[Role(role)] = name
	}
	for role, name := range o.Programs {
		if name != "" {
			named[role] = name
		}
	}
	switch {
	case o.Programs[Checker] != "":
	case o.Epsilon > 0: // --eps replaces the checker of judge.yaml
		named[Checker] = ""
	default:
		o.Epsilon = s.Epsilon
	}
	o.Programs, o.Time = named, cmp.Or(o.Time, s.Time)
	return o, nil
}

// settingsFile returns the path of judge.yaml.
func (f *Folder) settingsFile() string { return filepath.Join(f.Program.Dir, "judge.yaml") }

// write writes a temporary file with a display name, and returns its path.
func (f *Folder) write(file, display, text string) (path string, err error) {
	dir, err := f.Scratch()
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, file)
	f.names[path] = display
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// PartLines lists the parts that were found by name or are named in judge.yaml: "checker: check.cpp".
func (f *Folder) PartLines() []string {
	var lines []string
	for _, role := range []Role{Checker, Interactor, Brute, Generator, Validator} {
		if source, found := f.Parts[role]; found && f.named[role] == "" {
			lines = append(lines, fmt.Sprintf("%s: %s", role, source.Main()))
		}
	}
	return lines
}

// decide drops a checker that --eps or the interactor replaces.
func (f *Folder) decide(ctx context.Context, o Options) error {
	checker, checks := f.Parts[Checker]
	interactor, talks := f.Parts[Interactor]
	instead := ""
	switch {
	case talks && o.Epsilon > 0:
		return fmt.Errorf("--eps is for comparing outputs, but here the interactor %s decides; leave out --eps, or "+
			"say --interactor none", interactor.Main())
	case checks && o.Epsilon > 0:
		instead = "--eps"
	case checks && talks && !(compile.IncludesTestlib(ctx, interactor) && compile.IncludesTestlib(ctx, checker)):
		instead = "the interactor " + interactor.Main()
	default:
		return nil
	}
	if o.Programs[Checker] != "" {
		return fmt.Errorf("--checker and %s: only one can decide; leave out one of them", instead)
	}
	delete(f.Parts, Checker)
	f.Notes = append(f.Notes, fmt.Sprintf("%s is left out: %s takes its place", checker.Main(), instead))
	return nil
}

// problem returns the problem without tests. Its default checker ignores differences in whitespace.
func (f *Folder) problem() *problem.Problem {
	dir := f.Program.Dir
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	name := filepath.Base(dir)
	p := &problem.Problem{
		Name: name, About: problem.About{Title: name}, Dir: f.Program.Dir, DataDir: f.Program.Dir,
		Limits: problem.Limits{Time: cmp.Or(f.Known.Time, UsualTime), Memory: cmp.Or(f.Known.Memory, 1<<30),
			Output:     64 << 20, // eight times the format's default
			Validation: problem.DefaultValidation},
		Submissions: []problem.Submission{{Source: f.Program, Problem: name, Name: f.Program.Name,
			Path: "accepted/" + f.Program.Name, Solution: true}},
		Expectations: []problem.Expectation{{Submissions: "accepted", Permitted: []problem.Verdict{problem.AC},
			File: "judge test"}},
	}
	p.InputFile, p.OutputFile = f.Settings.InputFile, f.Settings.OutputFile
	p.FileWriting = p.OutputFile != ""
	for _, role := range []Role{Interactor, Checker, Validator} {
		switch part, found := f.Parts[role]; {
		case !found:
		case role == Validator:
			p.InputValidators = []problem.Source{part}
		case role == Checker && p.Interactive:
			p.Final = &part
		default:
			p.Interactive, p.Checkers = role == Interactor, []problem.Source{part}
		}
	}
	return p
}

// Files says which files the program opens itself. It returns "" if the program uses only standard input and output.
func (f *Folder) Files() string {
	in, out := f.Settings.InputFile, f.Settings.OutputFile
	if in == "" && out == "" {
		return ""
	}
	return fmt.Sprintf("reads %s, writes %s", cmp.Or(in, "standard input"), cmp.Or(out, "standard output"))
}

// TestSettings returns a Test that holds only the settings that all tests share.
func (f *Folder) TestSettings() problem.Test {
	if f.Problem.Checkers != nil {
		return problem.Test{}
	}
	arguments := []string{"case_sensitive"}
	if f.epsilon > 0 {
		arguments = append(arguments, "float_tolerance", strconv.FormatFloat(f.epsilon, 'g', -1, 64))
	}
	return problem.Test{CheckerArgs: arguments}
}

// mostNames is the most tests that an error lists.
const mostNames = 20

// TestsNamed returns the tests with the given name or input path. If there are none, it returns the only test whose
// name ends with "/" and the given name.
func (f *Folder) TestsNamed(test string) (tests []problem.Test, err error) {
	var names []string
	var inner []problem.Test // tests in a folder or in cph's file
	for _, t := range f.Problem.Tests {
		names = append(names, t.Name)
		switch {
		case t.Name == test || filepath.Clean(test) == f.Display(t.Input):
			tests = append(tests, t)
		case strings.HasSuffix(t.Name, "/"+test):
			inner = append(inner, t)
		}
	}
	switch {
	case len(tests) > 0:
		return tests, nil
	case len(inner) == 1:
		return inner, nil
	case len(names) > mostNames:
		return nil, fmt.Errorf("%s has no test %q%s", f.Program.Name, test, strictyaml.DidYouMean(test, names))
	}
	return nil, fmt.Errorf("%s has no test %q%s", f.Program.Name, test, strictyaml.Instead(test, names))
}
