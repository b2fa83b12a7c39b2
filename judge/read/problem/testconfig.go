package problem

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// groupConfig is the file with the settings of all tests of a group.
const groupConfig = "test_group.yaml"

// Configure returns the test of that name with its settings. The files of the test need not exist.
func (p *Problem) Configure(name string) (Test, error) { return newConfigs(p).test(name) }

// config holds settings of tests, a Test without name and files, and how a group is scored. Each folder inherits the
// config of the folder above.
type config struct {
	Test
	scoring score.Settings
	at      map[string]string // the place of each key about scores; nil if the group has no such settings of its own
}

// configs reads the settings of a problem's tests. It reads the settings of each group only once.
type configs struct {
	problem *Problem
	groups  map[string]config
}

func newConfigs(p *Problem) *configs { return &configs{problem: p, groups: make(map[string]config)} }

// test returns the test of that name. Only some formats have files with the settings of one test, and folders of files.
func (c *configs) test(name string) (Test, error) {
	p := c.problem
	base := filepath.Join(p.DataDir, filepath.FromSlash(name))
	settings, err := c.group(path.Dir(name))
	var files []File
	extensions := []string{".in", ".ans"}
	if slices.Contains(p.extensions, ".yaml") {
		extensions = append(extensions, ".files", ".yaml", ".interaction")
		if err == nil && path.Base(name)+".yaml" != groupConfig {
			settings, err = c.read(base+".yaml", settings, func(doc yaml.Value, settings *config) error {
				return doc.Keys(c.testFields(settings))
			})
		}
		var filesErr error
		files, filesErr = p.readFiles(base+".files", MaxFiles)
		err = errors.Join(err, filesErr)
	}
	for _, extension := range extensions {
		p.index.Use(base + extension)
	}
	t := settings.Test
	own := func(extension string) string { // shares memory with the index, as large problems have many tests
		if e := p.index.At(base + extension); e != nil && e.Path == base+extension {
			return e.Path
		}
		return base + extension
	}
	t.Name, t.Input, t.Answer, t.Files = name, own(".in"), own(".ans"), files
	t.CheckerArgs, t.CheckerArgsAt = p.checkerArgs(t.CheckerArgs, t.CheckerArgsAt)
	if p.index.Has(base + ".interaction") {
		t.Interaction = base + ".interaction"
	}
	return t, err
}

// group returns the settings of a folder, including those inherited from the folders around it. In the format 2025-09,
// only sample, secret and the groups in secret should have settings. testWalk reports settings of other folders.
func (c *configs) group(name string) (settings config, err error) {
	if settings, ok := c.groups[name]; ok {
		return settings, nil
	}
	if name != "." {
		settings, err = c.group(path.Dir(name))
	}
	if name == score.Root {
		settings.scoring = score.DefaultGrader(name)
	}
	settings.scoring.Name, settings.at = name, nil
	if err == nil {
		file := filepath.Join(c.problem.DataDir, filepath.FromSlash(name), groupConfig)
		settings, err = c.read(file, settings, func(doc yaml.Value, settings *config) error {
			return c.problem.groups.decode(c, doc, settings, name)
		})
	}
	c.groups[name] = settings // an error is reported for the first test only
	return settings, err
}

func (c *configs) read(path string, above config, decode func(yaml.Value, *config) error) (settings config, err error) {
	e := c.problem.index.At(path)
	if e == nil {
		return above, nil
	}
	if e.Used = true; e.Wrong != nil {
		return above, e.Wrong
	}
	text, err := untrusted.Read(e.Path, maxConfig)
	if err != nil {
		return above, tree.Unreadable(err)
	}
	if filepath.Base(path) == groupConfig { // the format has no constants in the settings of one test
		text = c.problem.Constants.Replace(text)
	}
	doc, err := c.problem.lenient(peopleOfTests).Parse(e.Path, text)
	if err == nil {
		err = decode(doc, &above)
	}
	return above, err
}

// maxConfig is the maximum size of a file of settings in bytes.
const maxConfig = 64 << 10

// arguments reads a list of arguments. Older versions have one string of words instead. Quotes and escapes in that
// string are errors.
func arguments(v yaml.Value) ([]string, error) {
	if v.Kind() != yaml.Text {
		return yaml.ListOf(yaml.Value.Scalar)(v)
	}
	text, err := v.Text()
	if strings.ContainsAny(text, "\"'\\$`") {
		return nil, v.Errorf("arguments must be a list; write %q as a list", text)
	}
	words := strings.Fields(text)
	v.Fault(v.Errorf("arguments must be a list"), fmt.Sprintf("read as %q", words))
	return words, err
}

// sharedFields returns the keys that tests and groups have in common.
func (c *configs) sharedFields(settings *config) yaml.Fields {
	fields := c.argumentFields(settings, "args", "flags", olderVersions, func(v yaml.Value, read words) (err error) {
		settings.CheckerArgs, err = read(v)
		return err
	})
	fields["args"] = yaml.Into(&settings.Args, arguments)
	fields["input_visualizer_args"] = yaml.Only(arguments)
	fields["output_visualizer_args"] = yaml.Only(arguments)
	fields["full_feedback"] = yaml.Only(yaml.Value.Bool)
	return fields
}

func (c *configs) testFields(settings *config) yaml.Fields {
	fields := c.sharedFields(settings)
	fields["hint"] = yaml.Only(yaml.Value.Text)
	fields["description"] = yaml.Only(yaml.Value.Text)
	return fields
}

// decodeGroup reads the settings of a group.
func (c *configs) decodeGroup(doc yaml.Value, settings *config, name string) error {
	fields := c.sharedFields(settings)
	fields["static_validation_score"] = func(v yaml.Value) error {
		c.problem.unjudged(fmt.Sprintf("a static validator (%s)", v.Place()))
		return nil
	}
	fields["static_validator_args"] = yaml.Only(arguments)
	maps.Copy(fields, c.scoringFields(settings, name))
	c.olderScoring(fields)
	return doc.Keys(fields)
}

// words is a function that reads several words.
type words = func(yaml.Value) ([]string, error)

// argumentFields returns the keys for arguments of checkers and validators, which end in "args" or "flags". Keys that
// end in other belong to another version. The function checker reads the arguments of checkers.
func (c *configs) argumentFields(settings *config, ending, other, version string,
	checker func(yaml.Value, words) error) yaml.Fields {
	validators := sourceNames(c.problem.InputValidators)
	fields := make(yaml.Fields)
	for end, read := range map[string]words{"args": arguments, "flags": legacy.Words} {
		for key, decode := range map[string]func(yaml.Value) error{
			"output_validator_": func(v yaml.Value) error {
				settings.CheckerArgsAt = v.Place()
				return checker(v, read)
			},
			"input_validator_": func(v yaml.Value) (err error) {
				settings.InputValidatorArgs, err = validatorArgs(v, validators, read)
				return err
			},
		} {
			field := yaml.Fields{key + end: decode}
			if end == other {
				field = field.Renamed(version, "read as "+key+ending)
			}
			maps.Copy(fields, field)
		}
	}
	return fields
}

// argsOf reads arguments for all validators of a kind, or a map with the name and the flags of one validator.
func argsOf(v yaml.Value, kind string, names []string, read words) (name string, args []string, err error) {
	if v.Kind() != yaml.Map {
		args, err = read(v)
		return "", args, err
	}
	err = v.Keys(yaml.Fields{
		"name":  yaml.Into(&name, yaml.Value.NonEmpty),
		"flags": yaml.Into(&args, legacy.Words),
	})
	if err == nil && name != "" && !slices.Contains(names, name) {
		err = v.Errorf("no %s validator %q%s", kind, name, yaml.DidYouMean(name, names))
	}
	return name, args, err
}

// validatorArgs reads arguments of input validators. The value has arguments for all validators, arguments for one, or
// a map of names to arguments.
func validatorArgs(v yaml.Value, names []string, read words) (map[string][]string, error) {
	args := make(map[string][]string)
	if v.Kind() != yaml.Map || v.Has("name") {
		only, all, err := argsOf(v, "input", names, read)
		for _, name := range names {
			if only == "" || only == name {
				args[name] = all
			}
		}
		return args, err
	}
	err := v.Each(func(e yaml.Entry) (err error) {
		args[e.Key], err = read(e.Value)
		if !slices.Contains(names, e.Key) {
			err = errors.Join(e.At.Errorf("no input validator %q%s", e.Key, yaml.DidYouMean(e.Key, names)), err)
		}
		return err
	})
	return args, err
}

func sourceNames(sources []Source) []string {
	return each(sources, func(s Source) string { return s.Name })
}

func testNames(tests []Test) []string { return each(tests, func(t Test) string { return t.Name }) }

// each returns a text for each element of a list.
func each[T any](list []T, text func(T) string) (texts []string) {
	for _, element := range list {
		texts = append(texts, text(element))
	}
	return texts
}
