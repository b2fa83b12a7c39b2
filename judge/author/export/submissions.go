package export

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
)

// languages are the extensions of the languages that DOMjudge takes submissions in, as it is installed.
const languages = "adb ads awk bash c cpp cc cxx c++ csharp cs f95 f90 hs lhs java js mjs kt lua ml p pas pl plg py " +
	"R rb rs scala sh swift"

// mixed is the folder of submissions that may get one of several verdicts.
const mixed = "mixed"

// addSubmissions adds the submissions whose expected verdict the format legacy can express: by their folder or, for
// DOMjudge, by a comment in the source.
func (k *plan) addSubmissions() error {
	var deep, unknown, grouped, slow []string
	names := make(map[string]bool)
	var errs []error
	for _, s := range k.problem.Submissions {
		expected := possible(k.problem, s)
		switch {
		case s.Broken != "":
			k.note("%s is left out: %s", s.Name, s.Broken)
			continue
		case len(expected) == 0:
			k.note("%s is left out: what is expected of it cannot be said in one verdict", s.Name)
			continue
		}
		directory, _, _ := strings.Cut(s.Path, "/")
		v, one := only(expected)
		folder, line := folders[v], ""
		extension := path.Ext(s.Main())
		if !one {
			if line = annotation(expected, extension); line == "" {
				k.note("%s is left out: only a comment can say what is expected of it, and how %s has comments is not "+
					"known here", s.Name, extension)
				continue
			}
			folder = mixed
			if k.problem.Expects(s).Right() {
				slow = append(slow, s.Name)
			}
		}
		name := s.Source.Name
		if names[folder+"/"+name] {
			name = directory + "-" + name
		}
		names[folder+"/"+name] = true
		if !slices.Contains(strings.Fields(languages), strings.TrimPrefix(extension, ".")) {
			unknown = append(unknown, s.Name)
		}
		if slices.ContainsFunc(s.Submitted(), func(f problem.File) bool { return strings.Contains(f.Name, "/") }) {
			deep = append(deep, s.Name)
		}
		if e := k.problem.Expects(s); len(e.Messages()) > 0 || e.ByGroup() {
			grouped = append(grouped, s.Name)
		}
		at := "submissions/" + folder + "/" + name
		k.addSubmission(s, at)
		if line != "" {
			errs = append(errs, k.annotate(at, extension, line))
		}
		k.submissions++
	}
	for _, row := range []struct {
		said  string
		names []string
	}{
		{"DOMjudge, as it is installed, takes no programs in the language of", unknown},
		{"DOMjudge finds no files in folders of a submission, which these have", deep},
		{"right, and may be too slow, as @EXPECTED_RESULTS@: CORRECT, TIMELIMIT says of each, so they are in mixed " +
			"and not in accepted", slow},
		{"only which verdicts are possible is said, not in which groups or with which message", grouped},
	} {
		if len(row.names) > 0 {
			k.note("%s: %s", row.said, several(row.names))
		}
	}
	return errors.Join(errs...)
}

// addSubmission copies the files of a submission to a place in the package.
func (k *plan) addSubmission(s problem.Submission, at string) {
	for _, f := range s.Submitted() {
		target := at + "/" + f.Name
		if single(s.Source) {
			target = at
		}
		k.copy(target, f.Path)
	}
}

// annotate adds a comment to the first source of the submission at a place, unless it has such a comment.
func (k *plan) annotate(at, extension, line string) error {
	i := slices.IndexFunc(k.files, func(f File) bool {
		return (f.Path == at || strings.HasPrefix(f.Path, at+"/")) && path.Ext(f.Path) == extension
	})
	text, err := k.files[i].content()
	if err != nil || bytes.Contains(bytes.ToUpper(text), []byte("@EXPECTED_RESULTS@")) {
		return err
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	k.files[i] = File{Path: k.files[i].Path, Text: append(text, line...)}
	return nil
}

// several names a few submissions, and counts the others.
func several(names []string) string {
	const most = 6
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
