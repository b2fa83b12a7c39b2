package grade

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// When a debugged program that computes forever is interrupted, its standard error shows where it was.
func TestLastWords(t *testing.T) {
	judgetest.Long(t, "it compiles programs with sanitizers")
	tools := optionsWith(t, "")
	tools.Build, tools.LastWords, tools.Unchecked = compile.Debug, true, true
	for file, c := range map[string]struct{ text, want string }{
		"a.cpp": {"#include <cstdio>\nvolatile long s;\nvoid spin() { while (true) s = s + 1; }\n" +
			"int main() { puts(\"up\"); fflush(stdout); spin(); }\n", "in spin() a.cpp:3"},
		"b.go": {"package main\n\nimport \"os\"\n\nfunc spin() (s int) {\n\tfor {\n\t\ts++\n\t}\n}\n\n" +
			"func main() { os.Stdout.WriteString(\"up\"); println(spin()) }\n", "b.go:7 "},
		"c.py": {"def spin():\n    while True: pass\nprint('up', flush=True)\nspin()\n", "c.py\", line 2 in spin"},
	} {
		t.Run(file, func(t *testing.T) {
			dir := t.TempDir()
			judgetest.Write(t, filepath.Join(dir, file), c.text)
			judgetest.Write(t, filepath.Join(dir, "in"), "")
			p := &problem.Problem{Name: "loop", Limits: problem.Limits{Time: 10 * time.Minute, Memory: 4 << 30,
				Output: 8 << 20}}
			entry := Entry{Problem: p, Submission: problem.Submission{Name: file, Source: problem.Source{Name: file,
				Dir: dir, Files: []string{file}}}}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() {
				for ctx.Err() == nil {
					printed, _ := filepath.Glob(filepath.Join(tools.Sandbox.Scratch(), "output-*", "*"))
					for _, path := range printed {
						if text, _ := os.ReadFile(path); len(text) > 0 {
							cancel()
						}
					}
				}
			}()
			test := problem.Test{Input: filepath.Join(dir, "in")}
			got, err := JudgeOne(ctx, entry, test, filepath.Join(dir, "out"), tools)
			if errors.As(err, new(*compile.MissingError)) || got.Verdict == problem.NotRun {
				t.Skip(err, got.Message)
			}
			judgetest.Check(t, err)
			if got.Verdict != problem.RTE || !strings.Contains(got.Stderr, c.want) {
				t.Errorf("got %s (%s), want %q in:\n%s", got.Verdict, got.Message, c.want, got.Stderr)
			}
		})
	}
}
