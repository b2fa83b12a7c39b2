//go:build linux

package contain_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/contain"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// executorsOf are the uncontained executor and the sandboxes of this machine, by name; the uncontained one comes first.
func executorsOf(b *testing.B) (names []string, programs []sandbox.Executor) {
	names, programs = []string{"uncontained"}, []sandbox.Executor{plain.Executor{}}
	best := "namespaces without root"
	if os.Geteuid() == 0 {
		best = "namespaces as root and cgroups"
	}
	for name, level := range map[string]string{"contained": best, "Landlock": "Landlock"} {
		box, err := contain.Levels[level](b)
		if err != nil {
			b.Logf("%s: %v", name, err)
			continue
		}
		b.Cleanup(func() { box.Close() })
		names, programs = append(names, name), append(programs, box)
	}
	return names, programs
}

// interleave runs all of them in turn, so that other load on the machine affects all alike, and reports the median time
// of each as a multiple of the first one's.
func interleave(b *testing.B, names []string, run func(i int) error) {
	times := make([][]time.Duration, len(names))
	for i := range names { // starts the helpers, and fills the page cache
		if err := run(i); err != nil {
			b.Fatal(names[i], ": ", err)
		}
	}
	for b.Loop() {
		for i := range names {
			start := time.Now()
			if err := run(i); err != nil {
				b.Fatal(names[i], ": ", err)
			}
			times[i] = append(times[i], time.Since(start))
		}
	}
	base := contain.Median(times[0])
	b.ReportMetric(0, "ns/op") // the sum over all is of no interest
	for i, name := range names {
		b.ReportMetric(float64(contain.Median(times[i]))/float64(base), name+"/uncontained")
		b.Logf("%-12s %v", name, contain.Median(times[i]))
	}
}

// BenchmarkCompile measures the compilation of a small program, contained and not.
//
//	go test -run '^$' -bench Compile -benchtime 20x ./judge/execute/sandbox
func BenchmarkCompile(b *testing.B) {
	for _, language := range []struct{ name, compiler, file, text string }{
		{"C", "gcc", "main.c", "#include <stdio.h>\nint main(void) { return printf(\"hello %d\\n\", NUMBER) < 0; }\n"},
		{"C++", "g++", "main.cc", "#include <iostream>\nint main() { std::cout << \"hello\" << NUMBER << \"\\n\"; }\n"},
		{"Go", "go", "main.go", "package main\n\nimport \"fmt\"\n\nconst NUMBER = 0\n\nfunc main() { " +
			"fmt.Println(\"hello\", NUMBER) }\n"},
	} {
		b.Run(language.name, func(b *testing.B) {
			judgetest.Need(b, language.compiler)
			names, programs := executorsOf(b)
			var caches []*compile.Cache
			for i := range programs {
				cache, err := compile.OpenCache(filepath.Join(b.TempDir(), fmt.Sprint(i)), programs[i])
				if err != nil {
					b.Fatal(err)
				}
				caches = append(caches, cache)
			}
			number := 0
			interleave(b, names, func(i int) error {
				number++ // so that no cache has it
				dir := filepath.Join(b.TempDir(), fmt.Sprint("source", number))
				text := fmt.Sprintf("// %d\n", number) + language.text
				if language.name != "Go" {
					text = fmt.Sprintf("#define NUMBER %d\n", number) + language.text
				}
				if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, language.file),
					[]byte(text), 0o644)); err != nil {
					return err
				}
				_, err := caches[i].Build(b.Context(), compile.Submission, problem.Source{Name: "x", Dir: dir,
					Files: []string{language.file}})
				return err
			})
		})
	}
}

// BenchmarkChecker measures a checker that reads its three files, contained and not.
//
//	go test -run '^$' -bench Checker -benchtime 200x ./judge/execute/sandbox
func BenchmarkChecker(b *testing.B) {
	const text = `#include <stdio.h>
static long sum(FILE *f) { long s = 0; int c; while ((c = getc(f)) != EOF) s += c; return s; }
int main(int argc, char **argv) {
	FILE *answer = fopen(argv[2], "r");
	fclose(fopen(argv[1], "r"));
	return sum(answer) == sum(stdin) ? 42 : 43;
}
`
	judgetest.Need(b, "gcc")
	dir := b.TempDir()
	source, program := filepath.Join(dir, "checker.c"), filepath.Join(dir, "checker")
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O2", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	files := check.Files{Input: source, Answer: source, Output: source}
	names, programs := executorsOf(b)
	interleave(b, names, func(i int) error {
		result, err := check.Custom(programs[i], sandbox.Program{Path: program},
			problem.DefaultValidation).Check(b.Context(), files)
		if err == nil && result.Verdict != problem.AC {
			err = errors.New(result.Message)
		}
		return err
	})
}
