package export

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// languages are the extensions of the languages that a target takes submissions in, as it is installed. The format
// 2025-09 does not limit them.
var languages = map[Target]string{
	DOMjudge: "adb ads awk bash c cpp cc cxx c++ csharp cs f95 f90 hs lhs java js mjs kt lua ml p pas pl plg py R " +
		"rb rs scala sh swift",
	Kattis: "C c c++ cc cl cob cpp cs cxx fs go hs java js kt lisp m ml pas php pl py py2 py3 rb rs sc scala",
}

// mixed is the folder of submissions that may get one of several verdicts.
const mixed = "mixed"

// addSubmissions adds the submissions that the target can build and whose expected verdict its format can express.
func (k *plan) addSubmissions() error {
	taken := append(strings.Fields(languages[k.to]), k.options.Languages...)
	unknown := make(map[string][]string) // extension → submissions that are left out
	var unsaid, other []string           // submissions left out as no folder says what is expected; expected by group
	var slow, unscored []string          // those that are right, and may be too slow
	names := make(map[string]bool)
	k.places = make(map[string]string)
	var errs []error
	for _, s := range k.problem.Submissions {
		expected := possible(k.problem, s)
		extension, known := sourceOf(s, taken)
		_, one := only(expected)
		deep := slices.ContainsFunc(s.Submitted(), func(f problem.File) bool { return strings.Contains(f.Name, "/") })
		switch {
		case s.Broken != "":
			k.note("%s is left out: %s", s.Name, s.Broken)
			continue
		case k.to != Standard && !known:
			unknown[extension] = append(unknown[extension], s.Name)
			continue
		case k.to == Kattis && k.problem.Scoring != nil:
			if k.scoreFolder(s, expected) == "" {
				unscored = append(unscored, s.Name)
				continue
			}
		case k.to == Kattis && !one && k.problem.Expects(s).Right():
			slow = append(slow, s.Name)
			continue
		case k.to == Kattis && !one:
			unsaid = append(unsaid, s.Name)
			continue
		case k.to == DOMjudge && deep:
			k.note("%s is left out: DOMjudge wants all files of a submission in one folder", s.Name)
			continue
		case k.to == Standard && slices.Equal(expected, []problem.Verdict{problem.CE}):
			k.note("%s is left out: the format knows no expected compile error", s.Name)
			continue
		case len(expected) == 0 && !k.stays(s):
			k.note("%s is left out: what is expected of it cannot be said in one verdict", s.Name)
			continue
		}
		if byGroup(k.problem, s) && k.to != Standard {
			other = append(other, s.Name)
		}
		folder := k.folder(s, expected)
		name := s.Source.Name
		if names[folder+"/"+name] {
			directory, _, _ := strings.Cut(s.Path, "/")
			name = directory + "-" + name
		}
		names[folder+"/"+name] = true
		k.places[s.Name] = folder + "/" + name
		line := ""
		if k.to == DOMjudge && !one {
			if line = annotation(expected, "."+extension); line == "" {
				k.note("%s is left out: only a comment can tell DOMjudge what is expected, and how .%s has comments "+
					"is not known here", s.Name, extension)
				continue
			}
		}
		if exact := k.exactScore(s); k.to == DOMjudge && exact != "" {
			line += commented("@EXPECTED_SCORE@: "+exact, "."+extension)
		}
		if folder == mixed && k.problem.Expects(s).Right() {
			slow = append(slow, s.Name)
		}
		errs = append(errs, k.addSubmission(s, "submissions/"+folder+"/"+name, "."+extension, line))
		k.submissions++
	}
	for _, extension := range slices.Sorted(maps.Keys(unknown)) {
		left := unknown[extension]
		k.note("left out, as %s takes no .%s as it is installed: %s; if yours does, give --languages %[2]s",
			k.to.called(), extension, several(left))
	}
	if len(unsaid) > 0 {
		k.note("left out, as Kattis expects one verdict of a submission, and of these several are possible: %s",
			several(unsaid))
	}
	if len(slow) > 0 && k.to == Kattis {
		k.note("left out, as they are right and may be too slow, and Kattis expects one verdict of a submission: %s",
			several(slow))
	} else if len(slow) > 0 {
		said := map[Target]string{DOMjudge: "@EXPECTED_RESULTS@: CORRECT, TIMELIMIT", Standard: "submissions.yaml"}
		k.note("right, and may be too slow, as %s says of each, so they are in %s and not in accepted: %s",
			said[k.to], mixed, several(slow))
	}
	if len(unscored) > 0 {
		k.note("left out, as Kattis expects a part of the points, or none, of what is not right on all tests, and of "+
			"these neither is said: %s; write their scores into %s, a line each, such as: %s: {score: 0}",
			several(unscored), filepath.Join(k.problem.Dir, "submissions", "submissions.yaml"), pathOf(k.problem,
				unscored[0]))
	}
	if len(other) > 0 {
		k.note("only which verdicts are possible is said, not in which groups or with which message: %s",
			several(other))
	}
	return errors.Join(errs...)
}

// folder is the folder below submissions/ that says what is expected, or that says nothing.
func (k *plan) folder(s problem.Submission, expected []problem.Verdict) string {
	if k.to == Kattis && k.problem.Scoring != nil {
		return k.scoreFolder(s, expected)
	}
	directory, _, _ := strings.Cut(s.Path, "/")
	if k.stays(s) {
		return directory
	}
	v, one := only(expected)
	if one && (v == problem.AC || !s.Solution || k.to != Standard || k.legacy()) {
		return folders[v] // else what it says of all tests would hold beside what is said of some
	}
	for _, taken := range folders {
		if directory == taken {
			return mixed
		}
	}
	return directory
}

// stays reports whether a submission keeps its folder, and what submissions.yaml says of it: in the format of the
// problem, one of a checkout that is no solution, as more may be permitted to these than accepted/ permits. Our own
// presentation_error is no folder of the format.
func (k *plan) stays(s problem.Submission) bool {
	return k.to == Standard && !k.legacy() && !s.Solution && !strings.HasPrefix(s.Path, "presentation_error/")
}

// pathOf is the path of the submission of that name, as submissions.yaml has it.
func pathOf(p *problem.Problem, name string) string {
	i := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Name == name })
	return p.Submissions[i].Path
}

// sourceOf is the extension of a submission's language, without a dot: of the first file in a language that is taken,
// else of the first file.
func sourceOf(s problem.Submission, taken []string) (extension string, known bool) {
	for i, file := range s.Files {
		own := strings.TrimPrefix(path.Ext(file), ".")
		if slices.Contains(taken, own) {
			return own, true
		}
		if i == 0 {
			extension = own
		}
	}
	return extension, false
}

// byGroup reports whether submissions.yaml expects more of a submission than a folder or a list of verdicts can
// express.
func byGroup(p *problem.Problem, s problem.Submission) bool {
	expected := p.Expects(s)
	return len(expected.Messages()) > 0 || expected.ByGroup()
}

// addSubmission copies a submission, with a comment at the end of its first source unless one is there.
func (k *plan) addSubmission(s problem.Submission, at, extension, line string) error {
	for _, f := range s.Submitted() {
		target := at + "/" + f.Name
		if single(s.Source) {
			target = at
		}
		if line == "" || path.Ext(f.Name) != extension {
			k.copy(target, f.Path)
			continue
		}
		text, err := untrusted.Read(f.Path, maxFile)
		if err != nil {
			return err
		}
		if bytes.Contains(bytes.ToUpper(text), []byte("@EXPECTED_RESULTS@")) {
			k.copy(target, f.Path)
		} else {
			if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
				text = append(text, '\n')
			}
			k.text(target, string(text)+line)
		}
		line = ""
	}
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
