package receive

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// page posts to each target in all ways in which browsers let a page do so: as text without asking, as a beacon, as a
// form, and as a form in a frame that has no origin. It also tries to post JSON, for which the browser asks first.
const page = `<!doctype html>
<body>
<script>
const body = '{"name": "Evil", "url": "http://poj.org/problem?id=1"}';
for (const target of [%q, %q, %q]) {
	const post = options => fetch(target, {method: 'POST', body, ...options}).catch(() => {});
	post({mode: 'no-cors'});
	post({mode: 'no-cors', headers: {'Content-Type': 'text/plain;application/json'}});
	post({mode: 'no-cors', referrerPolicy: 'no-referrer', credentials: 'omit'});
	post({headers: {'Content-Type': 'application/json'}});
	navigator.sendBeacon(target, new Blob([body], {type: 'text/plain'}));
	for (const sandbox of ['allow-forms allow-scripts allow-same-origin', 'allow-forms allow-scripts']) {
		const frame = document.createElement('iframe');
		frame.sandbox = sandbox;
		frame.srcdoc = '<form method=post enctype=text/plain action="' + target + '"><input name=\'{"name": "Evil", "x": "\' value=\'"}\'></form>' +
			'<script>document.forms[0].submit()<' + '/script>';
		document.body.append(frame);
	}
}
</script>
`

// How often the page posts to a target without being asked, and how often it asks.
const (
	posts = 6
	asks  = 1
)

// TestBrowser: no page of another origin can send a problem, in whichever way it posts. A server that takes everything
// shows that the page does post.
func TestBrowser(t *testing.T) {
	chromium := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && chromium == "" {
			chromium = path
		}
	}
	if chromium == "" {
		t.Skip("needs Chromium, for example by: apt-get install chromium")
	}
	server, port := serve(t)
	reached := make(chan string, 100)
	naive := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil && r.Method == http.MethodPost && strings.Contains(string(body),
			"Evil") {
			reached <- r.Header.Get("Origin")
		}
	}))
	defer naive.Close()
	var opened atomic.Bool
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		opened.Store(true)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, page, fmt.Sprintf("http://localhost:%d/", port), fmt.Sprintf("http://127.0.0.1:%d/", port),
			naive.URL+"/")
	}))
	defer evil.Close()
	said, ended := browse(t, chromium, evil.URL)

	// a browser that does not start must not hold up all tests
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	origins := make(map[string]int)
	for range posts {
		select {
		case origin := <-reached:
			origins[origin]++
		case <-ended:
			if opened.Load() {
				t.Fatalf("Chromium ended:\n%s", said())
			}
			t.Skipf("Chromium does not start here:\n%s", said())
		case <-ctx.Done():
			t.Fatalf("the page reached a server that takes everything from %v, want %d times\n%s", origins, posts,
				said())
		}
	}
	if origins["null"] != 1 || origins[evil.URL] != posts-1 {
		t.Errorf("the page posted from %v", origins)
	}
	for i := range 2 * (posts + asks) {
		select {
		case event := <-server.Events:
			if event.Refused == "" {
				t.Errorf("taken from a page: %+v", event.Task)
			}
		case <-ctx.Done():
			t.Fatalf("%d requests of the page came, want %d\n%s", i, 2*(posts+asks), said())
		}
	}
}

// browse opens a page in a browser without a window until the test ends, and tells when the browser has ended by
// itself. What it has said may be asked for at the end.
func browse(t *testing.T, chromium, address string) (said func() string, ended <-chan struct{}) {
	t.Helper()
	profile, err := os.MkdirTemp("", "browser-") // not t.TempDir: what of the browser still ends may write into it
	judgetest.Check(t, err)
	t.Cleanup(func() { os.RemoveAll(profile) })
	var stderr strings.Builder
	browser := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-dev-shm-usage",
		"--disable-background-networking", "--remote-debugging-port=0", "--user-data-dir="+profile, address)
	browser.Stderr = &stderr
	browser.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	judgetest.Check(t, browser.Start())
	done := make(chan struct{})
	go func() { defer close(done); browser.Wait() }()
	end := func() {
		syscall.Kill(-browser.Process.Pid, syscall.SIGKILL)
		<-done
	}
	t.Cleanup(end)
	return func() string { end(); return stderr.String() }, done
}
