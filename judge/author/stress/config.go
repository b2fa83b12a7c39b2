package stress

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Group is the group of tests that are kept, where none is named.
const Group = "stress"

// File is the file with the commands of a problem's generators for random inputs.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "generators", "stress.yaml") }

// Commands reads the commands of a problem. The error is fs.ErrNotExist if it has none.
func Commands(p *problem.Problem) ([]Command, error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; write one (judge help faults), or give a command with --gen", File(p),
			os.ErrNotExist)
	} else if err != nil {
		return nil, err
	}
	return decode(doc)
}

// nameForm is the form of names in a package, without periods.
var nameForm = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_-]{0,199}$`)

func decode(doc yaml.Value) ([]Command, error) {
	var commands []Command
	groups := func(v yaml.Value) ([]Command, error) {
		entries, err := v.Entries()
		errs := []error{err}
		for _, e := range entries {
			if !nameForm.MatchString(e.Key) {
				errs = append(errs, e.At.Errorf("%q cannot name a group; use letters, digits, _ and -", e.Key))
			}
			list, err := yaml.ListOf(command(e.Key))(e.Value)
			errs = append(errs, err)
			commands = append(commands, list...)
		}
		return commands, errors.Join(errs...)
	}
	if err := doc.Keys(yaml.Fields{"groups": yaml.Into(&commands, groups)}); err != nil {
		return nil, err
	}
	if len(commands) == 0 {
		return nil, fmt.Errorf("%s: no commands; add one: groups: {%s: [\"generator -seed {seed} -count {n}\"]}",
			doc.File(), Group)
	}
	return commands, nil
}

// command reads the commands of a group.
func command(group string) func(yaml.Value) (Command, error) {
	return func(v yaml.Value) (Command, error) {
		text, err := v.Text()
		if err != nil {
			return Command{}, err
		}
		c, err := ParseCommand(text)
		if err == nil && !nameForm.MatchString(c.Generator) {
			err = fmt.Errorf("%q is not the name of a folder in generators", c.Generator)
		}
		if err != nil {
			return Command{}, v.Errorf("%v", err)
		}
		c.Group, c.Place = group, v.Place()
		return c, nil
	}
}
