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

// polygonOutput is how much a solution may write, in bytes. Polygon does not say; tests there may have so much.
const polygonOutput = 64 << 20

// IsPolygon reports whether a folder holds a package of Codeforces Polygon: problem.xml, and nothing that makes it one
// in another format.
func IsPolygon(dir string) bool {
	return holds(dir, polygon.File) && !holds(dir, "problem.yaml") && !holds(dir, legacy.Settings)
}

// readPolygonPrograms reads all but the tests.
func (p *Problem) readPolygonPrograms(at layout) error {
	p.DataDir = filepath.Join(p.Dir, "tests")
	if err := p.readPolygon(); err != nil {
		return err
	}
	if err := errors.Join(p.readJudge(at), p.readPolygonTools()); err != nil {
		return err
	}
	p.readPolygonSubmissions()
	return nil
}

// readPolygon reads problem.xml.
func (p *Problem) readPolygon() error {
	k, err := polygon.Read(filepath.Join(p.Dir, polygon.File))
	if err != nil {
		return err
	}
	p.polygon, p.Format, p.Unjudged = k, polygon.Format, k.Unjudged
	p.warn(k.Warnings...)
	if p.Title, p.Titles = cmp.Or(k.Title, p.Name), k.Titles; len(p.Titles) == 0 {
		p.Titles = map[string]string{"en": p.Title}
	}
	p.Limits = Limits{Time: k.Time, Resolution: time.Millisecond, Multipliers: Multipliers{2000, 1500},
		Memory: k.Memory, Output: polygonOutput, Validation: DefaultValidation}
	const mebi = 1 << 20
	p.About.Limits = []GivenLimit{{"memory", float64((k.Memory + mebi - 1) / mebi)}, {"output", polygonOutput / mebi}}
	p.Interactive = k.Interactor != nil
	return p.polygonFiles()
}

// polygonFiles checks the names of the files that solutions read and write in place of standard input and output.
func (p *Problem) polygonFiles() error {
	k := p.polygon
	var errs []error
	for _, name := range []string{k.InputFile, k.OutputFile} {
		if name != "" && !tree.Allowed(name) {
			errs = append(errs, fmt.Errorf("%s: %q is no name of a file that a solution can read or write; "+
				tree.NameRule, k.Path, legible.Line(name)))
		}
	}
	if k.InputFile != "" && k.InputFile == k.OutputFile {
		errs = append(errs, fmt.Errorf("%s: solutions read and write one file, %q; give each a name of its own",
			k.Path, k.InputFile))
	}
	p.InputFile = k.InputFile
	if k.OutputFile != "" {
		if p.Interactive {
			errs = append(errs, fmt.Errorf("%s: an interactive problem whose solutions write %q; they must write to "+
				"standard output", k.Path, k.OutputFile))
		}
		p.OutputFile, p.FileWriting = k.OutputFile, true
	}
	return errors.Join(errs...)
}

// readPolygonTools finds checker, interactor and validators. With an interactor, the checker decides on what that one
// writes.
func (p *Problem) readPolygonTools() error {
	k := p.polygon
	if k.Checker == nil && k.Interactor == nil {
		return fmt.Errorf("%s: no checker, so nothing says which outputs are right; add it under assets: "+
			"<checker type=\"testlib\"><source path=\"files/check.cpp\" type=\"cpp.g++17\"/></checker>", k.Path)
	}
	var errs []error
	decides := []*polygon.Program{k.Interactor, k.Checker}
	var sources []Source
	for _, program := range decides {
		if program == nil {
			continue
		}
		source, err := p.polygonTool(*program)
		sources, errs = append(sources, source), append(errs, err)
	}
	if p.Checkers = sources[:1]; len(sources) > 1 {
		p.Final = &sources[1]
	}
	for _, v := range k.Validators {
		source, err := p.polygonTool(v)
		if err != nil { // it decides no verdict
			p.warn(fmt.Errorf("%w; the validator is left out", err))
			continue
		}
		if slices.ContainsFunc(p.InputValidators, func(o Source) bool { return o.Name == source.Name }) {
			continue
		}
		p.InputValidators = append(p.InputValidators, source)
	}
	return errors.Join(errs...)
}

// polygonTool is the source of a program that testlib calls. Only the library in C++ is known.
func (p *Problem) polygonTool(g polygon.Program) (Source, error) {
	source, err := p.polygonSource(g)
	p.index.Use(source.Main())
	if language := g.Language(); err == nil && language != "cpp" && language != "" {
		err = fmt.Errorf("%s: %s is in %s, and only programs of testlib in C++ are run; write it in C++",
			p.polygon.Path, legible.Line(g.Path), language)
	}
	missing := g.Wrong == "" && !p.index.Is(filepath.Join(p.Dir, g.Path), tree.File)
	if err != nil && strings.HasPrefix(g.Name, "std::") && missing {
		err = fmt.Errorf("%w: %s is one that testlib brings", err, legible.Line(g.Name))
	}
	return source, err
}

// polygonSource is the one file of a program.
func (p *Problem) polygonSource(g polygon.Program) (Source, error) {
	name := path.Base(strings.ReplaceAll(g.Named, `\`, "/"))
	at := filepath.Join(p.Dir, filepath.FromSlash(g.Path))
	source := Source{Name: name, Dir: filepath.Dir(at), Files: []string{name}, Package: p.Dir,
		Language: g.Language(), LanguageAt: p.polygon.Path}
	switch {
	case g.Wrong != "":
		return Source{Name: name}, fmt.Errorf("%s: %s", p.polygon.Path, g.Wrong)
	case !tree.Allowed(g.Path):
		return source, fmt.Errorf("%s: %q is not read: "+tree.NameRule+"; rename it", p.polygon.Path,
			legible.Line(g.Path))
	case p.index.Is(at, tree.Outside):
		return source, &tree.OutsideError{Path: at}
	case !p.index.Is(at, tree.File):
		return source, fmt.Errorf("%s: there is no file %s; put it there", p.polygon.Path, at)
	}
	return source, nil
}

// readPolygonTests finds the tests, all of which must be there: a verdict on some of them is none.
func (p *Problem) readPolygonTests() error {
	k := p.polygon
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
		if t.Group != "" { // what testlib tells validators, which the folder's name need not be
			test.InputValidatorArgs = make(map[string][]string)
			for _, v := range p.InputValidators {
				test.InputValidatorArgs[v.Name] = []string{"--testset", "tests", "--group", t.Group}
			}
		}
		p.Tests = append(p.Tests, test)
	}
	if len(missing) > 0 {
		return p.unmade(missing)
	}
	slices.SortFunc(p.Tests, func(a, b Test) int {
		return slices.Compare(strings.Split(a.Name, "/"), strings.Split(b.Name, "/"))
	})
	if arranged.Doubt != nil {
		p.warn(fmt.Errorf("%w: the points are not counted, and submissions are judged by their verdicts",
			arranged.Doubt))
	}
	if arranged.Scheme != nil {
		p.scored, p.Scoring = true, arranged.Scheme
	}
	return nil
}

// unmade says which tests the package lacks. Only full packages have all of them.
func (p *Problem) unmade(missing []string) error {
	script := ""
	if p.index.Has(filepath.Join(p.Dir, "doall.sh")) {
		script = ", or run its doall.sh in its folder (doall.bat on Windows), which runs its programs without a sandbox"
	}
	return fmt.Errorf("%s: files of its %d tests are missing (%s), so no verdict is certain; download the full "+
		"package (Linux) from Polygon, which has them%s", p.polygon.Path, len(p.polygon.Tests), first(missing), script)
}

// first are the first few of some names.
func first(names []string) string {
	const most = 3
	if len(names) > most {
		names = append(names[:most:most], "…")
	}
	return strings.Join(names, ", ")
}

// polygonTags are the tags of solutions that say nothing of verdicts alone.
const (
	polygonMain  = "main"       // the solution that makes the answers
	polygonNever = "do-not-run" // a program that is kept, and not judged
)

// polygonTags are what each tag expects of a solution. RTE covers MLE and OLE, TLE covers OLE, WA
// covers PE.
var polygonTags = map[string]Expectation{
	polygonMain:                       {Permitted: []Verdict{AC}},
	"accepted":                        {Permitted: []Verdict{AC}},
	"wrong-answer":                    {Permitted: []Verdict{AC, WA}, Required: []Verdict{WA}},
	"presentation-error":              {Permitted: []Verdict{AC, WA}, Required: []Verdict{WA}},
	"time-limit-exceeded":             {Permitted: []Verdict{AC, TLE}, Required: []Verdict{TLE}},
	"memory-limit-exceeded":           {Permitted: []Verdict{AC, RTE}, Required: []Verdict{RTE}},
	"runtime-error":                   {Permitted: []Verdict{AC, RTE}, Required: []Verdict{RTE}},
	"time-limit-exceeded-or-accepted": {Permitted: []Verdict{AC, TLE}},
	"time-limit-exceeded-or-memory-limit-exceeded": {Permitted: []Verdict{AC, RTE, TLE},
		Required: []Verdict{RTE, TLE}},
	"rejected":  {Required: []Verdict{RTE, TLE, WA}},
	"incorrect": {Required: []Verdict{RTE, TLE, WA}},
	"failed":    {Required: []Verdict{RTE, TLE, WA}},
}

// readPolygonSubmissions reads the solutions. Each is called as its file, in a folder that says its tag.
func (p *Problem) readPolygonSubmissions() {
	for _, s := range p.polygon.Solutions {
		if s.Tag == polygonNever {
			p.warn(fmt.Errorf("%s: %s is not run, as its tag %s says", p.polygon.Path, s.Named, polygonNever))
			continue
		}
		source, err := p.polygonSource(s)
		if err != nil {
			source.Files = nil
		}
		folder := polygonFolder(s.Tag)
		source.Name = p.polygonName(folder, source.Name)
		p.addSubmissions([]Source{source}, folder+"/", folder+"/")
		added := &p.Submissions[len(p.Submissions)-1]
		if err != nil {
			added.Broken = err.Error()
		}
		if expected, known := polygonTags[s.Tag]; known {
			expected.Submissions, expected.File = added.Path, p.polygon.Path+": tag "+s.Tag
			p.Expectations = append(p.Expectations, expected)
			continue
		}
		said := "no tag"
		if s.Tag != "" {
			said = fmt.Sprintf("the unknown tag %q", legible.Line(s.Tag))
		}
		p.warn(fmt.Errorf("%s: %s has %s, so any verdict will do", p.polygon.Path, added.Path, said))
	}
}

// polygonFolder is what stands before a solution's name: accepted, or its tag as a folder would be called.
func polygonFolder(tag string) string {
	switch {
	case tag == polygonMain:
		return "accepted"
	case polygonTags[tag].Required == nil && polygonTags[tag].Permitted == nil:
		return "untagged"
	}
	return strings.ReplaceAll(tag, "-", "_")
}

// polygonName is the name of a solution: that of its file, with _ behind it while another one has that name.
func (p *Problem) polygonName(folder, name string) string {
	name = cmp.Or(strings.TrimLeft(tree.Plain(name), ".-"), "unnamed")
	for slices.ContainsFunc(p.Submissions, func(o Submission) bool { return o.Path == folder+"/"+name }) {
		name += "_"
	}
	return name
}
