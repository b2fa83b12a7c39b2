package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
)

// watcher is a judge that watches, at a terminal of 80 columns and 24 lines.
type watcher struct {
	t        *testing.T
	dir      string
	cmd      *exec.Cmd
	terminal *os.File // the user's side
	program  *os.File // the same terminal, as the judge has it
	changed  sync.Cond
	seen     strings.Builder
	read     int // how much of it was looked at
	ended    bool
}

func startWatcher(t *testing.T, args ...string) *watcher {
	w := &watcher{t: t, dir: t.TempDir()}
	judgetest.Check(t, os.CopyFS(w.dir, os.DirFS("testdata/checkout")))
	w.start(args...)
	return w
}

func (w *watcher) start(args ...string) {
	t := w.t
	w.changed.L = new(sync.Mutex)
	w.program, w.terminal = judgetest.Terminal(t, 80)
	w.cmd = exec.Command("judge", append([]string{"watch"}, args...)...)
	w.cmd.Dir, w.cmd.Env = w.dir, append(os.Environ(), "NO_COLOR=1")
	w.cmd.Stdin, w.cmd.Stdout, w.cmd.Stderr = w.program, w.program, w.program
	w.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	judgetest.Check(t, w.cmd.Start())
	t.Cleanup(func() { w.cmd.Process.Kill() })
	go w.look()
}

// look reads what the terminal shows.
func (w *watcher) look() {
	part := make([]byte, 1<<12)
	for {
		n, err := w.terminal.Read(part)
		w.changed.L.Lock()
		w.seen.Write(part[:n])
		w.ended = err != nil
		w.changed.Broadcast()
		w.changed.L.Unlock()
		if err != nil {
			return
		}
	}
}

// waits returns what is shown up to some text.
func (w *watcher) waits(text string) string {
	w.t.Helper()
	timeout := time.AfterFunc(3*time.Minute, func() {
		w.changed.L.Lock()
		defer w.changed.L.Unlock()
		w.ended = true
		w.changed.Broadcast()
	})
	defer timeout.Stop()
	w.changed.L.Lock()
	defer w.changed.L.Unlock()
	for {
		fresh := w.seen.String()[w.read:]
		if at := strings.Index(fresh, text); at >= 0 {
			w.read += at + len(text)
			return fresh[:at+len(text)]
		}
		if w.ended {
			w.t.Fatalf("no %q is shown:\n%s", text, w.seen.String())
		}
		w.changed.Wait()
	}
}

func (w *watcher) save(program string) {
	judgetest.Write(w.t, filepath.Join(w.dir, "solutions/double/plus/main.go"), program)
}

func (w *watcher) press(key byte) {
	_, err := w.terminal.Write([]byte{key})
	judgetest.Check(w.t, err)
}

func (w *watcher) settings() unix.Termios {
	settings, err := unix.IoctlGetTermios(int(w.program.Fd()), unix.TCGETS)
	judgetest.Check(w.t, err)
	return *settings
}

// status waits for the end, and returns the exit status.
func (w *watcher) status() int {
	err := w.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	return w.cmd.ProcessState.ExitCode()
}

const (
	waiting = "q quit\r\n"
	wrong   = "package main\n\nfunc main() { println(\"oh\") }\n"
	forever = "package main\n\nfunc main() {\n\tfor {\n\t}\n}\n"
)

// TestWatch plays a session: a mistake, an endless loop that is fixed while it runs, and the keys.
func TestWatch(t *testing.T) {
	w := startWatcher(t, "--time-limit", "300", "double/plus")
	before := w.settings()
	right := judgetest.Read(t, filepath.Join(w.dir, "solutions/double/plus/main.go"))
	if shown := w.waits(waiting); !strings.Contains(shown, "all watched programs\r\n") ||
		!strings.Contains(shown, "double/plus") || strings.Contains(shown, "\x1b") { // NO_COLOR
		t.Errorf("at first: %q", shown)
	}
	if during := w.settings(); during.Lflag&(unix.ECHO|unix.ICANON) != 0 || during.Lflag&unix.ISIG == 0 {
		t.Errorf("keys are shown, come in lines, or cannot interrupt: %#x", during.Lflag)
	}
	w.save(wrong)
	w.waits("main.go was saved\r\n")
	if shown := w.waits(waiting); !strings.Contains(shown, "sample/1: WA") ||
		!strings.Contains(shown, "1 unexpected") || strings.Count(shown, "DONE") != 1 {
		t.Errorf("a mistake: %q", shown)
	}
	w.save(wrong + "\n")
	w.waits("main.go was saved\r\n")
	if shown := w.waits(waiting); strings.Count(shown, "sample/1: WA") != 1 || strings.Count(shown, "DONE") != 1 {
		t.Errorf("a save that fails again is not judged once: %q", shown)
	}
	w.press('f')
	if shown := w.waits(waiting); !strings.Contains(shown, "what failed\r\n") || !strings.Contains(shown, "WA    0/4") {
		t.Errorf("f: %q", shown)
	}
	w.press('s')
	if shown := w.waits(waiting); !strings.Contains(shown, "testdata/double/sample/1.in\r\n") ||
		!strings.Contains(shown, "1  oh") {
		t.Errorf("s: %q", shown)
	}
	w.save(forever)
	w.waits("main.go was saved\r\n")
	w.save(right) // five minutes before the program would be stopped
	w.waits("main.go was saved\r\n")
	if shown := w.waits(waiting); !strings.Contains(shown, "AC    4/4") || strings.Contains(shown, "INTERRUPTED") ||
		strings.Contains(shown, "TLE") {
		t.Errorf("fixed: %q", shown)
	}
	w.press('?') // no key
	w.press('f')
	if shown := w.waits(waiting); !strings.Contains(shown, "nothing failed the last time") {
		t.Errorf("f, when nothing failed: %q", shown)
	}
	w.press('a')
	if shown := w.waits(waiting); !strings.Contains(shown, "4 tests") {
		t.Errorf("a: %q", shown)
	}
	w.press('q')
	if status := w.status(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	if after := w.settings(); after != before {
		t.Errorf("the terminal is left as %+v, and was %+v", after, before)
	}
}

// TestWatchIncluded: a program is judged again when a module in a folder below it is saved.
func TestWatchIncluded(t *testing.T) {
	judgetest.Need(t, "python3")
	w := &watcher{t: t, dir: t.TempDir()}
	for name, text := range map[string]string{"a.py": "from lib import one", "lib/one.py": "print(1)", "1.in": "",
		"1.ans": "1"} {
		judgetest.Write(t, filepath.Join(w.dir, name), text+"\n")
	}
	w.start("a.py")
	if shown := w.waits(waiting); !strings.Contains(shown, "AC    1/1") {
		t.Errorf("at first: %q", shown)
	}
	judgetest.Write(t, filepath.Join(w.dir, "lib/one.py"), "print(2)\n")
	w.waits("one.py was saved\r\n")
	if shown := w.waits(waiting); !strings.Contains(shown, "WA    0/1") {
		t.Errorf("a mistake: %q", shown)
	}
}

// TestWatchStranger: a program that is judged on a problem, but not part of it, is watched beside the problem.
func TestWatchStranger(t *testing.T) {
	judgetest.Need(t, "python3")
	w := &watcher{t: t, dir: t.TempDir()}
	judgetest.Check(t, os.CopyFS(w.dir, os.DirFS("testdata/checkout")))
	write := func(name, text string) { judgetest.Write(t, filepath.Join(w.dir, name), text+"\n") }
	write("home/lib/twice.py", "def twice(n): return 2 * n")
	write("home/a.py", "from lib.twice import twice\nimport sys\nfor n in sys.stdin: print(twice(int(n)))")
	w.start("double", "home/a.py")
	if shown := w.waits(waiting); !strings.Contains(shown, "double/a.py  AC    4/4") {
		t.Errorf("at first: %q", shown)
	}
	write("home/notes.md", "no part of it")
	write("home/lib/twice.py", "def twice(n): return n")
	w.waits("twice.py was saved\r\n")
	if shown := w.waits(waiting); !strings.Contains(shown, "WA ") || !strings.Contains(shown, "    expected ") {
		t.Errorf("a mistake: %q", shown)
	}
	write("testdata/double/sample/1.ans", "2")
	w.waits("1.ans was saved\r\n")
	w.waits(waiting)
	w.press('t')
	w.waits("judge stress double home/a.py\r\n")
	w.waits(waiting)
	w.press('q')
	if status := w.status(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
}

// TestWatchFile plays a session outside a checkout: a mistake, the programs that decide, and the keys.
func TestWatchFile(t *testing.T) {
	w := &watcher{t: t, dir: t.TempDir()}
	write := func(name, text string) { judgetest.Write(t, filepath.Join(w.dir, name), text) }
	const sum = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n" +
		"\tfmt.Println(a + b)\n}\n"
	write("a.go", sum)
	write("1.in", "1 2\n")
	write("1.ans", "3\n")
	write("tests/2.in", "3 4\n")
	write("tests/2.ans", "7\n")
	write("3.in", "5 6\n")
	w.start("a.go")
	if shown := w.waits(waiting); !strings.Contains(shown, "AC    2/2") || !strings.Contains(shown,
		"note: 3.in has no answer, and is left out") {
		t.Errorf("at first: %q", shown)
	}
	write("out.bin", "what a program writes is not part of the problem")
	write("a.go", strings.Replace(sum, "a + b)", "a + 2)", 1))
	if shown := w.waits("was saved\r\n"); strings.Contains(shown, "out.bin") {
		t.Errorf("a round for no part of the problem: %q", shown)
	}
	if shown := w.waits(waiting); !strings.Contains(shown, "WA    1/2") || !strings.Contains(shown, "tests/2: WA") {
		t.Errorf("a mistake: %q", shown)
	}
	w.press('s')
	if shown := w.waits(waiting); !strings.Contains(shown, "1  3 4") || !strings.Contains(shown, "1  5") {
		t.Errorf("s: %q", shown)
	}
	w.press('t')
	if shown := w.waits(waiting); !strings.Contains(shown, "there is no correct program") {
		t.Errorf("t, without a brute force: %q", shown)
	}
	write("gen.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(os.Args[1], 5) }\n")
	w.waits("gen.go was saved\r\n")
	w.waits(waiting)
	write("brute.go", sum)
	w.waits("brute.go was saved\r\n")
	if shown := w.waits(waiting); !strings.Contains(shown, "WA    1/3") || strings.Contains(shown, "has no answer") {
		t.Errorf("a brute force that makes an answer: %q", shown)
	}
	w.press('t')
	w.waits("judge stress a.go\r\n")
	if shown := w.waits(waiting); !strings.Contains(shown, "brute.go") || !strings.Contains(shown, "WA") {
		t.Errorf("t: %q", shown)
	}
	write("checker.go", "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(43) }\n")
	w.waits("checker.go was saved\r\n")
	if shown := w.waits(waiting); !strings.Contains(shown, "WA    0/3") {
		t.Errorf("a checker: %q", shown)
	}
	judgetest.Check(t, os.Remove(filepath.Join(w.dir, "checker.go")))
	w.waits("checker.go was removed\r\n")
	w.waits(waiting)
	judgetest.Check(t, os.Remove(filepath.Join(w.dir, "1.ans")))
	w.waits("1.ans was removed\r\n")
	w.waits(waiting)
	write("interactor.go", "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(43) }\n")
	w.waits("interactor.go was saved\r\n")
	w.waits(waiting)
	w.press('s')
	if shown := w.waits(waiting); !strings.Contains(shown, "1.in\r\n") || strings.Contains(shown, "empty.ans") {
		t.Errorf("s, without an answer: %q", shown)
	}
	w.press('q')
	if status := w.status(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
}

// TestWatchRandom: a key starts a command with the defaults of config.yaml, as a command line does.
func TestWatchRandom(t *testing.T) {
	var stderr strings.Builder
	a := newApp(io.Discard, &stderr)
	a.config.Jobs = 1000
	w := watching{app: a}
	w.random(t.Context(), []string{"stress", "double", "plus"})
	if !strings.Contains(stderr.String(), "-j 1000: give a number") {
		t.Error(stderr.String())
	}
}

// TestWatchStress: random tests get the flags of judge watch that judge stress has, too. A save while they begin
// changes nothing that they read, as the race detector confirms.
func TestWatchStress(t *testing.T) {
	t.Chdir("testdata/checkout")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stdout strings.Builder
	a := newApp(&stdout, io.Discard)
	cmd := newWatchCommand(a)
	judgetest.Check(t, cmd.ParseFlags([]string{"--time-limit", "1500ms", "-j", "3", "--eps", "1e-6", "--first"}))
	w := &watching{app: a, given: cmd.Flags(), flags: watchFlags{jobs: 1}, args: []string{"double:nosuch"},
		picked: &pick.Picked{Roots: problem.Tree(".")}, names: []string{"double"}, latest: "double/plus"}
	keys, saved := make(chan byte), make(chan []string)
	go func() {
		keys <- 't'
		saved <- []string{"solutions/double/times/main.go"}
		keys <- 't'
		cancel()
	}()
	w.loop(ctx, saved, keys, func() {})
	for _, program := range []string{"plus", "times"} {
		want := "judge stress double " + program + " --eps=1e-06 --jobs=3 --time-limit=1.5\n"
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in %q", want, stdout.String())
		}
	}
}

// TestWatchInterrupted: Ctrl-C ends a watcher, even while a program runs, and leaves the terminal as it was.
func TestWatchInterrupted(t *testing.T) {
	w := startWatcher(t, "--time-limit", "300", "double/plus:sample")
	before := w.settings()
	w.waits(waiting)
	w.save(forever)
	w.waits("main.go was saved\r\n")
	w.press(3)
	if status := w.status(); status != statusInterrupted {
		t.Errorf("exit status %d, want %d", status, statusInterrupted)
	}
	if after := w.settings(); after != before {
		t.Errorf("the terminal is left as %+v, and was %+v", after, before)
	}
}

// TestWatchWithoutTerminal: without a terminal, there are no keys and nothing is cleared. In a program's folder, that
// program is watched.
func TestWatchWithoutTerminal(t *testing.T) {
	dir := t.TempDir()
	judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
	cmd := exec.Command("judge", "watch")
	cmd.Dir = filepath.Join(dir, "solutions/double/plus")
	out, err := cmd.StdoutPipe()
	judgetest.Check(t, err)
	judgetest.Check(t, cmd.Start())
	defer cmd.Process.Kill()
	var shown strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		shown.WriteString(lines.Text() + "\n")
		if lines.Text() == "waiting for a save" {
			judgetest.Check(t, cmd.Process.Signal(os.Interrupt))
		}
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != statusInterrupted || !strings.Contains(shown.String(),
		"DONE 1 submission, 4 tests") || strings.Contains(shown.String(), "\x1b") {
		t.Errorf("exit status %d: %q", status, shown.String())
	}
}
