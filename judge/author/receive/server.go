package receive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"

	"dlxjudge/judge/author/loopback"
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
	maxEvents = 1000     // the number of events that the caller has not received yet
)

// NewServer returns a server. The caller must receive its Events.
func NewServer() *Server { return &Server{Events: make(chan Event, maxEvents)} }

// Ports are the ports to listen on, the best first. The extension sends to both, so only one may be used.
var Ports = []int{10043, loopback.Submitters}

// Serve answers requests until ctx is done, and then closes the listener.
func (s *Server) Serve(ctx context.Context, listener net.Listener) {
	loopback.Serve(ctx, listener, s.serve)
}

// serve accepts or refuses a request.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	status, err := admit(r)
	if status == http.StatusNotFound && loopback.Asks(r) {
		http.NotFound(w, r) // without an event: this happens every few seconds
		return
	}
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
	if err := loopback.Admit(r, "send problems"); err != nil {
		return http.StatusForbidden, err
	}
	switch {
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
