// Package loopback serves the browser's extensions on this machine.
//
//	listener, err := loopback.Listen(10043, 27121)
//	loopback.Serve(ctx, listener, handler)
//	… in handler: if err := loopback.Admit(r, "send problems"); err != nil { refuse }
//
// Every page in the browser can send requests to this machine, too. So only extensions and programs are admitted, and
// only if they call this machine by one of its own names.
package loopback

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The bounds on requests.
const (
	maxHeader = 32 << 10 // bytes
	timeout   = 10 * time.Second
)

// Submitters is the port of the extensions that submit. Competitive Companion sends problems to it, too.
const Submitters = 27121

// users are the programs that usually listen on the extensions' ports.
var users = map[int]string{1327: "cpbooster", 4244: "Hightail", 6174: "Mind Sport", 10042: "acmX",
	10043: "Caide, AI Virtual Assistant or judge receive", 10045: "CP Editor",
	Submitters: "cph or CPH-NG in VS Code, judge receive or judge submit --send"}

// Listen listens on the first port that is free, on the loopback address, which other machines cannot reach. Port 0
// means any free port. An error names the programs that probably have the ports.
func Listen(ports ...int) (net.Listener, error) {
	var failed []error
	for _, port := range ports {
		listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			return listener, nil
		}
		if user := users[port]; errors.Is(err, syscall.EADDRINUSE) && user != "" {
			err = fmt.Errorf("another program has it, probably %s", user)
		}
		failed = append(failed, fmt.Errorf("cannot listen on port %d: %w", port, err))
	}
	return nil, errors.Join(failed...)
}

// Serve answers requests until ctx is done, and then closes the listener.
func Serve(ctx context.Context, listener net.Listener, handler http.HandlerFunc) {
	server := &http.Server{
		Handler: handler, MaxHeaderBytes: maxHeader, ReadTimeout: timeout, WriteTimeout: timeout,
		ErrorLog: log.New(io.Discard, "", 0), // this log would only report abandoned connections
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	server.Serve(listener) // ends when the server is closed
}

// Admit refuses requests that a page in the browser may have sent. Such requests have a page's origin, or another
// host's name. A request without an origin comes from a program, or from an extension with permission for this
// host. The text to says what such programs may do here: "send problems".
func Admit(r *http.Request, to string) error {
	switch {
	case !ownName(r):
		return fmt.Errorf("host %q is not this machine", r.Host)
	case !fromExtension(r):
		return fmt.Errorf("a browser extension or a program may %s; a page may not", to)
	}
	return nil
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

// fromExtension reports whether a request comes from an extension or a program. Programs send no origin. A page cannot
// omit or change its origin when it posts or opens a WebSocket, and the browser marks each of its requests with
// Sec-Fetch-Site. The value same-origin can only be an extension's, since this machine serves no page at this port.
func fromExtension(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		site := r.Header.Get("Sec-Fetch-Site")
		return site == "" || site == "none" || site == "same-origin"
	}
	origin, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && origin.Host != "" && origin.Path == "" &&
		slices.Contains([]string{"chrome-extension", "moz-extension", "safari-web-extension"}, origin.Scheme)
}

// The paths at which the extensions ask for something to submit.
const (
	PollPath   = "/getSubmit" // cph-submit
	SocketPath = "/ws/"       // CPH-NG Submit
)

// Asks reports whether an extension asks for something to submit, as it does every 3 s.
func Asks(r *http.Request) bool {
	return r.Method == http.MethodGet && (r.URL.Path == PollPath || r.URL.Path == SocketPath)
}
