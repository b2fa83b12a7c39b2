//go:build linux

package contain

import (
	"cmp"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/cgroup"
	"dlxjudge/judge/execute/sandbox/procfs"
)

const java = "/usr/bin/java"

// figured are programs of known work in eight languages, with threads and children. Each prints "done".
var figured = []struct {
	file    string
	compile []string // with SOURCE, FOLDER and TARGET, a file there; nil for an interpreted language
	run     []string // with FOLDER and TARGET
	short   bool     // it is in the short tier
}{
	{"threads.c", []string{"gcc", "-O1", "-pthread", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}, true},
	{"children.c", []string{"gcc", "-O1", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}, false},
	{"threads.cpp", []string{"g++", "-O1", "-pthread", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}, false},
	{"goroutines.go", []string{"go", "build", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}, true},
	{"children.go", []string{"go", "build", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}, false},
	{"threads.rs", []string{"rustc", "-O", "-o", "TARGET", "SOURCE"}, []string{"TARGET"}, false},
	{"threads.py", nil, []string{"/usr/bin/python3", "FOLDER/threads.py"}, false},
	{"children.py", nil, []string{"/usr/bin/python3", "FOLDER/children.py"}, false},
	{"Line.java", []string{"javac", "-d", "FOLDER", "SOURCE"}, []string{java, "-cp", "FOLDER", "Line"}, false},
	{"Pool.java", []string{"javac", "-d", "FOLDER", "SOURCE"}, []string{java, "-cp", "FOLDER", "Pool"}, false},
	{"workers.js", nil, []string{"/usr/bin/node", "FOLDER/workers.js"}, false},
	{"both.rb", nil, []string{"/usr/bin/ruby", "FOLDER/both.rb"}, false},
}

// The measured CPU time of a program equals what a cgroup around the judge counts for the same run, minus the judge's
// own. This holds at each level, for root and nobody, under any load.
func TestFigures(t *testing.T) {
	if cgroup := os.Getenv("DLXJUDGE_FIGURES_CGROUP"); cgroup != "" {
		io.Copy(io.Discard, os.Stdin) // until this process is in the cgroup
		figuresIn(t, cgroup, os.Getenv("DLXJUDGE_FIGURES"))
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root, to make a cgroup that counts the same runs")
	}
	cgroup, inside := countingCgroup(t)
	folder := publicDir(t)
	few := judgetest.Shortened(t, "the slower programs")
	for _, p := range figured {
		if few && !p.short {
			continue
		}
		source, err := filepath.Abs(filepath.Join("../testdata/figures", p.file))
		judgetest.Check(t, err)
		if p.compile == nil {
			judgetest.Check(t, copyFile(filepath.Join(folder, p.file), source))
			continue
		}
		fill := strings.NewReplacer("SOURCE", source, "FOLDER", folder, "TARGET", filepath.Join(folder, p.file+".out"))
		var words []string
		for _, word := range p.compile {
			words = append(words, fill.Replace(word))
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			continue // its rows are skipped
		}
		if text, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	binary := filepath.Join(folder, "sandbox.test")
	judgetest.Check(t, copyFile(binary, "/proc/self/exe"))
	for _, user := range []int{0, 65534} {
		home := publicDir(t)
		judgetest.Check(t, os.Chown(home, user, user))
		short := "-test.short=" + strconv.FormatBool(testing.Short())
		command := exec.Command(binary, "-test.run=^TestFigures$", "-test.v", short)
		command.Dir = "/"
		command.Env = []string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home,
			"DLXJUDGE_FIGURES=" + folder, "DLXJUDGE_FIGURES_CGROUP=" + cgroup,
			"DLXJUDGE_SLOWDOWN=" + os.Getenv("DLXJUDGE_SLOWDOWN"),
		}
		credential := &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}
		command.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
		stdin, err := command.StdinPipe()
		judgetest.Check(t, err)
		var output strings.Builder
		command.Stdout, command.Stderr = &output, &output
		judgetest.Check(t, command.Start())
		err = os.WriteFile(filepath.Join(inside, "cgroup.procs"), []byte(strconv.Itoa(command.Process.Pid)), 0)
		stdin.Close()
		if waited := command.Wait(); waited != nil || err != nil {
			t.Errorf("as user %d: %v, %v\n%s", user, err, waited, output.String())
		}
	}
}

// figuresIn runs the programs at each level that this user has. This process is in the cgroup too.
func figuresIn(t *testing.T, cgroup, folder string) {
	levels := []string{"namespaces as root and cgroups", "namespaces as root", "namespaces without root", "Landlock"}
	if os.Geteuid() != 0 {
		levels = levels[2:]
	}
	for _, level := range levels {
		t.Run(level, func(t *testing.T) {
			box := OpenAt(t, level)
			worker := WorkerOf(t, box).(*Worker) // the only one with a helper, which the cgroup counts too
			worker.show([]string{folder})        // which starts another helper
			judgetest.Check(t, worker.start(t.Context()))
			for _, p := range figured {
				t.Run(p.file, func(t *testing.T) {
					if !p.short {
						judgetest.Long(t, "one program in C and one in Go are in the short tier")
					}
					fill := strings.NewReplacer("FOLDER", folder, "TARGET", filepath.Join(folder, p.file+".out"))
					var words []string
					for _, word := range p.run {
						words = append(words, fill.Replace(word))
					}
					if _, err := os.Stat(words[0]); err != nil {
						t.Skipf("needs this language: %v", err)
					}
					program := sandbox.Program{Path: words[0], Args: words[1:], Reads: []string{folder}}
					task := program.Task(sandbox.Submission, sandbox.Limits{
						CPU: time.Minute, Wall: 10 * time.Minute, Memory: 1 << 30, Output: 1 << 20, Processes: 256,
					})
					task.Input, task.Output = os.DevNull, filepath.Join(publicDir(t), "out")
					before := programsIn(t, cgroup, worker)
					result, err := worker.Run(t.Context(), task)
					judgetest.Check(t, err)
					counted := programsIn(t, cgroup, worker) - before
					if text := judgetest.Read(t, task.Output); text != "done\n" || endOf(result) != "exited 0" {
						t.Fatalf("it printed %q; %+v", text, result)
					}
					if (result.CPU - counted).Abs() > max(counted/50, 5*time.Millisecond*slowdown()) {
						t.Errorf("its CPU time is measured as %v, and a cgroup counts %v", result.CPU, counted)
					}
				})
			}
		})
	}
}

// programsIn returns the CPU time of the cgroup without this process and the helper. It reads their own clocks first,
// which makes the kernel update their counts.
func programsIn(t *testing.T, dir string, worker *Worker) time.Duration {
	own, _ := procfs.CPU(os.Getpid())
	helper, ok := procfs.CPU(worker.process.Process.Pid)
	if !ok {
		t.Fatal("the helper is gone")
	}
	for name, unit := range map[string]time.Duration{"cpuacct.usage": time.Nanosecond, "cpu.stat": time.Microsecond} {
		text, _ := os.ReadFile(filepath.Join(dir, name))
		if count, err := strconv.ParseInt(strings.TrimPrefix(strings.SplitN(string(text), "\n", 2)[0],
			"usage_usec "), 10,
			64); err == nil {
			return time.Duration(count)*unit - own - helper
		}
	}
	t.Fatalf("%s counts no CPU time", dir)
	return 0
}

// countingCgroup makes a cgroup that counts CPU time, below that of this process, and another one inside it for the
// counted process. In version 2, only a cgroup that enables no controllers for its children can hold processes.
func countingCgroup(t *testing.T) (dir, inside string) {
	c, reasons := cgroup.Make(t.Context(), false)
	t.Cleanup(c.Remove)
	if dir = cmp.Or(c.CPU, c.Unified); dir == "" {
		t.Skipf("needs a cgroup that counts CPU time: %v", reasons)
	}
	inside = filepath.Join(dir, "inside")
	judgetest.Check(t, os.Mkdir(inside, 0o755))
	judgetest.Check(t, os.Chmod(dir, 0o755)) // the test runs again as nobody
	return dir, inside
}
