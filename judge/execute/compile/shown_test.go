package compile

import (
	"errors"
	"path/filepath"
	"regexp"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// TestCommandLine: what is said to build a program is what somebody would type, without the judge's own folders.
func TestCommandLine(t *testing.T) {
	cache, err := OpenCache(t.TempDir(), sandbox.Uncontained())
	judgetest.Check(t, err)
	defer cache.Close()
	for _, c := range []struct {
		file      string
		standards map[string]string
		want, run string
	}{
		{file: "a.go", want: `^go build '-ldflags=-s -w' -o a a\.go$`, run: `^$`},
		{file: "a.go", standards: map[string]string{"go": "go1.12"},
			want: `^go build '-ldflags=-s -w' -gcflags=-lang=go1\.12 -o a a\.go$`, run: `^$`},
		{file: "a b.cpp", want: `^(g\+\+|c\+\+) -std=gnu\+\+\d+ -fno-lto .*-O2 -o 'a b' 'a b\.cpp'$`, run: `^$`},
		{file: "a.cpp", standards: map[string]string{"cpp": "c++98"}, want: ` -std=c\+\+98 `, run: `^$`},
		{file: "a.py", want: `^(python|pypy)3[.0-9]* -I -m py_compile a\.py$`, run: `^(python|pypy)3[.0-9]* a\.py$`},
		{file: "Main.java", want: `^javac -encoding UTF-8 -d \. Main\.java$`, run: `^java .* -Xmx64m .* -cp \. Main$`},
	} {
		t.Run(c.file, func(t *testing.T) {
			dir := t.TempDir()
			judgetest.Write(t, filepath.Join(dir, c.file), "")
			compile, run, err := cache.CommandLine(t.Context(), Submission, problem.Source{Name: c.file, Dir: dir,
				Files: []string{c.file}, Standards: c.standards}, 64<<20)
			var missing *MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			judgetest.Check(t, err)
			if !regexp.MustCompile(c.want).MatchString(compile) || !regexp.MustCompile(c.run).MatchString(run) {
				t.Errorf("compile %s\n   run %s", compile, run)
			}
		})
	}
}
