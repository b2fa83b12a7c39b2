package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// This file copies a problem of the target's own format: a package as it is, and a checkout's problem from its three
// trees.

// ours are files at the top of a package that are this judge's, and no part of the format.
var ours = []string{"judge.yaml", "judges.yaml", "mutants.yaml"}

// copyProblem copies all files of the problem but ours, its broken submissions, and Go tests of its programs.
func (k *plan) copyProblem() error {
	p := k.problem
	if faults := len(p.Faults); faults > 0 {
		k.note("its files are copied as they are, with what is against the format (%d in all): judge validate says "+
			"what", faults)
	}
	k.leaveOut = make(map[string]bool)
	for _, s := range p.Submissions {
		if s.Broken == "" {
			k.submissions++
			continue
		}
		k.note("%s is left out: %s", s.Name, s.Broken)
		k.leaveOut["submissions/"+s.Path] = true
	}
	if err := k.addTree("", p.Dir); err != nil {
		return err
	}
	checkout := filepath.Join(p.Dir, "data") != filepath.Clean(p.DataDir)
	if checkout {
		if err := k.addTree("data", p.DataDir); err != nil {
			return err
		}
	}
	if limit := filepath.Join(p.Dir, ".timelimit"); k.to == Legacy && isFile(limit) {
		k.copy(".timelimit", limit) // the only hidden file that counts
	}
	k.files = slices.DeleteFunc(k.files, func(f File) bool {
		return slices.Contains(ours, f.Path) || strings.HasSuffix(f.Path, "_test.go")
	})
	for _, s := range slices.Concat(p.Checkers, p.InputValidators) {
		script, err := k.script(s)
		at, relErr := filepath.Rel(p.Dir, s.Dir)
		switch {
		case err != nil:
			k.note("%v", err)
		case script != "" && (single(s) || relErr != nil):
			k.note("%s: %s; put it into a folder of its own, and it gets a script that builds it",
				filepath.Join(s.Dir, s.Files[0]), k.builds())
		case script != "":
			k.addScript(filepath.ToSlash(at), script)
		}
	}
	if !checkout {
		return nil
	}
	return errors.Join(k.placeSubmissions(), k.strictSettings())
}

// named is the form of names in a package; others are ignored, as the format demands.
var named = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}$`)

// deepest bounds the depth of a tree that is copied, as links can form a cycle.
const deepest = 16

// addTree copies a folder and those in it. Links are followed: an archive has none.
func (k *plan) addTree(to, from string) error { return k.addFolder(to, from, 0) }

func (k *plan) addFolder(to, from string, depth int) error {
	entries, err := untrusted.ReadDir(from)
	if err != nil {
		return err
	}
	if depth > deepest {
		return fmt.Errorf("%s: more than %d folders deep", from, deepest)
	}
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), path.Join(to, e.Name())
		if !named.MatchString(e.Name()) || k.leaveOut[target] {
			continue
		}
		info, err := untrusted.Stat(source)
		switch {
		case errors.Is(err, untrusted.ErrOutside): // Plan says so
			continue
		case err != nil:
		case info.IsDir():
			err = k.addFolder(target, source, depth+1)
		default:
			run := info.Mode()&0o111 != 0 || e.Name() == "build" || e.Name() == "run"
			k.files = append(k.files, File{Path: target, From: source, Run: run})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placeSubmissions adds the solutions of a checkout to submissions/, and rewrites submissions.yaml. A solution that is
// permitted more than accepted/ permits goes to mixed/, and an output with other whitespace to wrong_answer/, since the
// format has no presentation errors.
func (k *plan) placeSubmissions() error {
	p := k.problem
	written, err := k.writtenExpectations()
	if err != nil {
		return err
	}
	kept := make(map[string]bool) // keys of submissions.yaml
	var moved yaml.MapSlice
	var slow []string
	for _, s := range p.Submissions {
		if s.Broken != "" {
			continue
		}
		at := s.Path
		if below, spaced := strings.CutPrefix(s.Path, "presentation_error/"); spaced {
			at = "wrong_answer/" + below
			k.move("submissions/"+s.Path, "submissions/"+at)
		} else if s.Solution {
			if v, one := only(possible(p, s)); !one || v != problem.AC {
				at, slow = mixed+strings.TrimPrefix(s.Path, "accepted"), append(slow, s.Name)
			}
			k.addSubmission(s, "submissions/"+at)
		}
		if at == s.Path {
			for _, e := range p.Applying(s) {
				kept[e.Submissions] = true
			}
		} else if entry := k.movedEntry(s); len(entry) > 0 {
			moved = append(moved, yaml.MapItem{Key: at, Value: entry})
		}
	}
	if len(slow) > 0 {
		k.note("right, and may be too slow, as submissions.yaml says of each, so they are in %s and not in "+
			"accepted: %s", mixed, several(slow))
	}
	doc := slices.DeleteFunc(written, func(m yaml.MapItem) bool { name, _ := m.Key.(string); return !kept[name] })
	for i := range doc {
		doc[i].Value = known(doc[i].Value)
	}
	const file = "submissions/submissions.yaml"
	k.files = slices.DeleteFunc(k.files, func(f File) bool { return f.Path == file })
	if doc = append(doc, moved...); len(doc) == 0 {
		return nil
	}
	text, err := yaml.Marshal(doc)
	k.text(file, string(text))
	return err
}

// move gives a file, or all files of a folder, another place in the package.
func (k *plan) move(from, to string) {
	for i, f := range k.files {
		if below, ok := strings.CutPrefix(f.Path, from); ok && (below == "" || below[0] == '/') {
			k.files[i].Path = to + below
		}
	}
}

// writtenExpectations is submissions.yaml as it is written, nil if there is none.
func (k *plan) writtenExpectations() (doc yaml.MapSlice, err error) {
	text, err := untrusted.Read(filepath.Join(k.problem.Dir, "submissions", "submissions.yaml"), maxText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = yaml.UnmarshalWithOptions(text, &doc, yaml.UseOrderedMap())
	}
	return doc, err
}

// known is a value of submissions.yaml in which the lists of verdicts name only verdicts of the format.
func known(value any) any {
	entries, ok := value.(yaml.MapSlice)
	if !ok {
		return value
	}
	for i, m := range entries {
		list, ok := m.Value.([]any)
		if !ok || m.Key != "permitted" && m.Key != "required" {
			entries[i].Value = known(m.Value)
			continue
		}
		var names []any
		for _, v := range list {
			switch v {
			case "PE":
				v = "WA"
			case "MLE", "OLE":
				v = "RTE"
			}
			if !slices.Contains(names, v) {
				names = append(names, v)
			}
		}
		entries[i].Value = names
	}
	return entries
}

// movedEntry says how a submission in another folder is built, and which verdicts are permitted on the tests of each
// folder; nil if its new folder says that.
func (k *plan) movedEntry(s problem.Submission) (entry yaml.MapSlice) {
	add := func(key string, value any) { entry = append(entry, yaml.MapItem{Key: key, Value: value}) }
	if s.Language != "" {
		add("language", s.Language)
	}
	if s.Entrypoint != "" {
		add("entrypoint", s.Entrypoint)
	}
	own := slices.DeleteFunc(k.problem.Applying(s), func(e problem.Expectation) bool {
		return strings.HasPrefix(e.File, "the format's default for ")
	})
	if len(own) == 0 {
		return entry
	}
	if slices.ContainsFunc(own, func(e problem.Expectation) bool {
		return e.Required != nil || e.Message != "" || e.Score != nil || e.Untimed
	}) {
		k.note("of what submissions.yaml says of %s only the permitted verdicts are kept, as it is in another folder",
			s.Name)
	}
	expected := k.problem.Expects(s)
	permitted := make(map[string][]string)    // by test
	alike := make(map[string]map[string]bool) // folder → the lists of its tests, as text
	for _, t := range k.problem.Tests {
		for _, v := range []problem.Verdict{problem.AC, problem.WA, problem.TLE, problem.RTE} {
			if expected.Permits(t.Name, v) || v == problem.WA && expected.Permits(t.Name, problem.PE) {
				permitted[t.Name] = append(permitted[t.Name], string(v))
			}
		}
		if alike[t.Group()] == nil {
			alike[t.Group()] = make(map[string]bool)
		}
		alike[t.Group()][fmt.Sprint(permitted[t.Name])] = true
	}
	said := make(map[string]bool)
	for _, t := range k.problem.Tests {
		at := t.Name
		if len(alike[t.Group()]) == 1 {
			at = t.Group() + "/*"
		}
		if !said[at] {
			said[at] = true
			add(at, yaml.MapSlice{{Key: "permitted", Value: permitted[t.Name]}})
		}
	}
	return entry
}

const spaceFlag = "space_change_sensitive"

// strictSpace reports whether outputs with other whitespace than the answer's are refused. The formats know no
// presentation errors: their default checker forgives all whitespace, or none.
func (k *plan) strictSpace() bool {
	rule := k.problem.Judge.Whitespace
	return k.problem.Checkers == nil && (rule == problem.ForgiveTrailing || rule == problem.ExactWhitespace)
}

func (k *plan) noteSpace() {
	forgives := ""
	if k.problem.Judge.Whitespace == problem.ForgiveTrailing {
		forgives = fmt.Sprintf("; %s forgives it at the end of lines and of the output, there it is wrong",
			k.problem.Judge.Name)
	}
	k.note("other whitespace than the answer's is a wrong answer (%s), as presentation errors are not known%s",
		spaceFlag, forgives)
}

// strictSettings adds an online judge's rule for whitespace to the arguments of the checker: in the settings of each
// folder in data, and in all others that give the checker arguments.
func (k *plan) strictSettings() error {
	if !k.strictSpace() {
		return nil
	}
	k.noteSpace()
	tops := make(map[string]bool)
	for _, f := range k.files {
		if parts := strings.Split(f.Path,
			"/"); len(parts) > 2 && parts[0] == "data" && parts[1] != problem.InvalidInput {
			tops["data/"+parts[1]+"/test_group.yaml"] = true
		}
	}
	var errs []error
	for i, f := range k.files {
		if !strings.HasPrefix(f.Path, "data/") || path.Ext(f.Path) != ".yaml" {
			continue
		}
		text, err := untrusted.Read(f.From, maxText)
		if err == nil {
			text, err = withSpaceFlag(text, tops[f.Path])
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.From, err))
		}
		k.files[i] = File{Path: f.Path, Text: text}
		delete(tops, f.Path)
	}
	for at := range tops {
		text, err := withSpaceFlag(nil, true)
		errs = append(errs, err)
		k.text(at, string(text))
	}
	return errors.Join(errs...)
}

// withSpaceFlag adds the flag to the checker's arguments in a file of settings: to those that it has, or, if add is
// set, as its only ones.
func withSpaceFlag(text []byte, add bool) ([]byte, error) {
	var doc yaml.MapSlice
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	const key = "output_validator_args"
	i := slices.IndexFunc(doc, func(m yaml.MapItem) bool { return m.Key == key })
	switch {
	case i >= 0:
		if args, _ := doc[i].Value.([]any); !slices.Contains(args, any(spaceFlag)) {
			doc[i].Value = append(args, spaceFlag)
		}
	case add:
		doc = append(doc, yaml.MapItem{Key: key, Value: []string{spaceFlag}})
	}
	return yaml.Marshal(doc)
}

// isFile reports whether there is a file at path.
func isFile(path string) bool {
	info, err := untrusted.Stat(path)
	return err == nil && !info.IsDir()
}

// holds reports whether a folder of the problem holds anything but hidden files.
func holds(dir, folder string) bool {
	entries, err := untrusted.ReadDir(filepath.Join(dir, folder))
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), ".")
	})
}
