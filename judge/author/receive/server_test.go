package receive

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dlxjudge/judge/author/loopback"
	"dlxjudge/judge/base/judgetest"
)

// serve starts a server on a free port and ends it with the test.
func serve(t *testing.T) (*Server, int) {
	t.Helper()
	listener, err := loopback.Listen(0)
	judgetest.Check(t, err)
	server := NewServer()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); server.Serve(ctx, listener) }()
	t.Cleanup(func() { stop(); <-done })
	return server, listener.Addr().(*net.TCPAddr).Port
}

// request is a request of the extension, which tests change.
type request struct {
	method, path string
	header       http.Header
	host, body   string
}

// send sends a request and returns the response and its text.
func send(t *testing.T, port int, r request) (*http.Response, string) {
	t.Helper()
	address := fmt.Sprintf("http://127.0.0.1:%d%s", port, r.path)
	message, err := http.NewRequestWithContext(t.Context(), r.method, address, strings.NewReader(r.body))
	judgetest.Check(t, err)
	message.Header, message.Host = r.header, r.host
	answer, err := http.DefaultClient.Do(message)
	judgetest.Check(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	judgetest.Check(t, err)
	return answer, string(text)
}

// TestServer checks which requests are accepted. Each row changes one thing in a valid request.
func TestServer(t *testing.T) {
	server, port := serve(t)
	good := func() request {
		return request{
			method: "POST", host: fmt.Sprintf("localhost:%d", port), path: "/", body: form(t, Task{Name: "Sum"}),
			header: http.Header{"Content-Type": {"application/json"},
				"Origin": {"chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl"}},
		}
	}
	header := func(name string, values ...string) func(*request) {
		return func(r *request) {
			if r.header.Del(name); len(values) > 0 {
				r.header[name] = values
			}
		}
	}
	host := func(format string) func(*request) {
		return func(r *request) { r.host = strings.ReplaceAll(format, "PORT", fmt.Sprint(port)) }
	}
	for _, c := range []struct {
		name    string
		change  func(*request)
		status  int
		message string
	}{
		{"as it should be", func(*request) {}, 200, ""},
		{"Firefox", header("Origin", "moz-extension://0a1b2c3d-0000-4000-8000-000000000000"), 200, ""},
		{"Safari", header("Origin", "safari-web-extension://0A1B2C3D"), 200, ""},
		{"a program", header("Origin"), 200, ""},
		{"with a character set", header("Content-Type", "application/json; charset=utf-8"), 200, ""},
		{"by number", host("127.0.0.1:PORT"), 200, ""},
		{"in capitals", host("LocalHost:PORT"), 200, ""},

		{"a page", header("Origin", "https://evil.example"), 403, "a browser extension or a program may send problems"},
		{"a page of an online judge", header("Origin", "https://codeforces.com"), 403, "a browser extension or a program"},
		{"a page of this machine", header("Origin", "http://localhost:8080"), 403, "a browser extension or a program"},
		{"a sandboxed page", header("Origin", "null"), 403, "a browser extension or a program"},
		{"a page called so", header("Origin", "https://chrome-extension"), 403, "a browser extension or a program"},
		{"an extension and a page", header("Origin", "chrome-extension://a", "https://evil.example"), 403,
			"a browser extension or a program"},
		{"no extension's name", header("Origin", "chrome-extension://"), 403, "a browser extension or a program"},
		{"a page that hides", func(r *request) { r.header.Del("Origin"); r.header.Set("Sec-Fetch-Site", "cross-site") },
			403, "a browser extension or a program"},
		{"another name", host("evil.example:PORT"), 403, "is not this machine"},
		{"another name before", host("localhost.evil.example:PORT"), 403, "is not this machine"},
		{"another port", host("localhost:1"), 403, "is not this machine"},
		{"no port", host("localhost"), 403, "is not this machine"},
		{"a form", header("Content-Type", "text/plain"), 415,
			`content type "text/plain"; send application/json`},
		{"a form with values", header("Content-Type", "application/x-www-form-urlencoded"), 415,
			"send application/json"},
		{"no type", header("Content-Type"), 415, "send application/json"},
		{"a type that is none", header("Content-Type", "application/json;;"), 415, "send application/json"},
		{"GET", func(r *request) { r.method = "GET" }, 405, "send problems by POST"},
		{"PUT", func(r *request) { r.method = "PUT" }, 405, "send problems by POST"},
		{"elsewhere", func(r *request) { r.path = "/admin" }, 404, "there is nothing at /admin"},
		{"no JSON", func(r *request) { r.body = "name=Sum" }, 400, "not a problem from Competitive Companion"},
		{"nothing", func(r *request) { r.body = "" }, 400, "not a problem from Competitive Companion"},
		{"too much", func(r *request) { r.body = `{"name": "` + strings.Repeat("a", maxBody) + `"}` }, 400,
			"too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := good()
			c.change(&r)
			answer, text := send(t, port, r)
			if answer.StatusCode != c.status || !strings.Contains(text, c.message) {
				t.Errorf("status %d, %q; want %d, %q", answer.StatusCode, text, c.status, c.message)
			}
			event := <-server.Events
			if taken := event.Refused == ""; taken != (c.status == 200) || taken && event.Task.Name != "Sum" ||
				!strings.Contains(event.Refused, c.message) {
				t.Errorf("event %+v", event)
			}
			if allowed := answer.Header.Get("Access-Control-Allow-Origin"); allowed != "" &&
				(c.status == 403 || allowed != r.header.Get("Origin")) {
				t.Errorf("the page may read the answer: %s", allowed)
			}
		})
	}
}

// TestPreflight: browsers ask before they send JSON to another origin. Only extensions are allowed to.
func TestPreflight(t *testing.T) {
	server, port := serve(t)
	for origin, want := range map[string]int{"chrome-extension://a": 204, "https://evil.example": 403, "null": 403} {
		answer, _ := send(t, port, request{method: "OPTIONS", host: fmt.Sprintf("localhost:%d", port), path: "/",
			header: http.Header{
				"Origin": {origin}, "Access-Control-Request-Method": {"POST"},
				"Access-Control-Request-Headers": {"content-type"},
			}})
		if allowed := answer.Header.Get("Access-Control-Allow-Origin"); answer.StatusCode != want ||
			(allowed == origin) != (want == 204) {
			t.Errorf("%s: status %d, allowed %q", origin, answer.StatusCode, allowed)
		}
	}
	for len(server.Events) > 0 {
		if event := <-server.Events; event.Refused == "" {
			t.Errorf("%+v", event)
		}
	}
}

// TestPolls: the extensions that submit ask every 3 s. Only a page that asks is reported.
func TestPolls(t *testing.T) {
	server, port := serve(t)
	for _, r := range []request{
		{method: "GET", path: "/getSubmit", header: http.Header{"Cph-Submit": {"true"}}},
		{method: "GET", path: "/ws/?EIO=4", header: http.Header{"Origin": {"moz-extension://a"}}},
	} {
		r.host = fmt.Sprintf("localhost:%d", port)
		if answer, _ := send(t, port, r); answer.StatusCode != 404 {
			t.Errorf("%s %s: %v", r.method, r.path, answer)
		}
		r.header = http.Header{"Origin": {"https://evil.example"}}
		if answer, _ := send(t, port, r); answer.StatusCode != 403 {
			t.Errorf("%s %s of a page: %v", r.method, r.path, answer)
		}
	}
	if n := len(server.Events); n != 2 {
		t.Errorf("%d events", n)
	}
}

// TestFull: requests are answered at once, even if nobody reads the events.
func TestFull(t *testing.T) {
	server, port := serve(t)
	for range maxEvents {
		server.Events <- Event{}
	}
	answer, _ := send(t, port, request{
		method: "POST", host: fmt.Sprintf("localhost:%d", port), path: "/", body: `{"name": "Sum"}`,
		header: http.Header{"Content-Type": {"application/json"}},
	})
	if answer.StatusCode != 503 {
		t.Errorf("status %d", answer.StatusCode)
	}
}

// FuzzAdmit: no request is admitted that a page could have sent. Such a request has the origin of the page, an origin
// that is not an extension, or the name of another host.
func FuzzAdmit(f *testing.F) {
	f.Add("POST", "localhost:7", "chrome-extension://abc", "", "application/json")
	f.Add("POST", "127.0.0.1:7", "", "cross-site", "application/json; charset=utf-8")
	f.Add("OPTIONS", "evil.example:7", "https://evil.example", "none", "text/plain")
	f.Add("POST", "[::1]:7", "null", "same-origin", "application/json")
	f.Add("POST", "LOCALHOST:7", "moz-extension://a@https://evil.example", "", "Application/JSON")
	f.Fuzz(func(t *testing.T, method, host, origin, site, kind string) {
		local := context.WithValue(t.Context(), http.LocalAddrContextKey,
			net.Addr(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7}))
		r := (&http.Request{Method: method, Host: host, URL: &url.URL{Path: "/"},
			Header: http.Header{"Content-Type": {kind}}}).WithContext(local)
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if site != "" {
			r.Header.Set("Sec-Fetch-Site", site)
		}
		if _, err := admit(r); err != nil {
			return
		}
		if name := strings.ToLower(host); name != "localhost:7" && name != "127.0.0.1:7" {
			t.Errorf("the host %q is admitted", host)
		}
		scheme, _, _ := strings.Cut(strings.ToLower(origin), "://")
		if origin != "" && scheme != "chrome-extension" && scheme != "moz-extension" &&
			scheme != "safari-web-extension" {
			t.Errorf("the origin %q is admitted", origin)
		}
		if origin == "" && site != "" && site != "none" && site != "same-origin" {
			t.Errorf("what a page sent is admitted (%q)", site)
		}
		if method != http.MethodOptions && (method != http.MethodPost || !strings.Contains(strings.ToLower(kind),
			"application/json")) {
			t.Errorf("%s of %q is admitted", method, kind)
		}
	})
}
