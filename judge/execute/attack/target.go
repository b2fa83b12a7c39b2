package attack

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// target is what the attacks are aimed at. All of it is made for them, but for /etc/shadow and the home folder, which
// they only try to read.
type target struct {
	folder, file string // that every user may write to, so that only the sandbox keeps a program from them
	outside      string // a path in the system's temporary folder, where no file is
	home         string // the user's
	token        string // the text of the file
	mark         string // an argument of every attack, to find what it left running by
	port         int    // that this process listens on; 0 for none

	listener net.Listener
	echo     *exec.Cmd // a process of this user that sends back what it is sent
	ask      io.WriteCloser
	answers  *bufio.Reader
}

func newTarget(folder string) (*target, error) {
	t := &target{folder: folder, file: filepath.Join(folder, "other.ans"), token: rand.Text(),
		mark: "dlxjudge-attack-" + rand.Text()}
	t.outside = filepath.Join(os.TempDir(), t.mark)
	t.home, _ = os.UserHomeDir()
	if listener, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.listener, t.port = listener, listener.Addr().(*net.TCPAddr).Port
	}
	if err := t.restore(); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// restore makes good what an attack has done.
func (t *target) restore() error {
	err := errors.Join(os.RemoveAll(t.folder), os.RemoveAll(t.outside), os.Mkdir(t.folder, 0o777),
		os.Chmod(t.folder, 0o777),
		os.WriteFile(t.file, []byte(t.token), 0o666), os.Chmod(t.file, 0o666))
	if err != nil || t.alive() {
		return err
	}
	t.stop()
	t.echo = exec.Command("/bin/sh", "-c", `while read -r line; do echo "$line"; done`)
	if t.ask, err = t.echo.StdinPipe(); err != nil {
		return err
	}
	answers, err := t.echo.StdoutPipe()
	if err != nil {
		return err
	}
	t.answers = bufio.NewReader(answers)
	return t.echo.Start()
}

func (t *target) process() int { return t.echo.Process.Pid }

// alive asks the process: one that is dead may not be known to be yet.
func (t *target) alive() bool {
	if t.echo == nil || t.echo.Process == nil {
		return false
	}
	fmt.Fprintln(t.ask, t.mark)
	answer, err := t.answers.ReadString('\n')
	return err == nil && answer == t.mark+"\n"
}

func (t *target) stop() {
	if t.echo != nil && t.echo.Process != nil {
		t.ask.Close()
		t.echo.Process.Kill()
		t.echo.Wait()
	}
}

func (t *target) close() {
	if t.listener != nil {
		t.listener.Close()
	}
	t.stop()
	os.RemoveAll(t.folder)
	os.RemoveAll(t.outside)
}

// missing says why an attack cannot be tried, or "".
func (t *target) missing(a attack, promised bool) string {
	switch a.needs {
	case needsShadow:
		if _, err := os.Stat("/etc/shadow"); err != nil {
			return "there is no /etc/shadow"
		}
	case needsHome:
		info, err := os.Stat(t.home)
		if err != nil {
			return "the user has no home folder"
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() || t.home == "/" {
			return t.home + " is not the user's alone"
		}
	case needsProcfs:
		if runtime.GOOS != "linux" {
			return "only Linux has the files that show processes"
		}
	case needsNetwork:
		if t.listener == nil {
			return "the judge can open no port to connect to"
		}
	case needsLimits:
		if !promised {
			return "nothing here would stop it"
		}
	}
	if a.bash != "" {
		if _, err := os.Stat(a.bash); err != nil {
			return "it needs bash"
		}
	}
	return ""
}

// damage says what an attack has changed, and ends what it left running.
func (t *target) damage() []string {
	var done []string
	text, err := os.ReadFile(t.file)
	if err != nil || string(text) != t.token {
		done = append(done, "it changed a file")
	}
	if info, err := os.Lstat(t.file); err == nil && info.Mode() != 0o666 {
		done = append(done, "it changed the mode of a file")
	}
	if _, err := os.Lstat(filepath.Join(t.folder, "new")); err == nil {
		done = append(done, "it made a file in a folder of the judge")
	}
	if _, err := os.Lstat(t.outside); err == nil {
		done = append(done, "it made a file in "+filepath.Dir(t.outside))
	}
	if !t.alive() {
		done = append(done, "it killed the process")
	}
	if left := t.left(); len(left) > 0 {
		done = append(done, "its process was still running")
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return done
}

// left are the processes with the mark in their arguments.
func (t *target) left() (pids []int) {
	if runtime.GOOS == "linux" {
		paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range paths {
			if text, _ := os.ReadFile(path); bytes.Contains(text, []byte(t.mark)) {
				pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
				pids = append(pids, pid)
			}
		}
		return pids
	}
	list, _ := exec.Command("ps", "-A", "-o", "pid=,args=").Output()
	for line := range bytes.Lines(list) {
		if fields := bytes.Fields(line); bytes.Contains(line, []byte(t.mark)) {
			if pid, err := strconv.Atoi(string(fields[0])); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// read returns what an attack has printed, and a line of its own if that is more than twice the limit.
func (t *target) read(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(file, output))
	if info.Size() > 2*output {
		text = append(text, throughLine...)
	}
	return string(text), err
}
