package problem

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// linkedPackage has two tests and two submissions; a secret is beside it.
const linkedPackage = `
-- secret.txt --
SECRET
-- tests/9.in --
SECRET
-- tests/9.ans --
SECRET
-- pack/problem.yaml --
problem_format_version: 2025-09
name: Sum
limits:
  time_limit: 1
-- pack/data/sample/0.in --
-- pack/data/sample/0.ans --
-- pack/data/secret/1.in --
1
-- pack/data/secret/1.ans --
1
-- pack/data/secret/2.in --
2
-- pack/data/secret/2.ans --
2
-- pack/submissions/accepted/a.py --
print(input())
-- pack/submissions/wrong_answer/b/main.py --
print(7)
-- legacy/problem.yaml --
problem_format_version: legacy
name: Sum
validation: custom
-- legacy/.timelimit --
1
-- legacy/data/secret/1.in --
-- legacy/data/secret/1.ans --
-- legacy/output_validators/check.py --
-- legacy/submissions/accepted/a.py --
`

// TestLinks replaces each part of a package with a link that leads out of it. The part is then left out and reported by
// name, or the package is refused.
func TestLinks(t *testing.T) {
	const left = "a symbolic link out of the package, to "
	for name, row := range map[string]struct {
		links  map[string]string // below the package; ones that end in / lead to a folder
		legacy bool
		tests  string // names of tests, "" for 0 1 2
		broken string // names of submissions
		warned string // in the warnings
		want   string // the error; "" for none
	}{
		"inside":        {links: map[string]string{"data/secret/2.in": "1.in", "data/more": "secret"}},
		"not looked at": {links: map[string]string{".git": "../tests", "-x": "../secret.txt"}},
		"a statement":   {links: map[string]string{"statement": "../tests"}, warned: "pack/statement: " + left},
		"an attachment": {links: map[string]string{"attachments/a": "../../secret.txt"}, warned: left},
		"an input": {links: map[string]string{"data/secret/2.in": "../../../secret.txt"},
			tests: "0 1", warned: "the test 2 is left out"},
		"an answer": {links: map[string]string{"data/secret/2.ans": "../../../secret.txt"},
			tests: "0 1", warned: "the test 2 is left out"},
		"settings": {links: map[string]string{"data/secret/2.yaml": "../../../secret.txt"},
			tests: "0 1", warned: "the test 2 is left out"},
		"a test's files": {links: map[string]string{"data/secret/2.files": "../../../tests"},
			tests: "0 1", warned: "the test 2 is left out"},
		"a picture": {links: map[string]string{"data/secret/2.png": "../../../secret.txt"},
			warned: "2.png: " + left},
		"more tests": {links: map[string]string{"data/secret/more": "../../../tests"},
			warned: "the tests in it are left out"},
		"all secret tests": {links: map[string]string{"data/secret": "../../tests"},
			tests: "0", warned: "pack/data/secret: " + left + `"../../tests": the tests in it are left out`},
		"the settings of a group": {links: map[string]string{"data/secret/test_group.yaml": "../../../secret.txt"},
			want: "pack/data/secret/test_group.yaml: a symbolic link out of the package; put"},
		"all tests": {links: map[string]string{"data": "../tests"}, want: "no secret tests"},
		"problem.yaml": {links: map[string]string{"problem.yaml": "../secret.txt"},
			want: "pack/problem.yaml: a symbolic link out of the package"},
		"judge.yaml": {links: map[string]string{"judge.yaml": "../secret.txt"},
			want: "pack/judge.yaml: a symbolic link out of the package"},
		"the checker": {links: map[string]string{"output_validator": "../tests"},
			want: "pack/output_validator: a symbolic link out of the package"},
		"a file of the checker": {links: map[string]string{"output_validator/main.py": "../../secret.txt"},
			want: "pack/output_validator/main.py: a symbolic link out of the package; put a copy"},
		"included files": {links: map[string]string{"include/python3/x.py": "../../../secret.txt"},
			want: "pack/include/python3/x.py: a symbolic link out of the package"},
		"a folder of them": {links: map[string]string{"include": "../tests"},
			want: "pack/include: a symbolic link out of the package"},
		"an input validator": {links: map[string]string{"input_validators/v.py": "../../secret.txt"},
			warned: "v.py: a symbolic link out of the package"},
		"all of them": {links: map[string]string{"input_validators": "../tests"}, warned: "pack/input_validators: " + left},
		"a submission": {links: map[string]string{"submissions/accepted/c.py": "../../../secret.txt"},
			broken: "accepted/c.py"},
		"a folder as submission": {links: map[string]string{"submissions/accepted/c": "../../../tests"},
			broken: "accepted/c"},
		"a file of a submission": {
			links:  map[string]string{"submissions/wrong_answer/b/x.py": "../../../../secret.txt"},
			broken: "wrong_answer/b"},
		"a folder of submissions": {links: map[string]string{"submissions/time_limit_exceeded": "../../tests"},
			broken: "time_limit_exceeded/*"},
		"all submissions": {links: map[string]string{"submissions": "../tests"},
			want: "pack/submissions: a symbolic link out of the package"},
		"expectations": {links: map[string]string{"submissions/submissions.yaml": "../../secret.txt"},
			want: "pack/submissions/submissions.yaml: a symbolic link out of the package"},
		"hidden": {links: map[string]string{"data/secret/2.ans": "../../.git/1", ".git/1": "../../secret.txt"},
			tests: "0 1", warned: "the test 2 is left out"},
		"leaves and comes": {links: map[string]string{"data/secret/2.ans": "../../../pack/data/secret/1.ans"},
			tests: "0 1", warned: "the test 2 is left out"},

		"the time limit": {legacy: true, links: map[string]string{".timelimit": "../secret.txt"},
			tests: "1", want: "legacy/.timelimit: a symbolic link out of the package"},
		"DOMjudge's settings": {legacy: true, links: map[string]string{"domjudge-problem.ini": "../secret.txt"},
			tests: "1", want: "domjudge-problem.ini: a symbolic link out of the package"},
		"an older checker": {legacy: true, links: map[string]string{"output_validators/check.py": "../../secret.txt"},
			tests: "1", want: "check.py: a symbolic link out of the package"},
		"testlib.h beside it": {legacy: true,
			links: map[string]string{"output_validators/testlib.h": "../../secret.txt"},
			tests: "1", warned: "testlib.h: a symbolic link out of the package"},
		"settings of all tests": {legacy: true, links: map[string]string{"data/testdata.yaml": "../../secret.txt"},
			tests: "1", want: "data/testdata.yaml: a symbolic link out of the package"},
		"an older validator": {legacy: true,
			links: map[string]string{"input_format_validators/v.py": "../../secret.txt"},
			tests: "1", warned: "v.py: a symbolic link out of the package"},
		"an older statement": {legacy: true, links: map[string]string{"problem_statement": "../tests"},
			tests: "1", warned: "legacy"},
	} {
		t.Run(name, func(t *testing.T) {
			parent, err := filepath.EvalSymlinks(t.TempDir())
			judgetest.Check(t, err)
			judgetest.Unpack(t, parent, linkedPackage)
			dir := filepath.Join(parent, "pack")
			if row.legacy {
				dir = filepath.Join(parent, "legacy")
			}
			for link, to := range row.links {
				path := filepath.Join(dir, link)
				judgetest.Check(t, os.RemoveAll(path))
				judgetest.Check(t, os.MkdirAll(filepath.Dir(path), 0o755))
				judgetest.Check(t, os.Symlink(to, path))
			}
			set, err := Load(Package(dir), nil)
			if row.want != "" {
				if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "SECRET") {
					t.Errorf("got %v, want %s", err, row.want)
				}
				return
			}
			judgetest.Check(t, err)
			p := set.Problems[0]
			var tests, broken []string
			for _, test := range p.Tests {
				tests = append(tests, strings.TrimPrefix(strings.TrimPrefix(test.Name, "sample/"), "secret/"))
			}
			for _, s := range p.Submissions {
				if s.Broken != "" {
					broken = append(broken, s.Name)
					if !strings.Contains(s.Broken, "a symbolic link out of the package") {
						t.Errorf("%s: %s", s.Name, s.Broken)
					}
				}
			}
			if row.tests == "" {
				row.tests = "0 1 2"
			}
			if got := strings.Join(tests, " "); got != row.tests || strings.Join(broken, " ") != row.broken {
				t.Errorf("got the tests %s and the broken submissions %s, want %s and %s", got, broken, row.tests,
					row.broken)
			}
			says := func(w error) bool { return strings.Contains(w.Error(), row.warned) }
			if row.warned != "" && !slices.ContainsFunc(p.Warnings, says) {
				t.Errorf("got %v, want %s", p.Warnings, row.warned)
			}
			if out := row.warned != "" || row.broken != ""; out != (len(p.LeftOut) > 0) {
				t.Errorf("links that lead out: %v", p.LeftOut)
			}
			// Nothing of the secret file may be sent to a worker or kept there.
			for _, f := range Needed(p, p.Submissions) {
				if strings.Contains(judgetest.Read(t, f.Path), "SECRET") {
					t.Errorf("%s travels", f.Name)
				}
			}
		})
	}
}

// A scoring package is refused if a test would be left out, because that would change the scores.
func TestLinksOfScores(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, linkedPackage)
	pack := filepath.Join(dir, "pack")
	judgetest.Write(t, filepath.Join(pack, "problem.yaml"),
		"problem_format_version: 2025-09\nname: Sum\ntype: scoring\nlimits:\n  time_limit: 1\n")
	judgetest.Check(t, os.Remove(filepath.Join(pack, "data/secret/2.ans")))
	judgetest.Check(t, os.Symlink("../../../secret.txt", filepath.Join(pack, "data/secret/2.ans")))
	_, err := Load(Package(pack), nil)
	if err == nil || !strings.Contains(err.Error(), "leaving out its tests would change the scores") {
		t.Errorf("got %v", err)
	}
}

// TestPackages finds packages in a folder, and gives each a name.
func TestPackages(t *testing.T) {
	for name, row := range map[string]struct {
		packages string // folders with a problem.yaml
		links    map[string]string
		want     string // names and paths
	}{
		"one package":                  {packages: ".", want: "DIR:."},
		"none":                         {want: "DIR:."},
		"beside":                       {packages: "a b", want: "a:a b:b"},
		"the top counts":               {packages: ". a", want: "DIR:."},
		"below":                        {packages: "finals/a x/y/b x/y/z/deep", want: "a:finals/a b:x/y/b"},
		"not in a package, nor hidden": {packages: "a a/inner .git/b x/.c/d", want: "a:a"},
		"of one name":                  {packages: "finals/sum semis/sum cut", want: "cut:cut finals-sum:finals/sum semis-sum:semis/sum"},
		"of one name, further up":      {packages: "x/r/a y/r/a", want: "x-r-a:x/r/a y-r-a:y/r/a"},
		"at several depths":            {packages: "a x/a x/y/a", want: "a:a x-a:x/a y-a:x/y/a"},
		"a name is taken":              {packages: "x-a x/a y/a", want: "x-a:x-a x-a-2:x/a y-a:y/a"},
		"DOMjudge's":                   {packages: "a", links: map[string]string{"b/domjudge-problem.ini": "../a/problem.yaml"}, want: "a:a b:b"},
		"a link to one that is found":  {packages: "a", links: map[string]string{"b": "a", "x/c": "../a"}, want: "a:a"},
		"a link to a deeper one":       {packages: "x/y/z/a b", links: map[string]string{"c": "x/y/z/a"}, want: "b:b c:c"},
		"links out, up and around":     {packages: "a", links: map[string]string{"o": "../out", "p": "..", "q": ".", "r": "r"}, want: "a:a"},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "folder")
			judgetest.Write(t, filepath.Join(parent, "out/problem.yaml"), "")
			judgetest.Check(t, os.Mkdir(dir, 0o755))
			for path := range strings.FieldsSeq(row.packages) {
				judgetest.Write(t, filepath.Join(dir, path, "problem.yaml"), "")
			}
			for link, to := range row.links {
				judgetest.Check(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o755))
				judgetest.Check(t, os.Symlink(to, filepath.Join(dir, link)))
			}
			roots, err := Packages(dir)
			judgetest.Check(t, err)
			names, err := Names(roots)
			judgetest.Check(t, err)
			var got []string
			for _, name := range names {
				path, err := filepath.Rel(dir, roots.Dir(name))
				judgetest.Check(t, err)
				got = append(got, name+":"+path)
			}
			want := strings.ReplaceAll(row.want, "DIR", "folder")
			if strings.Join(got, " ") != want || roots.Several() != (want != "folder:.") {
				t.Errorf("got %s, several %v, want %s", got, roots.Several(), want)
			}
		})
	}
}

// Packages of a folder may share files there, and only there; one that is refused is set aside.
func TestPackagesShare(t *testing.T) {
	parent := t.TempDir()
	judgetest.Unpack(t, parent, linkedPackage)
	folder := filepath.Join(parent, "folder")
	judgetest.Check(t, os.Mkdir(folder, 0o755))
	for _, name := range []string{"pack", "legacy", "tests"} {
		judgetest.Check(t, os.Rename(filepath.Join(parent, name), filepath.Join(folder, name)))
	}
	for link, to := range map[string]string{
		"pack/data/secret/more": "../../../tests",
		"pack/data/secret/out":  "../../../../secret.txt",
		"legacy/.timelimit":     "../../secret.txt",
	} {
		judgetest.Check(t, os.RemoveAll(filepath.Join(folder, link)))
		judgetest.Check(t, os.Symlink(to, filepath.Join(folder, link)))
	}
	roots, err := Packages(folder)
	judgetest.Check(t, err)
	set, err := Load(roots, nil)
	judgetest.Check(t, err)
	if len(set.Problems) != 1 || len(set.Problems[0].Tests) != 4 || len(set.Problems[0].LeftOut) != 1 {
		t.Errorf("got %+v", set.Problems)
	}
	if len(set.Refused) != 1 || set.Refused[0].Name != "legacy" ||
		!strings.Contains(set.Refused[0].Refused.Error(), ".timelimit: a symbolic link out of the package") {
		t.Errorf("got %+v", set.Refused)
	}
	if _, err := Load(roots, func(name string) bool { return name == "legacy" }); err == nil {
		t.Error("it is not an error that all are refused")
	}
}
