package compile

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// counted answers like a contained toolchain, and counts how often it is asked.
type counted struct {
	sandbox.Sandbox
	runs   int
	result sandbox.Result
}

func (c *counted) Run(context.Context, sandbox.Task) (sandbox.Result, error) {
	c.runs++
	return c.result, nil
}

// What a toolchain has answered is asked again only when something of it has changed, and only what went well is kept.
func TestAnswersKept(t *testing.T) {
	dir := t.TempDir()
	compiler, library := filepath.Join(dir, "bin", "cc"), filepath.Join(dir, "lib", "cc1")
	judgetest.Write(t, compiler, "1")
	judgetest.Write(t, library, "1")
	link := filepath.Join(dir, "g++")
	judgetest.Check(t, os.Symlink(compiler, link))
	cache, err := OpenCache(t.TempDir(), sandbox.Uncontained())
	judgetest.Check(t, err)
	folder, err := cache.Folder("answers")
	judgetest.Check(t, err)
	box := &counted{result: sandbox.Result{Said: sandbox.Said{First: []byte("cc 1\n")}, End: sandbox.Exited}}
	task := sandbox.Task{Program: link, Args: []string{"--version"}, Reads: []string{filepath.Dir(library)}}
	asked := func(what string, want bool) {
		t.Helper()
		before := box.runs
		result, err := openAnswers(box, folder).Run(t.Context(), task)
		if err != nil || result.End != box.result.End || result.Said.Head() != box.result.Said.Head() {
			t.Errorf("%s: %+v, %v", what, result, err)
		}
		if (box.runs > before) != want {
			t.Errorf("%s: asked is %v, want %v", what, !want, want)
		}
	}
	asked("first", true)
	asked("again", false)
	task.Args = []string{"--version", "-v"}
	asked("another question", true)
	task.Env = []string{"LC_ALL=C"}
	asked("another environment", true)
	judgetest.Check(t, os.Remove(compiler))
	judgetest.Write(t, compiler, "2")
	asked("another compiler behind the link", true)
	asked("again", false)
	judgetest.Write(t, filepath.Join(dir, "lib", "cc1.new"), "2")
	asked("a file in a folder that it reads", true)
	asked("again", false)
	task.Args = []string{"-std=c++99"}
	box.result.ExitCode = 1
	box.result.Said.First = []byte("cc: error: cannot execute 'cc1': out of memory\n")
	asked("a failure of the machine", true)
	asked("it is not kept", true)
	box.result.Said.First = []byte("cc: error: unrecognized option '-std=c++99'\n")
	asked("an option that it does not know", true)
	asked("that is kept", false)
	result, err := openAnswers(box, folder).Run(t.Context(), task)
	judgetest.Check(t, err)
	if result.ExitCode == 0 || !refuses(result, task.Args) {
		t.Errorf("the refusal is kept as %+v", result)
	}
	task.Args = []string{"-std=c++98"}
	box.result = sandbox.Result{End: sandbox.StoppedMemory}
	asked("a failure", true)
	asked("a failure is not kept", true)
}

// An uncontained toolchain may have answered from files of its user, of which the key knows nothing.
func TestAnswersOfTheUncontained(t *testing.T) {
	box, err := sandbox.Open(sandbox.Options{Backend: "portable", Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	cache, err := OpenCache(t.TempDir(), box)
	judgetest.Check(t, err)
	if _, kept := cache.asks().(answers); kept {
		t.Error("they are kept")
	}
}

// The second judge of a machine asks no toolchain.
func TestNoQuestions(t *testing.T) {
	judgetest.Need(t, "g++")
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil || sandbox.Warning(box) != "" {
		t.Skipf("needs a sandbox that contains programs: %v", err)
	}
	defer box.Close()
	dir := t.TempDir()
	language, _ := byName("cpp")
	var first Toolchain
	for i := range 2 {
		cache, err := OpenCache(dir, box)
		judgetest.Check(t, err)
		kept, is := cache.asks().(answers)
		if !is {
			t.Fatal("nothing is kept")
		}
		runs := &counting{Sandbox: box}
		kept.Executor = runs
		cache.asker = kept
		tools, err := cache.Toolchain(t.Context(), language, Submission)
		judgetest.Check(t, err)
		switch {
		case i == 0:
			first = tools
		case runs.runs > 0:
			t.Errorf("%d questions were asked again", runs.runs)
		case tools.version != first.version || tools.newest != first.newest || tools.version == "":
			t.Errorf("%+v, want %+v", tools, first)
		}
	}
}

// counting counts the programs that are run.
type counting struct {
	sandbox.Sandbox
	runs int
}

func (c *counting) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	c.runs++
	return c.Sandbox.Run(ctx, task)
}
