package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
)

// pictures are those of the papers, and the commands whose output they show.
var pictures = map[string]struct {
	paper, command string
	folder         string // below testdata/pictures, of a command that is not run in a copy of the checkout
	status         int
}{
	"test":    {paper: "README.md", command: "judge test a.cpp", folder: "product", status: 1},
	"run":     {paper: "README.md", command: "judge run '*/dlx' '*/bits' hdu5046/wrong_answer"},
	"wrong":   {paper: "problems/README.md", command: "judge run -v hdu5046/wrong_answer/int32:secret/extreme/01"},
	"compare": {paper: "bench/README.md", command: "judge compare poj3074 --from bench/charts/poj3074.txt"},
}

// TestPictures runs the commands on a terminal and compares what they print with the pictures, but for figures of the
// machine. make pictures draws them anew.
func TestPictures(t *testing.T) {
	judgetest.Long(t, "it judges what the pictures show")
	root, err := filepath.Abs("..")
	judgetest.Check(t, err)
	copied := t.TempDir()
	copyOurs(t, root, copied)
	for name, shown := range pictures {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", "pictures", name+".svg")
			if !strings.Contains(judgetest.Read(t, filepath.Join("..", shown.paper)), "judge/"+path+")") {
				t.Errorf("%s does not show %s", shown.paper, path)
			}
			command, dir := shown.command, copied
			if shown.folder != "" {
				judgetest.Need(t, "g++")
				dir = filepath.Join(t.TempDir(), shown.folder)
				judgetest.Check(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "pictures", shown.folder))))
			}
			printed := onTerminal(t, dir, command, shown.status)
			if *judgetest.Update {
				var svg bytes.Buffer
				judgetest.Check(t, drawSVG(&svg, command, printed))
				judgetest.Check(t, os.MkdirAll(filepath.Dir(path), 0o755))
				judgetest.Write(t, path, svg.String())
			}
			drawn, text, err := textOfSVG([]byte(judgetest.Read(t, path)))
			judgetest.Check(t, err)
			plain := regexp.MustCompile("\x1b\\[[0-9]+m|\r").ReplaceAllString(printed, "")
			if diff := cmp.Diff(masked(text), masked(plain)); diff != "" || drawn != command {
				t.Errorf("%s shows another output of $ %s; draw it with: make pictures (-%[1]s +now)\n%[3]s", path,
					command, diff)
			}
		})
	}
}

// onTerminal is what a command prints on a terminal of its own before it ends with the status.
func onTerminal(t *testing.T, dir, command string, status int) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("needs a pseudo-terminal, of devpts mounted at /dev/pts: ", err)
	}
	defer master.Close()
	var number int
	err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	if err == nil {
		number, err = unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	}
	if err != nil {
		t.Skip("needs a pseudo-terminal, of devpts mounted at /dev/pts: ", err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("needs a pseudo-terminal, of devpts mounted at /dev/pts: ", err)
	}
	shell := exec.Command("sh", "-c", command)
	shell.Dir, shell.Stdout = dir, terminal
	shell.Env = append(os.Environ(), "NO_COLOR=", "GITHUB_ACTIONS=")
	var stderr bytes.Buffer
	shell.Stderr = &stderr
	read := make(chan []byte)
	go func() {
		text, _ := io.ReadAll(master) // ends with an error when the last one closes the terminal
		read <- text
	}()
	err = shell.Run()
	terminal.Close()
	text := <-read
	if shell.ProcessState == nil || shell.ProcessState.ExitCode() != status {
		t.Fatalf("$ %s\n%s%s%v, want exit status %d", command, text, stderr.String(), err, status)
	}
	return string(text)
}
