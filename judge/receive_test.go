package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// receiver is a running judge receive, in the working directory.
type receiver struct {
	address string
	stderr  *bufio.Scanner
	stdout  *strings.Builder
	stop    context.CancelFunc
	status  chan int
}

var listeningOn = regexp.MustCompile(`listening on port (\d+)`)

// startReceive runs judge receive with these flags on a free port.
func startReceive(t *testing.T, flags ...string) *receiver {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute) // a line that does not come must not hang the test
	reader, writer := io.Pipe()
	r := &receiver{stderr: bufio.NewScanner(reader), stdout: &strings.Builder{}, stop: stop, status: make(chan int, 1)}
	go func() {
		r.status <- run(ctx, append([]string{"receive", "--port", "0"}, flags...), r.stdout, writer)
		writer.Close()
	}()
	t.Cleanup(func() { stop(); reader.Close() })
	r.address = "http://localhost:" + listeningOn.FindStringSubmatch(r.waitFor(t, "listening on"))[1]
	return r
}

// waitFor reads standard error up to a line that contains the text.
func (r *receiver) waitFor(t *testing.T, text string) string {
	t.Helper()
	var lines []string
	for r.stderr.Scan() {
		if lines = append(lines, r.stderr.Text()); strings.Contains(r.stderr.Text(), text) {
			return r.stderr.Text()
		}
	}
	t.Fatalf("it ended without saying %q:\n%s", text, strings.Join(lines, "\n"))
	return ""
}

// ends reads the rest of standard error, and returns it with the exit status.
func (r *receiver) ends() (status int, stderr string) {
	for r.stderr.Scan() {
		stderr += r.stderr.Text() + "\n"
	}
	return <-r.status, stderr
}

// post posts a recorded form and returns the status of the answer.
func (r *receiver) post(t *testing.T, form, origin string) int {
	t.Helper()
	return r.postText(t, judgetest.Read(t, filepath.Join(fixtures, form+".json")), origin)
}

func (r *receiver) postText(t *testing.T, body, origin string) int {
	t.Helper()
	message, err := http.NewRequestWithContext(t.Context(), "POST", r.address, strings.NewReader(body))
	judgetest.Check(t, err)
	message.Header.Set("Content-Type", "application/json")
	message.Header.Set("Origin", origin)
	answer, err := http.DefaultClient.Do(message)
	judgetest.Check(t, err)
	answer.Body.Close()
	return answer.StatusCode
}

// fixtures are the recorded forms of package receive.
var fixtures = func() string { path, _ := filepath.Abs("author/receive/testdata"); return path }()

const anExtension = "chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl"

// TestReceive: judge test accepts the received folders, with the page's limits. Existing files are kept.
func TestReceive(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	r := startReceive(t)
	for _, step := range []struct{ form, says string }{
		{"poj-sudoku", "write poj3074/a.cpp, and judge it with: judge test poj3074"},
		{"codeforces-first", "judge it with: judge test"},
		{"codeforces-second", "judge it with: judge test"},
		{"interactive", "note: 101021_1: the problem is interactive"},
		{"hostile", "judge it with: judge test etcpasswd31m"},
		{"unset", "judge it with: judge test kattisecho"},
	} {
		r.post(t, step.form, anExtension)
		r.waitFor(t, step.says)
	}
	if status := r.post(t, "chinese", "https://evil.example"); status != 403 {
		t.Errorf("a page: status %d", status)
	}
	r.waitFor(t, "refused: POST from https://evil.example: a browser extension or a program may send problems")
	judgetest.Write(t, "poj3074/a.go", "package main\n\nfunc main() { println(1) }\n")
	judgetest.Write(t, "poj3074/1.ans", "edited\n")
	r.stop()
	if status, stderr := r.ends(); status != 0 {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	r = startReceive(t, "--once")
	r.post(t, "poj-sudoku", anExtension)
	if status, stderr := r.ends(); status != 0 || !strings.Contains(stderr, "already exists as poj3074, which is not") {
		t.Errorf("again: exit status %d\n%s", status, stderr)
	}
	if got := judgetest.Read(t, "poj3074/1.ans"); got != "edited\n" {
		t.Errorf("an answer that was edited: %q", got)
	}
	names, err := filepath.Glob("*")
	judgetest.Check(t, err)
	if got, want := strings.Join(names, " "), "101021_1 1_a 1_b etcpasswd31m kattisecho poj3074"; got != want {
		t.Errorf("folders %s, want %s", got, want)
	}
	var stdout, stderr strings.Builder
	run(t.Context(), []string{"test", "poj3074", "--json", "-"}, &stdout, &stderr)
	if !strings.Contains(stdout.String(), `"time_seconds": 1,`) || !strings.Contains(stdout.String(),
		`"memory_bytes": 67108864`) {
		t.Errorf("the limit of the page does not count: %s%s", &stdout, &stderr)
	}
	judgetest.Need(t, "g++") // for the interactor
	judgetest.Write(t, "101021_1/a.go", "package main\n\nfunc main() { println(1) }\n")
	stdout.Reset()
	if status := run(t.Context(), []string{"test", "101021_1"}, &stdout, &stderr); status != 2 ||
		!strings.Contains(stderr.String(), "interactor.cpp is still a skeleton") {
		t.Errorf("a skeleton that decides: exit status %d: %s%s", status, &stdout, &stderr)
	}
}

// TestReceiveLayouts: a contest of six problems with equal samples, in three layouts. Each problem has a source from a
// template, which judge test accepts.
func TestReceiveLayouts(t *testing.T) {
	t.Setenv("CI", "")
	for name, c := range map[string]struct{ settings, argument string }{
		"usual": {"", "1_%s"},
		"folders": {"folder: '{judge}/{contest}/{letter}'\nfile: '{judge}/{contest}/{letter}/main.go'\n",
			"codeforces/1/%s"},
		"files":     {"folder: '{id}/'\nfile: '{id}.go'\n", "1_%s.go"},
		"elsewhere": {"folder: 'tests/{contest}/{letter}'\nfile: '{id}.go'\n", "--tests tests/1/%s 1_%[1]s.go"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			settings := t.TempDir()
			t.Setenv("XDG_CONFIG_HOME", settings)
			judgetest.Write(t, settings+"/t.go", "package main // {name}\n\nimport \"fmt\"\n\nfunc main() {\n"+
				"\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println(a + b)\n}\n")
			judgetest.Write(t, settings+"/dlxjudge/config.yaml", "template: "+settings+"/t.go\n"+c.settings)
			r := startReceive(t)
			form := judgetest.Read(t, filepath.Join(fixtures, "codeforces-first.json"))
			for _, letter := range []string{"A", "B", "C", "D", "E1", "E2"} {
				other := strings.NewReplacer("problem/A", "problem/"+letter, "A. Sum", letter+". Sum")
				r.postText(t, other.Replace(form), anExtension)
				r.waitFor(t, "judge it with: judge test "+fmt.Sprintf(c.argument, strings.ToLower(letter)))
			}
			r.stop()
			if status, stderr := r.ends(); status != 0 {
				t.Errorf("exit status %d\n%s", status, stderr)
			}
			var stdout, stderr strings.Builder
			status := run(t.Context(), strings.Fields("test "+fmt.Sprintf(c.argument, "e2")), &stdout, &stderr)
			if status != 0 || !strings.Contains(stdout.String(), "1 test") {
				t.Errorf("exit status %d\n%s%s", status, &stdout, &stderr)
			}
		})
	}
}

// TestReceiveUsage: with wrong arguments or a taken port, judge receive fails at once.
func TestReceiveUsage(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	judgetest.Check(t, err)
	defer taken.Close()
	port := fmt.Sprint(taken.Addr().(*net.TCPAddr).Port)
	for args, want := range map[string]string{
		"--port 70000":   "--port 70000: give a port between 1 and 65535, or 0 for any that is free",
		"--port x":       "--port x: ",
		"--port " + port: "cannot listen on port " + port + ": ",
		"--port 0 extra": "judge receive takes no arguments, and \"extra\" is one",
	} {
		t.Chdir(t.TempDir())
		var stdout, stderr strings.Builder
		if status := run(t.Context(), append([]string{"receive"}, strings.Fields(args)...), &stdout,
			&stderr); status != 2 || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit status %d\n%s", args, status, stderr.String())
		}
	}
}
