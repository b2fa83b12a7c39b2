package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dlxjudge/judge/author/loopback"
	"dlxjudge/judge/base/judgetest"
)

// sending writes a program for SPOJ into a new folder, and makes --send listen on a port that is free.
func sending(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	judgetest.Write(t, "judge.yaml", "judge: spoj\nid: TEST\n")
	judgetest.Write(t, "a.go", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar n int\n\tfmt.Scan(&n)\n"+
		"\tfmt.Println(n)\n}\n")
	judgetest.Write(t, "1.in", "1\n")
	judgetest.Write(t, "1.ans", "1\n")
	free, err := loopback.Listen(0)
	judgetest.Check(t, err)
	port, after := sendPort, adviceAfter
	sendPort, adviceAfter = free.Addr().(*net.TCPAddr).Port, 0
	t.Cleanup(func() { sendPort, adviceAfter = port, after })
	free.Close()
}

// TestSend: the checked file goes to the browser, once. Meanwhile, a user without an extension gets advice.
func TestSend(t *testing.T) {
	sending(t)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	reader, writer := io.Pipe()
	var stdout strings.Builder
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"submit", "--send", "--yes", "a.go"}, &stdout, writer)
		writer.Close()
	}()
	var said string
	for lines := bufio.NewScanner(reader); lines.Scan(); {
		said += lines.Text() + "\n"
		if !strings.HasPrefix(lines.Text(), "judge: no browser has asked yet") {
			continue
		}
		address := fmt.Sprintf("ws://localhost:%d/ws/?type=browser&EIO=4&transport=websocket", sendPort)
		c, _, err := websocket.Dial(ctx, address, &websocket.DialOptions{
			HTTPHeader: http.Header{"Origin": {anExtension}, "User-Agent": {"Firefox/1"}}})
		judgetest.Check(t, err)
		defer c.CloseNow()
		for _, want := range []string{"0", "40", `42["status"`, `42["submitRequest"`, "2"} {
			_, packet, err := c.Read(ctx)
			if err != nil || !strings.HasPrefix(string(packet), want) {
				t.Fatalf("got %q, %v; want %q", packet, err, want)
			}
			if want == `42["submitRequest"` && (!strings.Contains(string(packet), "fmt.Scan") ||
				!strings.Contains(string(packet), `"url":"https://vjudge.net/problem/SPOJ-TEST"`)) {
				t.Errorf("%s", packet)
			}
			if reply := map[string]string{"0": "40", "2": "3"}[want]; reply != "" {
				judgetest.Check(t, c.Write(ctx, websocket.MessageText, []byte(reply)))
			}
		}
	}
	if got := <-status; got != 0 || stdout.String() != "sent to Firefox: https://vjudge.net/problem/SPOJ-TEST\n" {
		t.Errorf("status %d, %s%s", got, &stdout, said)
	}
	for _, want := range []string{"accepted on all 1\n", "  address     https://vjudge.net/problem/SPOJ-TEST\n",
		"  language    Go (go 1.12.1), if the page's menu of languages has it", "  size        85 bytes\n",
		"judge: waiting for the browser (CPH-NG Submit) …\n", "no browser has asked yet: install CPH-NG Submit in the browser; " +
			"judge submit --copy --open works", "judge submit --result VERDICT a.go\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
}

// TestSendRefused: nothing is sent if a check fails, if nobody asks, if another program has the port, or if the flags
// make no sense.
func TestSendRefused(t *testing.T) {
	sending(t)
	refused := func(status int, want string, args ...string) {
		t.Helper()
		var stdout, stderr strings.Builder
		got := run(t.Context(), append([]string{"submit"}, args...), &stdout, &stderr)
		if text := strings.Join(strings.Fields(stderr.String()), " "); got != status || !strings.Contains(text, want) ||
			stdout.Len() > 0 {
			t.Errorf("%v: status %d, %s\n%s", args, got, &stdout, text)
		}
	}
	refused(1, "no browser has asked, and nothing was sent: install CPH-NG Submit", "--send", "--yes",
		"--wait", "0.001", "a.go")
	refused(2, "--send asks before it submits, and there is no terminal; add --yes", "--send", "a.go")
	refused(2, "--yes and --wait are for --send", "--yes", "a.go")
	refused(2, "--time and --memory are for --result", "--time", "1", "a.go")
	refused(2, "--result OK: give one of AC PE WA TLE MLE OLE RTE CE", "--result", "OK", "a.go")
	refused(2, "--send, --result, and --copy with --open exclude each other; choose one", "--send", "--copy", "--yes",
		"a.go")
	other, err := loopback.Listen(sendPort)
	judgetest.Check(t, err)
	refused(2, fmt.Sprintf("--send: cannot listen on port %d: ", sendPort), "--send", "--yes", "a.go")
	judgetest.Check(t, other.Close())
	judgetest.Write(t, "1.ans", "2\n")
	refused(1, "a.go is not ready for SPOJ: 1 check of 7 failed", "--send", "--yes", "a.go")
	judgetest.Write(t, "judge.yaml", "judge: kattis\nid: hello\n")
	refused(2, "--send: no extension submits programs in Go to Kattis; without --send, the file", "--send", "--yes",
		"a.go")
	judgetest.Write(t, "judge.yaml", "judge: codeforces\nid: 1A\n")
	refused(2, "--send: the problem's page is unknown", "--send", "--yes", "a.go")
}

// TestAgrees: only a yes is a yes.
func TestAgrees(t *testing.T) {
	for typed, want := range map[string]bool{"y\n": true, "Yes\n": true, "": false, "\n": false, "n\n": false,
		"yep\n": false} {
		if agrees(t.Context(), strings.NewReader(typed), io.Discard) != want {
			t.Errorf("%q: want %v", typed, want)
		}
	}
}

// TestResult: an answer belongs to one text, and judge test shows where it differs.
func TestResult(t *testing.T) {
	sending(t)
	judged := func(args ...string) string {
		t.Helper()
		var stdout, stderr strings.Builder
		if status := run(t.Context(), args, &stdout, &stderr); status != 0 {
			t.Errorf("%v: status %d\n%s", args, status, &stderr)
		}
		return stdout.String() + stderr.String()
	}
	judged("submit", "--result", "WA", "a.go")
	if got := judged("test", "a.go"); !strings.Contains(got, "spoj said WA on ") {
		t.Error(got)
	}
	judged("submit", "--result", "AC", "--time", "0.03", "--memory", "2.1", "a.go")
	if got := judged("test", "a.go", "--html", "page.html"); strings.Contains(got, "spoj said") {
		t.Errorf("two equal verdicts: %s", got)
	}
	if page := judgetest.Read(t, "page.html"); !strings.Contains(page, "<small>spoj said AC on ") ||
		!strings.Contains(page, ", 0.03 s, 2.1 MiB</small>") {
		t.Error("the page does not show the answer")
	}
	if rows := strings.Split(judgetest.Read(t, "submissions.tsv"), "\n"); len(rows) != 4 ||
		!strings.HasPrefix(rows[0], "date\tjudge\t") ||
		!strings.Contains(rows[2], "\tspoj\tTEST\tAC\t0.03\t2.1\t\ta.go\t") {
		t.Errorf("%q", rows)
	}
	judgetest.Write(t, "a.go", judgetest.Read(t, "a.go")+"// another text\n")
	if got := judged("test", "a.go", "--json", "-"); strings.Contains(got, `"recorded"`) {
		t.Error(got)
	}
}
