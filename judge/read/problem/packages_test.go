package problem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

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
		t.Error("it is no error that all are refused")
	}
}
