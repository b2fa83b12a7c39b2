package scaffold

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

func TestFindTemplate(t *testing.T) {
	poj := problem.OnlineJudge{Name: "POJ", Languages: []string{"C", "C++", "Java"},
		FileNames: map[string]string{"Java": "Main"}}
	fortran := problem.OnlineJudge{Name: "OJ", Languages: []string{"Fortran"}}
	for _, c := range []struct {
		files, name string
		judge       problem.OnlineJudge
		want, err   string
	}{
		{want: "main.go"},
		{judge: poj, want: "main.cpp"},
		{judge: fortran, err: "no template is in a language that OJ takes (Fortran); write one: templates/default.*"},
		{name: "c", judge: poj, want: "main.c"},
		{name: "java", want: "main.java"},
		{files: "default.c fast.cpp", want: "default.c"},
		{files: "default.c fast.cpp", name: "fast", want: "fast.cpp"},
		{files: "cpp.cpp", name: "cpp", want: "cpp.cpp"},
		{files: "fast.cpp fast.go", name: "fast", err: "templates: fast.cpp and fast.go are templates of one name; " +
			"name one with its extension: --from fast.cpp"},
		{files: "fast.cpp fast.go", name: "fast", judge: poj, want: "fast.cpp"},
		{files: "fast.cpp fast.go", name: "fast.go", judge: poj, want: "fast.go"},
		{files: "fast.md .cpp folder.go/x", name: "fast",
			err: `no template "fast": there is no templates/fast.*, and with the judge come go, cpp, c, java, python3`},
		{name: "../secret", err: `no template "../secret"`},
	} {
		t.Run(c.files+" "+c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, file := range strings.Fields(c.files) {
				judgetest.Write(t, filepath.Join("templates", file), "mine "+file)
			}
			judgetest.Write(t, "secret.go", "")
			got, err := FindTemplate("templates", c.name, c.judge)
			if got.File != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(),
				c.err) {
				t.Errorf("got %q, %v\nwant %q, %s", got.File, err, c.want, c.err)
			}
			if strings.Contains(" "+c.files+" ", " "+c.want+" ") && c.want != "" && string(got.Text) != "mine "+c.want {
				t.Errorf("%s: %q", got.File, got.Text)
			}
		})
	}
}

func TestTemplates(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for config, want := range map[string]string{"": "/home/me/.config/judge/templates",
		"/config": "/config/judge/templates", "config": "/home/me/.config/judge/templates"} {
		t.Setenv("XDG_CONFIG_HOME", config)
		if got, err := Templates(); got != want || err != nil {
			t.Errorf("%q: got %q, %v", config, got, err)
		}
	}
}

// TestBuiltIns: what comes with the judge compiles, where there is a compiler, in the standard that the judges dictate,
// too.
func TestBuiltIns(t *testing.T) {
	cache, err := compile.OpenCache(t.TempDir(), sandbox.Uncontained())
	judgetest.Check(t, err)
	defer cache.Close()
	for _, name := range TemplateNames("none") {
		t.Run(name, func(t *testing.T) {
			found, err := FindTemplate("none", name, problem.OnlineJudge{})
			judgetest.Check(t, err)
			dir, file := t.TempDir(), found.nameFor(problem.OnlineJudge{})
			judgetest.Write(t, filepath.Join(dir, file), string(found.Text))
			_, err = cache.Build(t.Context(), compile.Strict, problem.Source{Name: file, Dir: dir,
				Files: []string{file}})
			var missing *compile.MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			judgetest.Check(t, err)
		})
	}
	want := []string{"c", "cpp", "go", "java", "python3"}
	if diff := cmp.Diff(want, TemplateNames("none")); diff != "" {
		t.Error(diff)
	}
}
