package problem

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/tree"
)

// polygonOutput is the limit on a solution's output in bytes. Polygon packages give no such limit, and Polygon's tests
// may be this large.
const polygonOutput = 64 << 20

// IsPolygon reports whether a folder holds a package of Codeforces Polygon. Such a folder has a problem.xml, and no
// file that marks a package in another format.
func IsPolygon(dir string) bool {
	return holds(dir, polygon.File) && !holds(dir, "problem.yaml") && !holds(dir, legacy.Settings)
}

// openPolygon reads everything except the tests, which the returned function reads. Each part of the package is
// translated into its equivalent in the format 2025-09.
func (p *Problem) openPolygon(at layout) (rest func() error, err error) {
	p.DataDir = filepath.Join(p.Dir, "tests")
	k, err := polygon.Read(filepath.Join(p.Dir, polygon.File))
	if err != nil {
		return nil, err
	}
	p.Format, p.Unjudged, p.format, p.groups = polygon.Format, k.Unjudged, formatLegacy, gradedGroups
	p.warn(k.Warnings...)
	if p.Title, p.Titles = cmp.Or(k.Title, p.Name), k.Titles; len(p.Titles) == 0 {
		p.Titles = map[string]string{"en": p.Title}
	}
	p.Limits = Limits{Time: k.Time, Resolution: time.Millisecond, Multipliers: Multipliers{2000, 1500},
		Memory: k.Memory, Output: polygonOutput, Validation: DefaultValidation}
	const mebi = 1 << 20
	p.About.Given = []GivenLimit{{"memory", float64((k.Memory + mebi - 1) / mebi)}, {"output", polygonOutput / mebi}}
	p.Interactive = k.Interactor != nil
	if err := errors.Join(p.polygonFiles(k), p.readJudge(at), p.polygonTools(k)); err != nil {
		return nil, err
	}
	p.polygonSubmissions(k)
	return func() error { return p.polygonTests(k) }, nil
}

// polygonFiles checks the names of the files that solutions read and write instead of standard input and output.
func (p *Problem) polygonFiles(k *polygon.Package) error {
	var errs []error
	for _, name := range []string{k.InputFile, k.OutputFile} {
		if name != "" && !tree.Allowed(name) {
			errs = append(errs, fmt.Errorf("%s: %q is not the name of a file that a solution can read or write; "+
				tree.NameRule, k.Path, legible.Line(name)))
		}
	}
	switch {
	case k.InputFile != "" && k.InputFile == k.OutputFile:
		errs = append(errs, fmt.Errorf("%s: solutions read and write the same file, %q; give input and output "+
			"different names", k.Path, k.InputFile))
	case k.OutputFile != "" && p.Interactive:
		errs = append(errs, fmt.Errorf("%s: solutions of an interactive problem must write to standard output, not "+
			"to %q", k.Path, k.OutputFile))
	}
	p.InputFile, p.OutputFile, p.FileWriting = k.InputFile, k.OutputFile, k.OutputFile != ""
	return errors.Join(errs...)
}

// polygonTools finds the checker, the interactor and the validators. If there is an interactor, the checker judges the
// interactor's output.
func (p *Problem) polygonTools(k *polygon.Package) (err error) {
	if k.Checker == nil && k.Interactor == nil {
		return fmt.Errorf("%s: no checker, so nothing says which outputs are right; add it under assets: "+
			"<checker type=\"testlib\"><source path=\"files/check.cpp\" type=\"cpp.g++17\"/></checker>", k.Path)
	}
	for _, program := range []*polygon.Program{k.Interactor, k.Checker} {
		if program != nil {
			source, wrong := p.polygonTool(k, *program)
			p.Checkers, err = append(p.Checkers, source), errors.Join(err, wrong)
		}
	}
	if len(p.Checkers) > 1 {
		p.Checkers, p.Final = p.Checkers[:1], &p.Checkers[1]
	}
	for _, v := range k.Validators {
		source, wrong := p.polygonTool(k, v)
		if wrong != nil { // validators do not affect verdicts
			p.warn(fmt.Errorf("%w; the validator is left out", wrong))
		} else if !slices.Contains(sourceNames(p.InputValidators), source.Name) {
			p.InputValidators = append(p.InputValidators, source)
		}
	}
	return err
}

// polygonTool returns the source of a program that uses testlib. The program must be in C++.
func (p *Problem) polygonTool(k *polygon.Package, g polygon.Program) (Source, error) {
	source, err := p.polygonSource(k, g)
	inside, wrong := g.Path()
	missing := wrong == "" && !p.index.Is(filepath.Join(p.Dir, inside), tree.File)
	switch language := g.Language(); {
	case err != nil && strings.HasPrefix(g.Name, "std::") && missing:
		err = fmt.Errorf("%w: %s comes with testlib", err, legible.Line(g.Name))
	case err != nil:
	case language != "cpp" && language != "":
		err = fmt.Errorf("%s: %s is in %s, and only programs of testlib in C++ are run; write it in C++", k.Path,
			legible.Line(inside), language)
	default:
		source.Testlib = true
		p.index.Use(source.Main())
	}
	return source, err
}

// polygonSource returns the source of a program that is one file. If the file cannot be read, the source has no files.
func (p *Problem) polygonSource(k *polygon.Package, g polygon.Program) (Source, error) {
	name := path.Base(strings.ReplaceAll(legible.Line(g.Source.Path), `\`, "/"))
	inside, wrong := g.Path()
	if wrong != "" {
		return Source{Name: name}, fmt.Errorf("%s: %s", k.Path, wrong)
	}
	at := filepath.Join(p.Dir, filepath.FromSlash(inside))
	source := Source{Name: name, Dir: filepath.Dir(at), Package: p.Dir, Language: g.Language(), LanguageAt: k.Path}
	switch {
	case !tree.Allowed(inside):
		return source, fmt.Errorf("%s: %q is not read: "+tree.NameRule+"; rename it", k.Path, legible.Line(inside))
	case p.index.Is(at, tree.Outside):
		return source, tree.OutsideError(at)
	case !p.index.Is(at, tree.File):
		return source, fmt.Errorf("%s: there is no file %s; put it there", k.Path, at)
	}
	source.Files = []string{name}
	return source, nil
}

// polygonTests finds the tests. All of them must exist, because a verdict on only some tests would be uncertain.
func (p *Problem) polygonTests(k *polygon.Package) error {
	var missing []string
	arranged := k.Arrange()
	for i, t := range k.Tests {
		test := Test{Name: arranged.Names[i], Input: filepath.Join(p.Dir, t.Input),
			Answer: filepath.Join(p.Dir, t.Answer)}
		for _, name := range []string{t.Input, t.Answer} {
			file := filepath.Join(p.Dir, name)
			switch err := tooLarge(p.index.At(file)); {
			case !tree.Allowed(name):
				return fmt.Errorf("%s: %q is not read: "+tree.NameRule+"; rename it", k.Path, legible.Line(name))
			case !p.index.Is(file, tree.File):
				missing = append(missing, name)
			case err != nil:
				return err
			}
		}
		p.index.Use(test.Input, test.Answer)
		test = p.InFile(test)
		if t.Group != "" { // testlib validators get the group's name, which may differ from the folder's name
			test.InputValidatorArgs = make(map[string][]string)
			for _, v := range p.InputValidators {
				test.InputValidatorArgs[v.Name] = []string{"--testset", "tests", "--group", t.Group}
			}
		}
		p.Tests = append(p.Tests, test)
	}
	if len(missing) > 0 {
		return p.unmade(k, missing)
	}
	p.sortTests()
	if arranged.Doubt != nil {
		p.warn(fmt.Errorf("%w: the points are not counted, and submissions are judged by their verdicts",
			arranged.Doubt))
	}
	if arranged.Scheme != nil {
		p.scored, p.Scoring = true, arranged.Scheme
	}
	return nil
}

// unmade returns an error that names the missing tests. Only full packages have all tests.
func (p *Problem) unmade(k *polygon.Package, missing []string) error {
	script := ""
	if p.index.Has(filepath.Join(p.Dir, "doall.sh")) {
		script = ", or run its doall.sh in its folder (doall.bat on Windows); that script has no sandbox"
	}
	const most = 3
	if len(missing) > most {
		missing = append(missing[:most:most], "…")
	}
	return fmt.Errorf("%s: files of its %d tests are missing (%s), so no verdict is certain; download the full "+
		"package (Linux) from Polygon, which has them%s", k.Path, len(k.Tests), strings.Join(missing, ", "), script)
}

// polygonNever is the tag of a program that is listed but not judged.
const polygonNever = "do-not-run"

// polygonTags maps each tag to the directory that has the same expectations in the format 2025-09. "main" is the tag of
// the solution that makes the answers.
var polygonTags = map[string]string{
	"main": "accepted", "accepted": "accepted", "wrong-answer": "wrong_answer", "presentation-error": "wrong_answer",
	"time-limit-exceeded": "time_limit_exceeded", "time-limit-exceeded-or-accepted": "time_limit_exceeded",
	"time-limit-exceeded-or-memory-limit-exceeded": "brute_force", "memory-limit-exceeded": "run_time_error",
	"runtime-error": "run_time_error", "rejected": "rejected", "incorrect": "rejected", "failed": "rejected",
}

// polygonSubmissions reads the solutions. Each submission is named after its file, and is in a folder named after its
// tag. The folder is "accepted" for correct solutions, and "untagged" for solutions without a known tag.
func (p *Problem) polygonSubmissions(k *polygon.Package) {
	defaults := p.defaultExpectations()
	for _, s := range k.Solutions {
		tag := strings.TrimSpace(s.Tag)
		if tag == polygonNever {
			p.warn(fmt.Errorf("%s: %s is not run, because of its tag %s", k.Path, legible.Line(s.Source.Path), tag))
			continue
		}
		directory, known := polygonTags[tag]
		folder := strings.ReplaceAll(tag, "-", "_")
		switch {
		case !known:
			folder = "untagged"
		case directory == "accepted":
			folder = directory
		}
		source, err := p.polygonSource(k, s)
		source.Name = p.polygonName(folder, source.Name)
		added := p.addSubmission(source, folder+"/", folder+"/")
		if err != nil {
			added.Broken = err.Error()
		}
		if !known {
			said := "no tag"
			if tag != "" {
				said = fmt.Sprintf("the unknown tag %q", legible.Line(tag))
			}
			p.warn(fmt.Errorf("%s: %s has %s, so any verdict will do", k.Path, added.Path, said))
			continue
		}
		expected := defaults[slices.IndexFunc(defaults, func(e Expectation) bool { return e.Submissions == directory })]
		expected.Submissions, expected.File = added.Path, k.Path+": tag "+tag
		if strings.HasSuffix(tag, "-or-accepted") {
			expected.Required = nil
		}
		p.Expectations = append(p.Expectations, expected)
	}
}

// polygonName returns the name of a solution's file, with underscores added until the name is unique.
func (p *Problem) polygonName(folder, name string) string {
	name = cmp.Or(strings.TrimLeft(tree.Plain(name), ".-"), "unnamed")
	for slices.ContainsFunc(p.Submissions, func(o Submission) bool { return o.Path == folder+"/"+name }) {
		name += "_"
	}
	return name
}
