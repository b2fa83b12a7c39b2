//go:build linux

package contain_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/contain"
	"dlxjudge/judge/read/problem"
)

// ordinary are programs of ../testdata/ordinary as people submit them, which are built as the judge builds them. Each
// reads n and prints the sum of 2x for all x below n.
var ordinary = []struct {
	name, file, language string
	module               string // that Python must have
	namespaces           bool   // it needs a /dev/shm, which is there under namespaces
}{
	{name: "processes", file: "pool.py", language: "python3", namespaces: true},
	{name: "processes of PyPy", file: "pool.py", language: "pypy3", namespaces: true},
	{name: "numpy", file: "arrays.py", language: "python3", module: "numpy"},
	{name: "Kotlin", file: "main.kt"},
	{name: "Scala", file: "main.scala"},
	{name: "Haskell", file: "main.hs"},
	{name: "TypeScript", file: "main.ts"},
	{name: "Pascal", file: "main.pas"},
}

// TestOrdinary runs them at every level, as the current user and as root again as nobody.
func TestOrdinary(t *testing.T) {
	judgetest.Long(t, "it compiles in many languages, at every level")
	if os.Geteuid() == 0 {
		t.Run("nobody", func(t *testing.T) { contain.AsNobody(t, "TestOrdinary") })
	}
	dir := contain.PublicDir(t)
	input := filepath.Join(dir, "in")
	judgetest.Check(t, os.WriteFile(input, []byte("1000\n"), 0o644))
	for level := range contain.Levels {
		if level == "no isolation" { // programs have the machine's files
			continue
		}
		t.Run(level, func(t *testing.T) {
			box := contain.OpenAt(t, level)
			cache, err := compile.OpenCache(filepath.Join(dir, "built"), box) // what one level has built serves at all
			judgetest.Check(t, err)
			defer cache.Close()
			worker := contain.WorkerOf(t, box)
			for _, program := range ordinary {
				t.Run(program.name, func(t *testing.T) {
					if program.namespaces && !strings.HasPrefix(level, "namespaces") {
						t.Skip("needs a /dev/shm, which is there under namespaces")
					}
					if program.module != "" && exec.Command("python3", "-c", "import "+program.module).Run() != nil {
						t.Skip("needs a module of Python, for example with apt-get install python3-" + program.module)
					}
					source := problem.Source{Name: program.file, Dir: "../testdata/ordinary",
						Files: []string{program.file}, Language: program.language,
						Compilation: problem.ToolLimits{Time: contain.Slowdown() * 5 * time.Minute}}
					built, err := cache.Build(t.Context(), compile.Submission, source)
					if missing := (*compile.MissingError)(nil); errors.As(err, &missing) {
						t.Skip(missing)
					}
					judgetest.Check(t, err)
					const memory = 512 << 20
					task := built.Task(sandbox.Submission, sandbox.Limits{
						CPU: contain.Slowdown() * 30 * time.Second, Wall: contain.Slowdown() * 2 * time.Minute,
						Memory: memory, Output: 8 << 20, Processes: 64,
					})
					task.Input, task.Output = input, filepath.Join(dir, "out")
					result, err := worker.Run(t.Context(), task)
					judgetest.Check(t, err)
					if output, err := os.ReadFile(task.Output); string(output) != "999000\n" ||
						result.End != sandbox.Exited || result.ExitCode != 0 {
						t.Errorf("it printed %q (%v): %+v", output, err, result)
					}
					t.Logf("CPU %v, memory %d KiB", result.CPU, result.Memory>>10)
				})
			}
		})
	}
}
