package receive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Event is a problem that was received, or a request that was refused.
type Event struct {
	Task    Task
	Refused string // the sender of a refused request, and the reason; "" for a problem
}

// Server answers each request without delay, and sends the problem in it to Events. The extension waits only half a
// second, so the caller processes a problem after the answer.
type Server struct {
	Events chan Event
}

// The bounds on requests.
const (
	maxBody   = 16 << 20 // bytes
	maxHeader = 32 << 10 // bytes
	maxEvents = 1000     // the number of events that the caller has not received yet
	timeout   = 10 * time.Second
)

// NewServer returns a server. The caller must receive its Events.
func NewServer() *Server { return &Server{Events: make(chan Event, maxEvents)} }

// Port is one of the ports to which the extension sends by default.
const Port = 10043

// Listen listens on a port of the loopback address, which other machines cannot reach. Port 0 means any free port.
func Listen(port int) (net.Listener, error) {
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on port %d: %w; choose another one: --port PORT", port, err)
	}
	return listener, nil
}

// Serve answers requests until ctx is done, and then closes the listener.
func (s *Server) Serve(ctx context.Context, listener net.Listener) {
	server := &http.Server{
		Handler: s, MaxHeaderBytes: maxHeader, ReadTimeout: timeout, WriteTimeout: timeout,
		ErrorLog: log.New(io.Discard, "", 0), // this log would only report abandoned connections
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	server.Serve(listener) // ends when the server is closed
}

// ServeHTTP accepts or refuses a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	status, err := admit(r)
	if err == nil && origin != "" {
		w.Header().Set("Access-Control-Allow-Origin", origin) // admit has checked the origin
		w.Header().Set("Vary", "Origin")
	}
	if err == nil && r.Method == http.MethodOptions {
		w.Header().Set("Access-Control-Allow-Methods", http.MethodPost)
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		// Chromium requires this header before it connects to a local address
		w.Header().Set("Access-Control-Allow-Private-Network", "true")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	var task Task
	if err == nil {
		task, status, err = read(w, r)
	}
	if err == nil {
		select {
		case s.Events <- Event{Task: task}:
			w.WriteHeader(http.StatusOK)
			return
		default:
			status, err = http.StatusServiceUnavailable, fmt.Errorf("more than %d problems are waiting", maxEvents)
		}
	}
	http.Error(w, err.Error(), status)
	if origin == "" {
		origin = "a program without an origin"
	}
	select {
	case s.Events <- Event{Refused: fmt.Sprintf("%s from %s: %v", r.Method, origin, err)}:
	default: // maxEvents events are waiting; the user can do without a message about a refusal
	}
}

// admit refuses requests that a page in the browser may have sent. Such requests have a page's origin, another host's
// name, or a content type that browsers let any page post.
func admit(r *http.Request) (status int, err error) {
	kind, _, wrong := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case !ownName(r):
		return http.StatusForbidden, fmt.Errorf("host %q is not this machine", r.Host)
	case !fromExtension(r):
		return http.StatusForbidden, errors.New("a browser extension or a program may send problems; a page may not")
	case r.URL.Path != "/":
		return http.StatusNotFound, fmt.Errorf("there is nothing at %s; post problems to /", r.URL.Path)
	case r.Method == http.MethodOptions:
		return 0, nil
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, errors.New("send problems by POST")
	case wrong != nil || kind != "application/json":
		return http.StatusUnsupportedMediaType, fmt.Errorf("content type %q; send application/json",
			r.Header.Get("Content-Type"))
	}
	return 0, nil
}

// ownName reports whether the Host header names this machine and the port that was reached. A page's host name may
// resolve to this machine (DNS rebinding). The browser would then take this server for the page's server.
func ownName(r *http.Request) bool {
	local, known := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !known {
		return false
	}
	port := fmt.Sprintf(":%d", local.Port)
	return slices.Contains([]string{"localhost" + port, "127.0.0.1" + port}, strings.ToLower(r.Host))
}

// fromExtension reports whether a request comes from an extension or a program. Programs send no origin. A page that
// posts cannot omit or change its origin, and the browser marks the request with Sec-Fetch-Site.
func fromExtension(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		site := r.Header.Get("Sec-Fetch-Site")
		return site == "" || site == "none"
	}
	origin, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && origin.Host != "" && origin.Path == "" &&
		slices.Contains([]string{"chrome-extension", "moz-extension", "safari-web-extension"}, origin.Scheme)
}

// read reads the problem in a request.
func read(w http.ResponseWriter, r *http.Request) (task Task, status int, err error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		err = fmt.Errorf("cannot be read: %w", err) // also if the body is too large
	} else {
		task, err = Decode(body)
	}
	return task, http.StatusBadRequest, err
}
