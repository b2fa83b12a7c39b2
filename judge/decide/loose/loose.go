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

// The default limits.
const (
	UsualTime   = 10 * time.Second
	UsualMemory = 1 << 30
)

// usual holds the default limits.
var usual = problem.Limits{Time: UsualTime, Memory: UsualMemory, Output: outputLimit,
	Validation: problem.DefaultValidation}

// outputLimit is eight times the format's default output limit.
const outputLimit = 64 << 20

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
	folder  string // the folder that Scratch returns; "" before its first call
}

// Open reads the program at a path, or the only program in the folder at that path, and the files beside it.
func Open(ctx context.Context, path string, o Options) (*Folder, error) {
	f := &Folder{named: o.Programs}
	err := f.open(ctx, path, o)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Stranger reads the program at a path as a submission to a problem that it is not part of. It is built as the options,
// judge.yaml beside it and the user's settings say.
func Stranger(p *problem.Problem, path string, o Options) (problem.Submission, error) {
	f := &Folder{}
	var err error
	if f.Program, err = Program(path); err != nil {
		return problem.Submission{}, err
	}
	if _, err = f.settings(o); err != nil {
		return problem.Submission{}, err
	}
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
	if problem.IsPackage(f.Program.Dir) { // a package's judge.yaml has other keys
		f.Program.Headers = slices.Concat(o.Include, c.Include)
		return o, nil
	}
	s, err := problem.ReadFolder(f.Program.Dir)
	f.Settings, f.Program.Defines = s, s.Defines
	if s.Language != "" && o.Language == "" {
		takes, wrong := compile.Takes(s.Language, f.Program.Name)
		if wrong != nil {
			return o, fmt.Errorf("%s: language: %w", filepath.Join(f.Program.Dir, "judge.yaml"), wrong)
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
	f.Program.Headers = slices.Concat(o.Include, s.Include, c.Include)
	return o, err
}

// Close removes the files that Open made.
func (f *Folder) Close() error {
	if f.folder == "" {
		return nil
	}
	return os.RemoveAll(f.folder)
}

// Scratch returns a folder for temporary files, which Close removes.
func (f *Folder) Scratch() (string, error) {
	if f.folder != "" {
		return f.folder, nil
	}
	var err error
	f.folder, err = scratch.Make("")
	return f.folder, err
}

func (f *Folder) open(ctx context.Context, path string, o Options) error {
	var err error
	if f.Program, err = Program(path); err != nil {
		return err
	}
	f.Parts = make(Parts)
	if o, err = f.settings(o); err != nil {
		return err
	}
	f.epsilon = o.Epsilon
	for _, role := range o.Roles {
		if role == Interactor || role != Brute && !o.Alone {
			if err := f.find(role, o); err != nil {
				return err
			}
		}
	}
	if err := f.decide(ctx, o); err != nil {
		return err
	}
	fromCph, err := f.tests(ctx, o)
	if err != nil {
		return err
	}
	if _, talks := f.Parts[Interactor]; talks && f.Settings.OutputFile != "" {
		return fmt.Errorf("%s: output_file: a program that talks with an interactor writes to standard output",
			filepath.Join(f.Program.Dir, "judge.yaml"))
	}
	cph := fromCph.limits()
	f.Page = fromCph.Page
	f.Known = problem.Limits{Time: cmp.Or(o.Time, cph.Time), Memory: cmp.Or(f.Settings.Memory, cph.Memory)}
	limits := usual
	limits.Time, limits.Memory = cmp.Or(f.Known.Time, limits.Time), cmp.Or(f.Known.Memory, limits.Memory)
	f.Problem = f.problem(limits)
	if fromCph.Interactive && !f.Problem.Interactive && slices.Contains(o.Roles, Interactor) &&
		o.Programs[Interactor] != None {
		return fmt.Errorf("%s: the problem is interactive; write its interactor, such as %s, name one with "+
			"--interactor FILE, or say --interactor none", fromCph.path, filepath.Join(f.Program.Dir, "interactor.cpp"))
	}
	missing := false
	for _, t := range f.Tests.Tests {
		if t.Answer == "" && f.Problem.Interactive {
			if t.Answer, err = f.emptyAnswer(); err != nil {
				return err
			}
		}
		missing = missing || t.Answer == ""
		t.CheckerArgs = f.TestSettings().CheckerArgs
		f.Problem.Tests = append(f.Problem.Tests, f.Problem.InFile(t))
	}
	if slices.Contains(o.Roles, Brute) && (missing || o.TestsOptional) {
		return f.find(Brute, o)
	}
	return nil
}

// find finds the part with a role.
func (f *Folder) find(role Role, o Options) error {
	source, found, err := findPart(f.Program, role, o.Programs)
	if err != nil || !found {
		return err
	}
	source.Plain, source.Headers = f.Settings.Plain, f.Program.Headers
	f.Parts[role] = source
	return nil
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
func (f *Folder) problem(limits problem.Limits) *problem.Problem {
	source, dir := f.Program, f.Program.Dir
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	name := filepath.Base(dir)
	p := &problem.Problem{
		Name: name, About: problem.About{Title: name}, Dir: source.Dir, DataDir: source.Dir, Limits: limits,
		Submissions: []problem.Submission{{
			Source: source, Problem: name, Name: source.Name, Path: "accepted/" + source.Name, Solution: true,
		}},
		Expectations: []problem.Expectation{{Submissions: "accepted", Permitted: []problem.Verdict{problem.AC},
			File: "judge test"}},
	}
	checker, checks := f.Parts[Checker]
	interactor, talks := f.Parts[Interactor]
	switch {
	case talks && checks:
		p.Final = &checker
		fallthrough
	case talks:
		p.Interactive, p.Checkers = true, []problem.Source{interactor}
	case checks:
		p.Checkers = []problem.Source{checker}
	}
	p.InputFile, p.OutputFile = f.Settings.InputFile, f.Settings.OutputFile
	p.FileWriting = p.OutputFile != ""
	if validator, ok := f.Parts[Validator]; ok {
		p.InputValidators = []problem.Source{validator}
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

// emptyAnswer makes an empty file and returns its path. In an interactive problem, the file is the answer of each test
// that has no other answer.
func (f *Folder) emptyAnswer() (string, error) {
	folder, err := f.Scratch()
	if err != nil {
		return "", err
	}
	answer := filepath.Join(folder, "empty.ans")
	return answer, os.WriteFile(answer, nil, 0o600)
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
		if t.Name == test || filepath.Clean(test) == f.Tests.DisplayName(t.Input) {
			tests = append(tests, t)
		}
		if strings.HasSuffix(t.Name, "/"+test) {
			inner = append(inner, t)
		}
	}
	if len(tests) == 0 && len(inner) == 1 {
		tests = inner
	}
	if len(tests) == 0 {
		hint := strictyaml.Instead(test, names)
		if len(names) > mostNames {
			hint = strictyaml.DidYouMean(test, names)
		}
		return nil, fmt.Errorf("%s has no test %q%s", f.Program.Name, test, hint)
	}
	return tests, nil
}
