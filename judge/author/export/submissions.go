package export

import (
	"bytes"
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
)

// languages lists the file extensions of the languages that DOMjudge accepts by default.
const languages = "adb ads awk bash c cpp cc cxx c++ csharp cs f95 f90 hs lhs java js mjs kt lua ml p pas pl plg py " +
	"R rb rs scala sh swift"

// addSubmissions adds the submissions whose expected verdicts the legacy format can express. The verdicts are expressed
// by a folder or, for DOMjudge, by a comment in the source.
func (k *plan) addSubmissions() error {
	var deep, unknown, grouped, slow []string
	names := make(map[string]bool)
	var errs []error
	for _, s := range k.problem.Submissions {
		expected := possibleVerdicts(k.problem, s)
		switch {
		case s.Broken != "":
			k.note("%s is left out: %s", s.Name, s.Broken)
			continue
		case len(expected) == 0:
			k.note("%s is left out: its expected verdicts cannot be stated for the whole problem", s.Name)
			continue
		}
		directory, _, _ := strings.Cut(s.Path, "/")
		folder, line := folderOf(expected), ""
		extension := path.Ext(s.Main())
		if folder == mixed {
			if line = annotation(expected, extension); line == "" {
				k.note("%s is left out: only a comment could state its expected verdicts, and the form of comments in "+
					"%s files is unknown", s.Name, extension)
				continue
			}
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
		text  string
		names []string
	}{
		{"by default, DOMjudge does not accept the language of", unknown},
		{"DOMjudge finds no files in the subfolders of these submissions", deep},
		{"correct but possibly too slow (@EXPECTED_RESULTS@: CORRECT, TIMELIMIT), so they are in mixed instead of " +
			"accepted", slow},
		{"only the possible verdicts are stated, not their groups and messages", grouped},
	} {
		if len(row.names) > 0 {
			k.note("%s: %s", row.text, legible.Few(row.names, 6))
		}
	}
	return errors.Join(errs...)
}

// addSubmission copies the files of a submission to a path in the package.
func (k *plan) addSubmission(s problem.Submission, at string) {
	for _, f := range s.Submitted() {
		target := at + "/" + f.Name
		if single(s.Source) {
			target = at
		}
		k.copy(target, f.Path)
	}
}

// annotate adds a comment to the first source of a copied submission, unless the source already has @EXPECTED_RESULTS@.
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

// possibleVerdicts returns the verdicts that a submission may get for the whole problem. They determine its folder and
// @EXPECTED_RESULTS@. A verdict is possible if it is permitted on some test, and if it or AC is permitted on every
// other test. PE counts as WA, and MLE as RTE. OLE is left out if TLE or RTE itself is possible.
func possibleVerdicts(p *problem.Problem, s problem.Submission) []problem.Verdict {
	expected := p.Expects(s)
	messages := make(map[string][]string) // assume that required messages are printed
	for _, t := range p.Tests {
		messages[t.Name] = expected.Messages()
	}
	alone := func(v problem.Verdict) bool {
		verdicts := make(map[string]problem.Verdict)
		some := false
		for _, t := range p.Tests {
			switch {
			case expected.Permits(t.Name, v):
				verdicts[t.Name], some = v, true
			case expected.Permits(t.Name, problem.AC):
				verdicts[t.Name] = problem.AC
			default:
				return false
			}
		}
		return some && expected.Unmet(verdicts, messages) == ""
	}
	may := map[problem.Verdict]bool{
		problem.AC:  alone(problem.AC),
		problem.WA:  alone(problem.WA) || alone(problem.PE),
		problem.TLE: alone(problem.TLE),
		problem.RTE: alone(problem.RTE) || alone(problem.MLE),
		problem.OLE: alone(problem.OLE) && !alone(problem.RTE) && !alone(problem.TLE),
		problem.CE:  expected.Permits("", problem.CE),
	}
	return slices.DeleteFunc([]problem.Verdict{problem.AC, problem.WA, problem.TLE, problem.RTE, problem.OLE,
		problem.CE}, func(v problem.Verdict) bool { return !may[v] })
}

// mixed is the folder of submissions whose expected verdicts no other folder expresses.
const mixed = "mixed"

// folders maps a verdict to the folder of the submissions that may get only this verdict.
var folders = map[problem.Verdict]string{
	problem.AC: "accepted", problem.WA: "wrong_answer", problem.TLE: "time_limit_exceeded",
	problem.RTE: "run_time_error",
}

// results maps a verdict to the name that DOMjudge uses in @EXPECTED_RESULTS@.
var results = map[problem.Verdict]string{
	problem.AC: "CORRECT", problem.WA: "WRONG-ANSWER", problem.TLE: "TIMELIMIT", problem.RTE: "RUN-ERROR",
	problem.OLE: "OUTPUT-LIMIT", problem.CE: "COMPILER-ERROR",
}

// comments lists how a comment begins and ends, for the file extensions of languages that DOMjudge knows.
var comments = []struct{ extensions, begin, end string }{
	{".c .cc .cpp .cxx .c++ .cs .csharp .go .java .js .mjs .kt .rs .scala .swift .ts", "// ", ""},
	{".py .rb .sh .bash .pl .R .awk", "# ", ""},
	{".hs .lua .adb .ads", "-- ", ""},
	{".ml .pas .p", "(*\n", "\n*)"},
	{".f90 .f95", "! ", ""},
	{".plg", "% ", ""},
}

// annotation returns the comment that tells DOMjudge the expected verdicts. It returns "" if the form of comments in
// files with this extension is unknown. The line must end after the verdicts, because DOMjudge would read any further
// text as part of the last verdict.
func annotation(expected []problem.Verdict, extension string) string {
	var names []string
	for _, v := range expected {
		names = append(names, results[v])
	}
	for _, c := range comments {
		if slices.Contains(strings.Fields(c.extensions), extension) {
			return c.begin + "@EXPECTED_RESULTS@: " + strings.Join(names, ", ") + c.end + "\n"
		}
	}
	return ""
}

// folderOf returns the folder that expresses the expected verdicts. It returns mixed for several verdicts, and
// for a verdict that has no folder of its own.
func folderOf(expected []problem.Verdict) string {
	if len(expected) == 1 {
		return cmp.Or(folders[expected[0]], mixed)
	}
	return mixed
}
