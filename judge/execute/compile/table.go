package compile

import (
	_ "embed"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	yaml "dlxjudge/judge/read/strictyaml"
)

//go:embed languages.yaml
var builtInTable []byte

// builtInPath is the name of the built-in table in error messages.
const builtInPath = "judge/execute/compile/languages.yaml"

// known returns all known languages, and the errors in the built-in table and the user's. It reads both tables only
// once.
var known = sync.OnceValues(func() ([]Language, error) {
	return readTables(builtInTable, configFile("languages.yaml"))
})

// readTables reads the built-in languages and the user's file. It returns no languages if the built-in table has an
// error.
func readTables(builtIn []byte, own string) ([]Language, error) {
	rows, err := readTable(builtInPath, builtIn)
	if err != nil {
		return nil, err
	}
	return withOwn(rows, own)
}

// Languages returns all known languages: the user's, from ~/.config/dlxjudge/languages.yaml, and the built-in ones.
func Languages() []Language {
	rows, _ := known()
	return rows
}

// CheckLanguages returns the errors in the user's table of languages, or in the built-in table. A user's table with an
// error has no effect.
func CheckLanguages() error {
	_, err := known()
	return err
}

// withOwn returns the languages of the user's file at path, followed by the built-in ones. The file has the form of
// languages.yaml. A row of the file replaces the built-in row with the same code. The order gives the file's rows
// precedence for their extensions. A missing file adds no languages. On an error, withOwn returns the built-in
// languages.
func withOwn(builtIn []Language, path string) ([]Language, error) {
	if path == "" { // no configuration folder
		return builtIn, nil
	}
	doc, err := yaml.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.ENOTDIR) {
		return builtIn, nil
	}
	if err != nil {
		return builtIn, err
	}
	own, err := decodeTable(doc)
	if err != nil {
		return builtIn, err
	}
	rows := slices.Clone(own)
	for _, row := range builtIn {
		if !slices.ContainsFunc(own, func(l Language) bool { return l.Name == row.Name }) {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// readTable reads languages in the form of languages.yaml.
func readTable(path string, text []byte) ([]Language, error) {
	doc, err := yaml.Parse(path, text)
	if err != nil {
		return nil, err
	}
	return decodeTable(doc)
}

var decodeTable = yaml.MapOf(readLanguage)

var (
	codeForm      = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	extensionForm = regexp.MustCompile(`^\.[a-zA-Z0-9_+]+$`)
	pathForm      = regexp.MustCompile(`^/[^/]`)
	classForm     = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	variableForm  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)
	standInForm   = regexp.MustCompile(`\{[a-zA-Z ]*\}`)
)

// The placeholders in the arguments of compilers and runners.
var (
	compileStandIns = []string{"{files}", "{main}", "{class}", "{stem}", "{Stem}", "{standard}", "{no lto}",
		"{program}", "{folder}", "{work}"}
	runStandIns = []string{"{main}", "{class}", "{stem}", "{Stem}", "{folder}", "{memory}"}
)

func readLanguage(e yaml.Entry) (Language, error) {
	l := Language{Name: e.Key}
	if !codeForm.MatchString(e.Key) {
		return l, e.At.Errorf("%q is not a language code; a code has lowercase letters and digits", e.Key)
	}
	var memory int
	err := e.Value.Keys(yaml.Fields{
		"name":         yaml.Into(&l.Display, filled),
		"extensions":   yaml.Into(&l.Extensions, yaml.ListOf(formed(extensionForm, "an extension, such as .py"))),
		"shared":       yaml.Into(&l.chosen, yaml.ListOf(formed(extensionForm, "an extension, such as .py"))),
		"headers":      yaml.Into(&l.Headers, yaml.ListOf(formed(extensionForm, "an extension, such as .h"))),
		"entrypoint":   yaml.Into(&l.entrypoint, yaml.ListOf(filled)),
		"class":        yaml.Into(&l.class, arguments("{stem}", "{Stem}")),
		"usual_class":  yaml.Into(&l.usualClass, formed(classForm, "the name of a class")),
		"begins":       yaml.Into(&l.begins, pattern),
		"public_class": yaml.Into(&l.publicClass, yaml.Value.Bool),
		"main_method":  yaml.Into(&l.mainMethod, pattern),
		"compiler":     yaml.Into(&l.compiler, readTool),
		"runner":       yaml.Into(&l.runner, readTool),
		"outdated":     yaml.Into(&l.outdated, pattern),
		"install":      yaml.Into(&l.Advice, filled),
		"reads":        yaml.Into(&l.reads, yaml.ListOf(formed(pathForm, "an absolute path"))),
		"with":         yaml.Into(&l.with, yaml.ListOf(formed(codeForm, "the code of a language"))),
		"standards":    yaml.Into(&l.standards, yaml.ListOf(filled)),
		"standard":     yaml.Into(&l.standard, arguments("{}")),
		"earlier":      yaml.Into(&l.earlier, yaml.Value.Bool),
		"try":          yaml.Into(&l.try, yaml.ListOf(arguments("{standard}"))),
		"compile":      yaml.Into(&l.args[Submission], yaml.ListOf(arguments(compileStandIns...))),
		"strict":       yaml.Into(&l.args[Strict], yaml.ListOf(arguments(compileStandIns...))),
		"counted":      yaml.Into(&l.args[Counted], yaml.ListOf(arguments(compileStandIns...))),
		"debug":        yaml.Into(&l.args[Debug], yaml.ListOf(arguments(compileStandIns...))),
		"debug_environment": yaml.Into(&l.debugEnv,
			yaml.ListOf(formed(variableForm, "a variable, such as NAME=value"))),
		"counters":        yaml.Into(&l.Counters, yaml.OneOf("covdata", "gcov")),
		"notes":           yaml.Into(&l.notes, filled),
		"environment":     yaml.Into(&l.env, yaml.ListOf(formed(variableForm, "a variable, such as NAME=value"))),
		"run":             yaml.Into(&l.run, yaml.ListOf(arguments(runStandIns...))),
		"run_environment": yaml.Into(&l.runEnv, yaml.ListOf(formed(variableForm, "a variable, such as NAME=value"))),
		"memory":          yaml.Into(&memory, yaml.Between(0, 1<<20)),
		"processes":       yaml.Into(&l.processes, yaml.Between(0, 1<<16)),
		"out_of_memory":   yaml.Into(&l.outOfMemory, yaml.ListOf(filled)),
	})
	if err != nil {
		return l, err
	}
	l.memory = int64(memory) << 20
	l.Compilers = l.compiler.names
	compile := l.args[Submission]
	if l.args[Tool] = compile; l.args[Strict] == nil {
		l.args[Strict] = compile
	}
	mentions := func(standIn string) bool {
		return slices.ContainsFunc(compile, func(arg string) bool { return strings.Contains(arg, standIn) })
	}
	var lacks []string
	for key, has := range map[string]bool{"name": l.Display != "", "compiler": len(l.compiler.names) > 0,
		"install": l.Advice != "", "compile": compile != nil} {
		if !has {
			lacks = append(lacks, key)
		}
	}
	slices.Sort(lacks)
	switch {
	case lacks != nil:
		err = e.At.Errorf("%s has no %s; a language needs the keys name, compiler, install and compile", e.Key,
			strings.Join(lacks, " and no "))
	case l.run == nil && !mentions("{program}"):
		err = e.At.Errorf("%s does not make a program: write {program} in compile, or add the key run", e.Key)
	case l.run == nil && mentions("{folder}"):
		err = e.At.Errorf("%s fills {folder}, but has no key \"run\" that would use it", e.Key)
	case l.run != nil && mentions("{program}"):
		err = e.At.Errorf("%s has both {program} and a key run; a runner gets {folder}, or the sources", e.Key)
	case len(l.standards) > 0 && (l.standard == "" || l.try == nil):
		err = e.At.Errorf("%s has the key standards, so it also needs the keys standard and try", e.Key)
	}
	return l, err
}

// readTool reads the value of the key "compiler" or "runner".
func readTool(v yaml.Value) (tool, error) {
	var t tool
	err := v.Keys(yaml.Fields{
		"names":     yaml.Into(&t.names, yaml.ListOf(filled)),
		"version":   yaml.Into(&t.version, yaml.ListOf(filled)),
		"root":      yaml.Into(&t.root, yaml.ListOf(filled)),
		"root_line": yaml.Into(&t.rootLine, filled),
	})
	if err == nil && len(t.names) == 0 {
		err = v.Errorf("no names: name at least one program")
	}
	return t, err
}

// filled reads a text that is not empty.
var filled = formed(regexp.MustCompile(`(?s).`), "a non-empty text")

func pattern(v yaml.Value) (*regexp.Regexp, error) {
	text, err := filled(v)
	if err != nil {
		return nil, err
	}
	form, err := regexp.Compile(text)
	if err != nil {
		err = v.Errorf("%q is not a regular expression: %v", text, err)
	}
	return form, err
}

func formed(form *regexp.Regexp, what string) func(yaml.Value) (string, error) {
	return func(v yaml.Value) (string, error) {
		text, err := v.Text()
		if err == nil && (!form.MatchString(text) || strings.ContainsRune(text, 0)) {
			err = v.Errorf("%q is not %s", text, what)
		}
		return text, err
	}
}

// arguments returns a function that reads one argument, which may contain only the known placeholders.
func arguments(known ...string) func(yaml.Value) (string, error) {
	return func(v yaml.Value) (string, error) {
		text, err := filled(v)
		for _, standIn := range standInForm.FindAllString(text, -1) {
			if err == nil && strings.Trim(standIn, "{} ") != "" && !slices.Contains(known, standIn) {
				err = v.Errorf("%s means nothing here%s", standIn, yaml.DidYouMean(standIn, known))
			}
		}
		return text, err
	}
}
