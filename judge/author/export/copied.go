package export

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// This file copies a problem that is already in the target's format. The problem is a package, or its files are in the
// three trees of a checkout: problems/, testdata/ and solutions/.

// ours lists the files that only this judge uses. They are in the top folder of a package.
var ours = []string{"judge.yaml", "judges.yaml", "mutants.yaml"}

// copyProblem copies the problem's files. It leaves out broken submissions, Go tests, and files for this judge only.
func (k *plan) copyProblem() error {
	p := k.problem
	if faults := len(p.Faults); faults > 0 {
		k.note("the files are copied as they are, with %d violations of the format; \"judge validate\" lists them",
			faults)
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
	if p.Strict() { // the problem is in a checkout
		if err := k.addTree("data", p.DataDir); err != nil {
			return err
		}
	}
	if limit := filepath.Join(p.Dir, ".timelimit"); k.to == Legacy && isFile(limit) {
		k.copy(".timelimit", limit) // the only hidden file that the format uses
	}
	k.files = slices.DeleteFunc(k.files, func(f File) bool {
		return slices.Contains(ours, f.Path) || strings.HasSuffix(f.Path, "_test.go")
	})
	for _, s := range slices.Concat(p.Checkers, p.InputValidators) {
		if err := k.supportCopy(s); err != nil {
			k.note("%v", err)
		}
	}
	if !p.Strict() {
		return nil
	}
	return errors.Join(k.placeSubmissions(), k.strictSettings())
}

// supportCopy adds scripts to the folder of a checker or validator if it needs any. A single file moves into a folder.
func (k *plan) supportCopy(s problem.Source) error {
	folder, err := filepath.Rel(k.problem.Dir, s.Dir)
	if err != nil {
		return err
	}
	if folder = filepath.ToSlash(folder); single(s) {
		folder += "/" + s.Name
	}
	more, err := k.support(s, folder, nil)
	if !slices.ContainsFunc(more, func(f File) bool { return f.Run }) {
		return err
	}
	for i, f := range k.files {
		if single(s) && f.From == filepath.Join(s.Dir, s.Name) {
			k.files[i].Path = folder + "/" + s.Name
		}
	}
	k.put(more)
	return nil
}

// allowed reports whether a name is allowed in a package. The format ignores files with other names.
func allowed(name string) bool { return legible.IsName(name, 255) }

// deepest is the largest depth of a copied tree. Without a limit, a cycle of links would be copied forever.
const deepest = 16

// addTree copies a folder with its subfolders. It copies what links point to, because a package contains no links.
func (k *plan) addTree(to, from string) error {
	entries, err := untrusted.ReadDir(from)
	if err != nil {
		return err
	}
	if strings.Count(to, "/") >= deepest {
		return fmt.Errorf("%s: more than %d folders deep", from, deepest)
	}
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), path.Join(to, e.Name())
		if !allowed(e.Name()) || k.leaveOut[target] {
			continue
		}
		info, err := untrusted.Stat(source)
		switch {
		case errors.Is(err, untrusted.ErrOutside): // Plan has noted such links
			continue
		case err != nil:
		case info.IsDir():
			err = k.addTree(target, source)
		default:
			run := untrusted.Executable(info) || e.Name() == "build" || e.Name() == "run"
			k.files = append(k.files, File{Path: target, From: source, Run: run})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placeSubmissions adds the solutions of a checkout to submissions/, and rewrites submissions.yaml. A solution goes to
// mixed/ if it may get verdicts other than AC, because accepted/ permits only AC. The folder presentation_error/
// becomes wrong_answer/, because the format has no presentation errors.
func (k *plan) placeSubmissions() error {
	p := k.problem
	const file = "submissions/submissions.yaml"
	text, err := untrusted.Read(filepath.Join(p.Dir, filepath.FromSlash(file)), maxText)
	var written yaml.MapSlice
	if err == nil {
		err = yaml.UnmarshalWithOptions(text, &written, yaml.UseOrderedMap())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	k.files = slices.DeleteFunc(k.files, func(f File) bool { return f.Path == file })
	for i, f := range k.files {
		k.files[i].Path = withWrongAnswer(f.Path, "submissions/")
	}
	kept := make(map[string]bool) // keys of submissions.yaml whose entries stay
	var doc, moved yaml.MapSlice
	var slow []string
	for _, s := range p.Submissions {
		if s.Broken != "" {
			continue
		}
		at := s.Path
		if s.Solution && folderOf(possibleVerdicts(p, s)) != "accepted" {
			at, slow = mixed+strings.TrimPrefix(s.Path, "accepted"), append(slow, s.Name)
			moved = append(moved, yaml.MapItem{Key: at, Value: k.movedEntry(s)})
		} else {
			for _, e := range p.Applying(s) {
				kept[e.Submissions] = true
			}
		}
		if s.Solution {
			k.addSubmission(s, "submissions/"+at)
		}
	}
	if len(slow) > 0 {
		k.note("correct but possibly too slow, so they are in %s instead of accepted, and submissions.yaml lists "+
			"their permitted verdicts: %s", mixed, legible.Few(slow, 6))
	}
	for _, m := range written {
		if key, _ := m.Key.(string); kept[key] {
			doc = append(doc, yaml.MapItem{Key: withWrongAnswer(key, ""), Value: knownVerdicts(m.Value)})
		}
	}
	if doc = append(doc, moved...); len(doc) == 0 {
		return nil
	}
	text, err = yaml.Marshal(doc)
	k.text(file, string(text))
	return err
}

// withWrongAnswer replaces presentation_error/ in a path with wrong_answer/ if the text before precedes it.
func withWrongAnswer(path, before string) string {
	if below, spaced := strings.CutPrefix(path, before+"presentation_error/"); spaced {
		return before + "wrong_answer/" + below
	}
	return path
}

// knownVerdicts replaces, in a value of submissions.yaml, the verdicts that the format does not have.
func knownVerdicts(value any) any {
	entries, _ := value.(yaml.MapSlice)
	for i, m := range entries {
		list, ok := m.Value.([]any)
		if !ok || m.Key != "permitted" && m.Key != "required" {
			entries[i].Value = knownVerdicts(m.Value)
			continue
		}
		var names []any
		for _, v := range list {
			if other := map[any]any{"PE": "WA", "MLE": "RTE", "OLE": "RTE"}[v]; other != nil {
				v = other
			}
			if !slices.Contains(names, v) {
				names = append(names, v)
			}
		}
		entries[i].Value = names
	}
	return value
}

// movedEntry returns the entry of submissions.yaml for a solution that moves to another folder. The entry says how the
// solution is built, and which verdicts are permitted in each group.
func (k *plan) movedEntry(s problem.Submission) (entry yaml.MapSlice) {
	if s.Language != "" {
		entry = append(entry, yaml.MapItem{Key: "language", Value: s.Language})
	}
	if s.Entrypoint != "" {
		entry = append(entry, yaml.MapItem{Key: "entrypoint", Value: s.Entrypoint})
	}
	expected := k.problem.Expects(s)
	permitted := make(map[string][]problem.Verdict)
	for _, t := range k.problem.Tests {
		for _, v := range []problem.Verdict{problem.AC, problem.WA, problem.TLE, problem.RTE} {
			if expected.Permits(t.Name, v) && !slices.Contains(permitted[t.Group()], v) {
				permitted[t.Group()] = append(permitted[t.Group()], v)
			}
		}
	}
	for _, group := range slices.Sorted(maps.Keys(permitted)) {
		verdicts := yaml.MapSlice{{Key: "permitted", Value: permitted[group]}}
		entry = append(entry, yaml.MapItem{Key: group + "/*", Value: verdicts})
	}
	return entry
}

const spaceFlag = "space_change_sensitive"

// strictSpace reports whether the whitespace of an output must match that of the answer. The formats have no
// presentation errors. Their default checker forgives either all differences in whitespace or none.
func (k *plan) strictSpace() bool {
	rule := k.problem.Judge.Whitespace
	return k.problem.Checkers == nil && (rule == problem.ForgiveTrailing || rule == problem.ExactWhitespace)
}

func (k *plan) noteSpace() {
	forgives := ""
	if k.problem.Judge.Whitespace == problem.ForgiveTrailing {
		forgives = fmt.Sprintf("; so is whitespace at the end of lines and of the output, which %s forgives",
			k.problem.Judge.Name)
	}
	k.note("whitespace that differs from the answer's is a wrong answer (%s), because the format has no presentation "+
		"errors%s", spaceFlag, forgives)
}

// strictSettings adds spaceFlag to the arguments of the checker if the whitespace of outputs must match the answer's.
// It changes the settings of each folder in data, and the settings of deeper folders and tests that have arguments of
// their own.
func (k *plan) strictSettings() error {
	if !k.strictSpace() {
		return nil
	}
	k.noteSpace()
	for _, folder := range []string{"sample", "secret", problem.InvalidOutput, problem.ValidOutput} {
		const file = "test_group.yaml"
		if holds(k.problem.DataDir, folder) && !isFile(filepath.Join(k.problem.DataDir, folder, file)) {
			k.text("data/"+folder+"/"+file, "")
		}
	}
	const key = "output_validator_args"
	var errs []error
	for i, f := range k.files {
		if !strings.HasPrefix(f.Path, "data/") || strings.HasPrefix(f.Path, "data/"+problem.InvalidInput) ||
			path.Ext(f.Path) != ".yaml" {
			continue
		}
		text, err := f.content()
		var doc yaml.MapSlice
		if err == nil {
			err = yaml.Unmarshal(text, &doc)
		}
		at := slices.IndexFunc(doc, func(m yaml.MapItem) bool { return m.Key == key })
		if at >= 0 {
			if args, _ := doc[at].Value.([]any); !slices.Contains(args, any(spaceFlag)) {
				doc[at].Value = append(args, spaceFlag)
			}
		} else if strings.Count(f.Path, "/") == 2 { // the folders below inherit the arguments
			doc = append(doc, yaml.MapItem{Key: key, Value: []string{spaceFlag}})
		}
		if err == nil {
			text, err = yaml.Marshal(doc)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.From, err))
		}
		k.files[i] = File{Path: f.Path, Text: text}
	}
	return errors.Join(errs...)
}

// isFile reports whether there is a file at path.
func isFile(path string) bool {
	info, err := untrusted.Stat(path)
	return err == nil && !info.IsDir()
}

// holds reports whether a folder of the problem contains a file or folder that is not hidden.
func holds(dir, folder string) bool {
	entries, err := untrusted.ReadDir(filepath.Join(dir, folder))
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), ".")
	})
}
