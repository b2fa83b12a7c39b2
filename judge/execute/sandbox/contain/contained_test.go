//go:build linux

package contain_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/contain"
	"dlxjudge/judge/read/problem"
)

// TestContained runs hostile checkers and compiles hostile sources at every level of isolation: with the best one, and
// with Landlock alone. It runs both as the current user and, if that is root, also as nobody.
func TestContained(t *testing.T) {
	judgetest.Long(t, "it compiles and runs some dozens of programs")
	if os.Geteuid() == 0 {
		t.Run("nobody", func(t *testing.T) {
			contain.AsNobody(t, "TestContained", func(home string) { giveGoCache(t, home) })
		})
	}
	t.Setenv("DLXJUDGE_TEST", "1")
	for level := range contain.Levels {
		if level == "no isolation" {
			continue
		}
		t.Run(level, func(t *testing.T) {
			box := contain.OpenAt(t, level)
			f := newContained(t, box)
			f.landlock = level == "Landlock"
			t.Run("checkers", f.checkers)
			t.Run("generators", f.generators)
			t.Run("compilers", f.compilers)
			t.Run("toolchain elsewhere", f.toolchain)
			if text, err := os.ReadFile(f.secret); string(text) != secretText {
				t.Errorf("the secret is %q now: %v", text, err)
			}
			if left := contain.ProcessesWith(f.mark); len(left) > 0 {
				t.Errorf("processes are left: %v", left)
			}
		})
	}
}

// checkUnchanged checks that files still have their texts, and restores them.
func checkUnchanged(t *testing.T, texts map[string]string) {
	for path, text := range texts {
		if now, err := os.ReadFile(path); string(now) != text {
			t.Errorf("%s is %q now, %v", path, now, err)
		}
		judgetest.Check(t, errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chmod(path, 0o666)))
	}
}

// giveGoCache gives user nobody this user's compiled Go standard library, which takes long to build.
func giveGoCache(t *testing.T, home string) {
	const nobody = 65534
	mine, err := os.UserCacheDir()
	judgetest.Check(t, err)
	theirs := filepath.Join(home, ".cache", "dlxjudge")
	caches, _ := filepath.Glob(filepath.Join(mine, "dlxjudge", "*", "README")) // Go writes a README into its caches
	for _, readme := range caches {
		dir := filepath.Dir(readme)
		judgetest.Check(t, os.CopyFS(filepath.Join(theirs, filepath.Base(dir)), os.DirFS(dir)))
	}
	err = filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o755)
		}
		return errors.Join(err, os.Chown(path, nobody, nobody))
	})
	judgetest.Check(t, err)
}

const secretText = "Xq7vSecret\n"

type contained struct {
	programs sandbox.Executor
	landlock bool // and nothing else
	dir      string
	secret   string // another test's answer, readable by every user
	mark     string // an argument of left-over processes, to find them by
}

func newContained(t *testing.T, programs sandbox.Executor) contained {
	dir := contain.PublicDir(t)
	f := contained{programs: programs, dir: dir, secret: filepath.Join(dir, "other.ans"),
		mark: fmt.Sprintf("contained-%d-%d", os.Getpid(), time.Now().UnixNano())}
	judgetest.Check(t, os.WriteFile(f.secret, []byte(secretText), 0o666))
	os.Chmod(f.secret, 0o666) // so that only isolation keeps a program from it
	return f
}

// source writes a source of one file. SECRET in it is the path of another test's answer, MARK the mark.
func (f contained) source(t *testing.T, name, file, text string) problem.Source {
	dir := filepath.Join(f.dir, name)
	text = strings.NewReplacer("SECRET", f.secret, "MARK", f.mark).Replace(text)
	judgetest.Check(t, errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, file), []byte(text),
		0o644)))
	limits := problem.ToolLimits{Time: contain.Slowdown() * problem.DefaultCompilation.Time}
	return problem.Source{Name: name, Dir: dir, Files: []string{file}, Compilation: limits}
}

// script writes a shell script. SECRET in it is the path of another test's answer, MARK the mark.
func (f contained) script(t *testing.T, text string) string {
	text = strings.NewReplacer("SECRET", "'"+f.secret+"'", "MARK", f.mark).Replace(text)
	program, err := os.CreateTemp(f.dir, "script")
	if err == nil {
		_, err = program.WriteString("#!/bin/sh\n" + text + "\n")
		err = errors.Join(err, program.Chmod(0o755), program.Close())
	}
	judgetest.Check(t, err)
	return program.Name()
}
