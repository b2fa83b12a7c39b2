package problem

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// findTools finds the checkers, by calling checkers, and the input validators.
func (p *Problem) findTools(checkers func() error) error {
	for _, folder := range p.validators {
		p.readValidators(folder)
	}
	slices.SortFunc(p.InputValidators, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	return cmp.Or(checkers(), p.checkTalker())
}

// findIncluded finds the folders of files that are added to submissions.
func (p *Problem) findIncluded() {
	entries, err := p.index.List(filepath.Join(p.Dir, "include"))
	if err == nil {
		p.include = make(map[string]string)
	}
	for _, e := range entries {
		if e.Kind == tree.Folder {
			p.include[e.Name] = e.Path
		}
	}
}

// checkerFolder holds the one output validator of 2025-09, and checkersFolder the output validators of the legacy
// formats.
const (
	checkerFolder  = "output_validator"
	checkersFolder = "output_validators"
)

// readCheckers finds the output validator. Keys of older versions may say that there must be one, or none.
func (p *Problem) readCheckers() error {
	if p.earlier.custom || p.earlier.validationAt == "" {
		return p.findCheckers(checkersFolder, "remove the key")
	}
	if dir := filepath.Join(p.Dir, checkerFolder); p.holdsAny(dir) {
		return fmt.Errorf("%s: validation: default, but there is a program in %s, which this format uses; remove "+
			"one of them", p.earlier.validationAt, dir)
	}
	return nil
}

// findCheckers finds the output validators in the folder that the format has for them, or else in the folder that other
// formats use. If the package says that it has its own but has none, the error gives the advice in instead.
func (p *Problem) findCheckers(other, instead string) (err error) {
	folder := p.checkers
	dir, found := filepath.Join(p.Dir, folder), filepath.Join(p.Dir, other)
	if !p.holdsAny(dir) && p.holdsAny(found) {
		p.fault(fmt.Errorf("%s: read as %s, its name in the format; rename the folder", found, folder), "")
		folder = other
	}
	if path := filepath.Join(p.Dir, checkerFolder); folder == checkersFolder {
		checkers, mistakes := p.readTools(folder)
		p.Checkers, err = checkers, errors.Join(mistakes...)
	} else if p.holdsAny(path) {
		p.index.Use(path)
		p.Checkers = make([]Source, 1)
		p.Checkers[0], err = p.readSource(path)
	}
	if err == nil && len(p.Checkers) == 0 && p.earlier.custom {
		err = fmt.Errorf("%s: validation is custom, but there is no program in %s; put one there, or %s%s",
			p.earlier.validationAt, dir, instead, p.earlier.elsewhere)
	}
	return err
}

// readValidators reads the input validators of a folder. They do not affect verdicts, so faulty ones are left out.
func (p *Problem) readValidators(folder string) {
	validators, mistakes := p.readTools(folder)
	p.InputValidators = append(p.InputValidators, validators...)
	for _, mistake := range mistakes {
		if !errors.Is(mistake, untrusted.ErrOutside) { // warnLinks warns about these links
			p.fault(mistake, "it is left out")
		}
	}
}

// readTools reads the programs of a folder, which may be missing.
func (p *Problem) readTools(folder string) ([]Source, []error) {
	dir := filepath.Join(p.Dir, folder)
	if !p.index.Has(dir) {
		return nil, nil
	}
	p.index.Use(dir)
	return p.readSources(dir)
}

// holdsAny reports whether a folder holds an entry whose name the format allows.
func (p *Problem) holdsAny(dir string) bool {
	entries, err := p.index.List(dir)
	named := func(e *tree.Entry) bool { return !e.Misnamed }
	return p.index.Has(dir) && (err != nil || slices.ContainsFunc(entries, named))
}

// Generator returns the program with that name in the problem's generators folder. The name may omit a file's
// extension.
func (p *Problem) Generator(name string) (Source, error) {
	folder := filepath.Join(p.Dir, "generators")
	path := filepath.Join(folder, name)
	if tree.Allowed(name) && p.index.Is(path, tree.Folder) {
		source, err := p.readSource(path)
		source.Constants = nil // the format replaces no constants in generators
		return source, err
	}
	entries, _ := p.index.List(folder) // without the folder, there are no generators
	var files, others []string
	for _, e := range entries {
		bare := strings.TrimSuffix(e.Name, filepath.Ext(e.Name))
		switch {
		case e.Misnamed || e.Wrong != nil:
		case e.Kind == tree.Folder:
			others = append(others, e.Name)
		case forPeople[filepath.Ext(e.Name)] || tree.IsHeader(e.Name):
		case e.Name == name || bare == name:
			files = append(files, e.Name)
		default:
			others = append(others, bare)
		}
	}
	switch len(files) {
	case 0:
		return Source{}, fmt.Errorf("%s: no such generator%s", path, yaml.Instead(name, others))
	case 1:
		source := p.tool(Source{Name: files[0], Dir: folder, Files: files})
		source.Constants = nil
		return source, nil
	}
	return Source{}, fmt.Errorf("%s: %s are generators of that name; give the extension, too", path,
		strings.Join(files, " and "))
}

// Accepted returns the solution with that name. In a package, the name may omit the extension or begin with accepted/.
func (p *Problem) Accepted(name string) (Submission, error) {
	var solutions []Submission
	var names []string
	for _, s := range p.Submissions {
		if short, accepted := strings.CutPrefix(s.Path, "accepted/"); s.Solution && accepted {
			solutions, names = append(solutions, s), append(names, short)
		}
	}
	for _, called := range []string{name, "accepted/" + name} {
		if found, err := Named(solutions, called); err != nil {
			return Submission{}, err
		} else if found != nil {
			return *found, nil
		}
	}
	return Submission{}, fmt.Errorf("%s has no solution %s%s", p.Name, name, yaml.Instead(name, names))
}

// Named returns the submission with this name or path. If there is none, it returns the submission whose name or path
// matches without its extension, or nil. Several submissions that match in this way are an error.
func Named(submissions []Submission, name string) (*Submission, error) {
	var short []Submission
	for _, s := range submissions {
		if s.Name == name || s.Path == name {
			return &s, nil
		}
		extension := filepath.Ext(s.Path)
		if strings.TrimSuffix(s.Name, extension) == name || strings.TrimSuffix(s.Path, extension) == name {
			short = append(short, s)
		}
	}
	switch {
	case len(short) > 1:
		return nil, fmt.Errorf("%s can be %s or %s; give its extension, too", name, short[0].Name, short[1].Name)
	case len(short) == 0:
		return nil, nil
	}
	return &short[0], nil
}

// readSources reads each file and folder in dir as a program. It skips files for people. It also skips headers, which
// belong to the programs that include them.
func (p *Problem) readSources(dir string) (sources []Source, mistakes []error) {
	entries, err := p.index.List(dir)
	if err != nil {
		mistakes = append(mistakes, err)
	}
	for _, e := range entries {
		switch {
		case e.Misnamed:
			p.warn(misnamed(e))
		case spared(e) || e.Name == RecordFile:
		case e.Wrong != nil:
			mistakes = append(mistakes, e.Wrong)
		case e.Kind == tree.Folder:
			if source, err := p.readSource(e.Path); err != nil {
				mistakes = append(mistakes, err)
			} else {
				sources = append(sources, source)
			}
		case forPeople[filepath.Ext(e.Name)]:
			p.warn(fmt.Errorf("%s: ignored: not a program", e.Path))
		case !tree.IsHeader(e.Name):
			sources = append(sources, p.tool(Source{Name: e.Name, Dir: dir, Files: []string{e.Name}}))
		}
	}
	return sources, mistakes
}

// forPeople are the extensions of files that are not programs.
var forPeople = map[string]bool{".md": true, ".txt": true, ".in": true, ".ans": true, ".out": true, ".yaml": true,
	".json": true}

// readSource reads a folder as a program of the problem. It must hold a program, and at most one file named main.
func (p *Problem) readSource(dir string) (Source, error) {
	source, _, err := p.readFolder(dir)
	if err != nil {
		return Source{}, err
	}
	var mains []string
	programs := 0
	for _, file := range source.Files {
		extension := filepath.Ext(file)
		if forPeople[extension] || tree.IsHeader(file) {
			continue
		}
		programs++
		if strings.TrimSuffix(file, extension) == "main" {
			mains = append(mains, file)
		}
	}
	switch {
	case programs == 0:
		return Source{}, fmt.Errorf("%s: no program in it; put one there, such as main.go, or remove the folder", dir)
	case len(mains) > 1:
		return Source{}, fmt.Errorf("%s: %s have the same name; give each program its own folder", dir,
			strings.Join(mains, " and "))
	}
	return p.tool(source), nil
}

// tool returns a program with the problem's settings for building tools.
func (p *Problem) tool(s Source) Source {
	s.Package, s.Constants, s.Compilation = p.Dir, p.Constants, p.Limits.Compilation
	p.languageInside(&s)
	return s
}

// RecordFile is the name of a file that "judge submit --result" writes beside programs. It belongs to no program.
const RecordFile = "submissions.tsv"

// byteCode is the folder of Python's compiled files.
const byteCode = "__pycache__"

// readFolder reads a folder and its subfolders as a program. Only the compiler finds out whether the files are a
// program. data holds the files that do not belong to the program.
func (p *Problem) readFolder(dir string) (source Source, data []File, err error) {
	source = Source{Name: filepath.Base(dir), Dir: dir}
	files, err := p.readFiles(dir, MaxFiles)
	for _, f := range files {
		if f.Name == RecordFile {
			continue
		}
		// Python wrote these files and can write them again
		compiled := slices.Contains(strings.Split(filepath.Dir(f.Name), "/"), byteCode)
		if strings.HasSuffix(f.Name, "_test.go") || compiled {
			data = append(data, f)
		} else {
			source.Files = append(source.Files, f.Name)
		}
	}
	return source, data, err
}

var (
	// otherLine matches a first line that names Python 3 or Prolog. Such a line decides, whatever the text below it.
	otherLine = regexp.MustCompile(`^#!.*(?:(?:python|pypy)3|swipl|prolog)`)
	// python2Text matches a first line that names Python 2. Old programs lack such a line, so the pattern also
	// matches a print statement.
	python2Text = regexp.MustCompile(`^#!.*python2|(?m)^[ \t]*print[ \t]+["']`)
	// perlText matches text that occurs in Perl but not in Prolog. Both languages have the same extension.
	perlText = regexp.MustCompile(`^#!.*\bperl|(?m)^[ \t]*use[ \t]+(?:strict|warnings|utf8|v?5)\b|` +
		`^[ \t]*(?:my|our|local)[ \t]*[$@%(]`)
)

// languageInside sets a source's language from the text of its files, if two languages share an extension. These are
// Perl and Prolog and, in some formats, both versions of Python.
func (p *Problem) languageInside(s *Source) {
	for _, name := range s.Files {
		form, language := perlText, "perl"
		switch extension := filepath.Ext(name); {
		case s.Language != "":
			return
		case p.legacy && extension == ".py":
			form, language = python2Text, "python2"
		case extension != ".pl":
			continue
		}
		path := filepath.Join(s.Dir, name)
		text, err := untrusted.Read(path, maxAnnotated)
		if at := form.FindIndex(text); err == nil && at != nil && !otherLine.Match(text) {
			s.Language = language
			s.LanguageAt = fmt.Sprintf("%s:%d", path, 1+strings.Count(string(text[:at[0]]), "\n"))
		}
	}
}
