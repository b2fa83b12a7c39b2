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

// Event is a problem that has come, or why what has come is none.
type Event struct {
	Task    Task
	Refused string // why it was refused, "" if it was not; from whom it came is in it
}

// Server takes requests, answers at once, and passes on what they say. The extension waits for half a second: what is
// to be done with a problem is done after the answer.
type Server struct {
	Events chan Event
}

// The bounds on requests.
const (
	maxBody   = 16 << 20
	maxHeader = 32 << 10
	maxEvents = 1000 // that wait to be worked off
	timeout   = 10 * time.Second
)

// NewServer is a server whose events nobody reads yet.
func NewServer() *Server { return &Server{Events: make(chan Event, maxEvents)} }

// Port is one of those to which the extension sends without being told.
const Port = 10043

// Listen listens on a port of this machine's own address, 0 for any port that is free. Nobody on another machine can
// reach it.
func Listen(port int) (net.Listener, error) {
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on port %d: %w; choose another one: --port PORT", port, err)
	}
	return listener, nil
}

// Serve answers requests until ctx is done, and closes the listener.
func (s *Server) Serve(ctx context.Context, listener net.Listener) {
	server := &http.Server{
		Handler: s, MaxHeaderBytes: maxHeader, ReadTimeout: timeout, WriteTimeout: timeout,
		ErrorLog: log.New(io.Discard, "", 0), // about connections that were given up
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	server.Serve(listener) // ends when the server is closed
}

// ServeHTTP takes a request or refuses it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	status, err := admit(r)
	if err == nil && origin != "" {
		w.Header().Set("Access-Control-Allow-Origin", origin) // one that admit knows
		w.Header().Set("Vary", "Origin")
	}
	if err == nil && r.Method == http.MethodOptions {
		w.Header().Set("Access-Control-Allow-Methods", http.MethodPost)
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		// as Chromium asks before it reaches this machine
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
	default: // they are for reading, and nobody reads a thousand
	}
}

// admit refuses what a page in the browser may have sent: from another origin, under another host's name, or in a form
// that browsers let any page post. The errors say what was asked for.
func admit(r *http.Request) (status int, err error) {
	kind, _, wrong := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case !ownName(r):
		return http.StatusForbidden, fmt.Errorf("host %q is not this machine", r.Host)
	case !fromExtension(r):
		return http.StatusForbidden, errors.New("only a browser extension may send problems, or a program, no page")
	case r.URL.Path != "/":
		return http.StatusNotFound, fmt.Errorf("nothing is at %s; problems are posted to /", r.URL.Path)
	case r.Method == http.MethodOptions:
		return 0, nil
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, errors.New("problems are sent by POST")
	case wrong != nil || kind != "application/json":
		return http.StatusUnsupportedMediaType, fmt.Errorf("content type %q; a problem is application/json",
			r.Header.Get("Content-Type"))
	}
	return 0, nil
}

// ownName reports whether a request was sent to a name of this machine, and the port at which it came. Else somebody's
// name server has led a page here that takes us for its own server.
func ownName(r *http.Request) bool {
	local, known := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !known {
		return false
	}
	port := fmt.Sprintf(":%d", local.Port)
	return slices.Contains([]string{"localhost" + port, "127.0.0.1" + port}, strings.ToLower(r.Host))
}

// fromExtension reports whether a request has the origin of an extension, or none, as those of programs. Browsers let
// no page leave out its origin when it posts, or give another, and they say that a page made the request.
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
		err = fmt.Errorf("cannot be read: %w", err) // also if it is too large
	} else {
		task, err = Decode(body)
	}
	return task, http.StatusBadRequest, err
}
