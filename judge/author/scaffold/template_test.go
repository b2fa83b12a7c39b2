package scaffold

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

func TestFindTemplate(t *testing.T) {
	poj := problem.OnlineJudge{Name: "POJ", Languages: []string{"C", "C++", "Java"}}
	fortran := problem.OnlineJudge{Name: "OJ", Languages: []string{"Fortran"}}
	for _, c := range []struct {
		name      string
		judge     problem.OnlineJudge
		want, err string
	}{
		{want: "main.go"},
		{judge: poj, want: "main.cpp"},
		{judge: fortran, err: "no template is in a language that OJ takes (Fortran); name one with --from: go, cpp, "},
		{name: "c", judge: poj, want: "main.c"},
		{name: "java", want: "Main.java"},
		{name: "../go", err: "--from ../go: there is no such template; there are go, cpp, c, java, python3"},
	} {
		got, err := FindTemplate(c.name, c.judge)
		if got.Path != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%q of %s: got %q, %v\nwant %q, %s", c.name, c.judge.Name, got.Path, err, c.want, c.err)
		}
	}
}

// TestBuiltIns: the templates compile if there is a compiler, also in the standards of the online judges.
func TestBuiltIns(t *testing.T) {
	cache, err := compile.OpenCache(t.TempDir(), plain.Executor{})
	judgetest.Check(t, err)
	defer cache.Close()
	for _, name := range TemplateNames() {
		t.Run(name, func(t *testing.T) {
			found, err := FindTemplate(name, problem.OnlineJudge{})
			judgetest.Check(t, err)
			dir := t.TempDir()
			judgetest.Write(t, filepath.Join(dir, found.Path), found.Text)
			_, err = cache.Build(t.Context(), compile.Strict, problem.Source{Name: found.Path, Dir: dir,
				Files: []string{found.Path}})
			var missing *compile.MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			judgetest.Check(t, err)
		})
	}
}
