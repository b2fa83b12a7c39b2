package send

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dlxjudge/judge/author/loopback"
	"dlxjudge/judge/base/judgetest"
)

var submission = Submission{Page: "https://vjudge.net/problem/POJ-3074", Problem: "3074",
	Socket: true, Language: 89}

const text = "int main() {} // <\u00fc>\n"

const (
	extension = "chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl"
	chrome    = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36"
)

// serve serves a submission, and returns the port and a function that waits for the result.
func serve(t *testing.T, s Submission) (port int, wait func() (string, error)) {
	t.Helper()
	listener, err := loopback.Listen(0)
	judgetest.Check(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan result, 1)
	server := Serve(ctx, listener, s)
	server.Offer(text)
	go func() {
		defer server.Close()
		browser, err := server.Sent(ctx)
		done <- result{browser, err}
	}()
	t.Cleanup(stop)
	return listener.Addr().(*net.TCPAddr).Port, func() (string, error) { r := <-done; return r.browser, r.err }
}

// browser is a WebSocket client that speaks as the extension does.
type browser struct {
	*websocket.Conn
	t *testing.T
}

func dial(t *testing.T, port int, origin string) (*browser, *http.Response) {
	t.Helper()
	header := http.Header{"User-Agent": {chrome}}
	if origin != "" {
		header.Set("Origin", origin)
	}
	address := fmt.Sprintf("ws://localhost:%d/ws/?type=browser&EIO=4&transport=websocket", port)
	c, answer, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return nil, answer
	}
	t.Cleanup(func() { c.CloseNow() })
	return &browser{c, t}, answer
}

func (b *browser) says(packet string) {
	b.t.Helper()
	judgetest.Check(b.t, b.Write(b.t.Context(), websocket.MessageText, []byte(packet)))
}

// hears reads packets that begin with these texts.
func (b *browser) hears(want ...string) (last string) {
	b.t.Helper()
	for _, want := range want {
		_, packet, err := b.Read(b.t.Context())
		if err != nil || !strings.HasPrefix(string(packet), want) {
			b.t.Fatalf("got %q, %v; want %q", packet, err, want)
		}
		last = string(packet)
	}
	return last
}

// TestSocket: the first browser that joins gets the submission, and a second one learns that it is not active.
func TestSocket(t *testing.T) {
	port, wait := serve(t, submission)
	one, _ := dial(t, port, extension)
	two, _ := dial(t, port, "moz-extension://b")
	two.hears(`0{`)
	one.hears(`0{`)
	one.says("40")
	one.hears(`40{"sid":"`, `42["status",{"isActive":true}]`)
	if got := one.hears(`42["submitRequest",{`); !strings.Contains(got, `"url":"https://vjudge.net/problem/POJ-3074"`) ||
		!strings.Contains(got, `"sourceCode":"int main() {} // \u003cü\u003e\n"`) {
		t.Error(got)
	}
	two.says("40")
	two.hears(`40{"sid":"`, `42["status",{"isActive":false}]`, "2")
	two.says(`42["setActive"]`)
	one.says(`42["setActive"]`)
	one.hears("2")
	one.says("3")
	if browser, err := wait(); browser != "Chrome" || err != nil {
		t.Errorf("%s, %v", browser, err)
	}
	if _, packet, err := two.Read(t.Context()); err == nil {
		t.Errorf("the second browser also got %q", packet)
	}
}

// TestUnconfirmed: a browser that leaves may have submitted, so nobody else gets a copy.
func TestUnconfirmed(t *testing.T) {
	port, wait := serve(t, submission)
	b, _ := dial(t, port, extension)
	b.hears(`0{`)
	b.says("40")
	b.hears(`40{`, `42["status",{"isActive":true}]`, `42["submitRequest",{`)
	b.says("41")
	if _, err := wait(); err == nil || !strings.Contains(err.Error(), "Chrome asked, but did not confirm (it "+
		"closed the connection): look for the submission at https://vjudge.net/problem/POJ-3074") {
		t.Error(err)
	}
}

// get sends a request as cph-submit does, changed by a function.
func get(t *testing.T, port int, change func(*http.Request)) (status int, header http.Header, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", fmt.Sprintf("http://localhost:%d/getSubmit", port), nil)
	judgetest.Check(t, err)
	r.Header.Set("cph-submit", "true")
	r.Header.Set("User-Agent", strings.ReplaceAll(chrome, "Chrome/", "Firefox/"))
	change(r)
	answer, err := http.DefaultClient.Do(r)
	judgetest.Check(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	judgetest.Check(t, err)
	return answer.StatusCode, answer.Header, strings.TrimSpace(string(body))
}

// TestPoll: what a page may send gets nothing. Then cph-submit gets the submission, and the server ends.
func TestPoll(t *testing.T) {
	port, wait := serve(t, submission)
	for name, change := range map[string]func(*http.Request){
		"a page":                func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"a sandboxed page":      func(r *http.Request) { r.Header.Set("Origin", "null") },
		"a page with an image":  func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"a page of the machine": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"another host":          func(r *http.Request) { r.Host = fmt.Sprintf("evil.example:%d", port) },
		"without the header":    func(r *http.Request) { r.Header.Del("cph-submit") },
		"a preflight":           func(r *http.Request) { r.Method = "OPTIONS" },
		"a preflight of a page": func(r *http.Request) { r.Method = "OPTIONS"; r.Header.Set("Origin", "https://evil.example") },
		"POST":                  func(r *http.Request) { r.Method = "POST" },
		"another path":          func(r *http.Request) { r.URL.Path = "/" },
		"no WebSocket":          func(r *http.Request) { r.URL.Path = "/ws/"; r.Header.Set("Origin", extension) },
	} {
		status, header, text := get(t, port, change)
		if status < 400 || strings.Contains(text, "main") || header.Get("Access-Control-Allow-Origin") != "" ||
			header.Get("Access-Control-Allow-Headers") != "" {
			t.Errorf("%s: status %d, %q, %v", name, status, text, header)
		}
	}
	for _, origin := range []string{"https://evil.example", "null", "https://vjudge.net", "http://localhost:27121",
		""} {
		if b, answer := dial(t, port, origin); b != nil || answer.StatusCode < 400 {
			t.Errorf("a WebSocket of %q is accepted", origin)
		}
	}
	status, header, text := get(t, port, func(*http.Request) {})
	if browser, err := wait(); browser != "Firefox" || err != nil {
		t.Errorf("%s, %v", browser, err)
	}
	const want = `{"empty":false,"languageId":89,"problemName":"3074","sourceCode":"int main() {} // \u003cü\u003e\n",` +
		`"url":"https://vjudge.net/problem/POJ-3074"}`
	if status != 200 || text != want || header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("status %d, %s", status, text)
	}
	if _, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
		t.Error("it still listens")
	}
}

// TestEarly: who asks before the submission is ready, or has gone, does not get it.
func TestEarly(t *testing.T) {
	listener, err := loopback.Listen(0)
	judgetest.Check(t, err)
	port := listener.Addr().(*net.TCPAddr).Port
	server := Serve(t.Context(), listener, submission)
	defer server.Close()
	polls := func(r *http.Request) { r.Header.Set("cph-submit", "true") }
	if _, _, got := get(t, port, polls); got != `{"empty":true}` {
		t.Errorf("before it is ready: %s", got)
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	r, err := http.NewRequestWithContext(gone, "GET", "http://localhost/getSubmit", nil)
	judgetest.Check(t, err)
	server.Offer(text)
	if server.take(r) || !server.ready.Load() {
		t.Error("a browser that has gone took it")
	}
}

// TestOther: an extension that cannot submit to this judge gets nothing, and the end of the context ends the wait.
func TestOther(t *testing.T) {
	listener, err := loopback.Listen(0)
	judgetest.Check(t, err)
	port := listener.Addr().(*net.TCPAddr).Port
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	server := Serve(ctx, listener, Submission{})
	defer server.Close()
	server.Offer("x")
	go func() { _, err := server.Sent(ctx); done <- err }()
	if status, _, text := get(t, port, func(*http.Request) {}); status != 200 || text != `{"empty":true}` {
		t.Errorf("%d %s", status, text)
	}
	b, _ := dial(t, port, extension)
	b.hears(`0{`)
	b.says("40")
	b.hears(`40{`, `42["status",{"isActive":false}]`)
	stop()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
