// Package send hands one submission to an extension in the user's browser, which submits it where the user is logged
// in. Two extensions exist, and both ask this machine every 3 s:
//
//   - CPH-NG Submit opens a WebSocket, and reads the event submitRequest (https://github.com/langningchen/cph-ng)
//   - cph-submit asks with GET for a JSON document (https://github.com/agrawal-d/cph-submit)
//
// Usage:
//
//	listener, err := loopback.Listen(loopback.Submitters)
//	s, err := send.To(judge, "C++")
//	server := send.Serve(ctx, listener, s) // extensions learn that there is nothing to submit yet
//	defer server.Close()
//	server.Offer(text)
//	browser, err := server.Sent(ctx)
//
// The submission is sent at most once: whoever asks next gets nothing, even if it is unknown whether the first browser
// received it. A page in the browser can ask, too, but never gets an answer: see package loopback. A page cannot send
// the header of cph-submit, because the server answers no OPTIONS request.
package send

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"dlxjudge/judge/author/loopback"
	"dlxjudge/judge/read/problem"
)

// Submission is what an extension submits.
type Submission struct {
	Page       string // address of the problem's page
	Problem    string // the problem's name, which cph-submit shows
	Socket     bool   // CPH-NG Submit may take it
	Language   int64  // the number by which cph-submit chooses the language; 0 if cph-submit may not take it
	Extensions string // the names of these extensions, for messages
}

// To returns the Submission for an online judge's problem, without the text. It is an error if no extension submits
// programs in this language there.
func To(judge problem.OnlineJudge, language string) (Submission, error) {
	s := Submission{Page: judge.SendPage, Problem: judge.ID, Language: judge.LanguageIDs[language],
		Socket: judge.Vjudge != "" || judge.CPHNG == "any" || judge.CPHNG == language}
	switch {
	case s.Page == "":
		return s, fmt.Errorf("the problem's page is unknown; set judge and id for %s in judge.yaml beside the program",
			judge.Name)
	case s.Socket && s.Language != 0:
		s.Extensions = "CPH-NG Submit or cph-submit"
	case s.Socket:
		s.Extensions = "CPH-NG Submit"
	case s.Language != 0:
		s.Extensions = "cph-submit"
	default:
		return s, fmt.Errorf("no extension submits programs in %s to %s", language, judge.Name)
	}
	return s, nil
}

// Server answers the extensions.
type Server struct {
	Submission
	text  string
	ready atomic.Bool // whether the text is to be sent to the browser that asks next
	ctx   context.Context
	stop  func()
	ended chan struct{}
	sent  chan result // receives one result
}

// result says which browser asked, and why it is unknown whether the submission arrived.
type result struct {
	browser string
	err     error
}

// Serve answers extensions on the listener. Until Offer is called, they learn that there is nothing to submit, so no
// earlier request gets the submission.
func Serve(ctx context.Context, listener net.Listener, s Submission) *Server {
	on := &Server{Submission: s, ended: make(chan struct{}), sent: make(chan result, 1)}
	on.ctx, on.stop = context.WithCancel(ctx)
	go func() { defer close(on.ended); loopback.Serve(on.ctx, listener, on.serve) }()
	return on
}

// Close ends the server, and closes its listener.
func (s *Server) Close() { s.stop(); <-s.ended }

// Offer offers the text of the submission to the browser that asks next.
func (s *Server) Offer(text string) {
	s.text = text
	s.ready.Store(true)
}

// Sent waits until a browser has taken what is offered or ctx is done. It returns the browser's name.
func (s *Server) Sent(ctx context.Context) (browser string, err error) {
	var r result
	select {
	case r = <-s.sent:
	case <-ctx.Done():
		if s.ready.CompareAndSwap(true, false) {
			return "", ctx.Err()
		}
		r = <-s.sent
	}
	if r.err != nil {
		r.err = fmt.Errorf("%s asked, but did not confirm (%w): look for the submission at %s", r.browser, r.err,
			s.Page)
	}
	return r.browser, r.err
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	switch err := loopback.Admit(r, "ask for a submission"); {
	case err != nil:
		http.Error(w, err.Error(), http.StatusForbidden)
	case r.Method != http.MethodGet:
		http.Error(w, "ask with GET", http.StatusMethodNotAllowed)
	case r.URL.Path == loopback.PollPath && r.Header.Get("cph-submit") == "true":
		s.answer(w, r)
	case r.URL.Path == loopback.SocketPath && r.Header.Get("Origin") != "" && r.URL.Query().Get("type") == "browser":
		s.talk(w, r)
	default:
		http.Error(w, "only CPH-NG Submit and cph-submit are answered", http.StatusNotFound)
	}
}

// answer answers cph-submit.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	reply := map[string]any{"empty": true}
	mine := s.Language != 0 && s.take(r)
	if mine {
		reply = map[string]any{"empty": false, "url": s.Page, "problemName": s.Problem, "sourceCode": s.text,
			"languageId": s.Language}
	}
	text, _ := json.Marshal(reply) // texts and numbers can always be encoded
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, err := w.Write(text)
	if err = errors.Join(err, http.NewResponseController(w).Flush()); mine {
		s.sent <- result{browserOf(r), err}
	}
}

// take reports whether the request gets the submission. A browser that no longer waits for an answer does not get it.
func (s *Server) take(r *http.Request) bool {
	return r.Context().Err() == nil && s.ready.CompareAndSwap(true, false)
}

// handshake bounds the time in which a browser must join and confirm.
const handshake = 10 * time.Second

// talk answers CPH-NG Submit. The first browser that joins is the active one.
//
// It speaks as much of Socket.IO 4 as one event needs. The first character of a message is the kind of an Engine.IO
// packet (0 open, 1 close, 2 ping, 3 pong, 4 message); in a message, the second is the kind of a Socket.IO packet (0
// connect, 1 disconnect, 2 event). The connection ends before pingInterval and
// pingTimeout matter.
// https://github.com/socketio/engine.io-protocol, https://github.com/socketio/socket.io-protocol
func (s *Server) talk(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(s.ctx, handshake)
	defer cancel()
	// serve has checked the origin
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	defer conn.CloseNow()
	c := connection{ctx, conn}
	if c.say(`0{"sid":"judge","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}`) != nil ||
		c.await("40") != nil || c.say(`40{"sid":"judge"}`) != nil {
		return
	}
	if !s.Socket || !s.take(r) {
		c.say(`42["status",{"isActive":false}]`, "2")
		c.await("3")
		return
	}
	request, _ := json.Marshal(map[string]string{"url": s.Page, "sourceCode": s.text})
	err = c.say(`42["status",{"isActive":true}]`, fmt.Sprintf(`42["submitRequest",%s]`, request), "2")
	if err == nil {
		err = c.await("3") // packets are answered in order, so this confirms the event
	}
	s.sent <- result{browserOf(r), err}
}

// connection is a connection to a browser.
type connection struct {
	ctx  context.Context
	conn *websocket.Conn
}

func (c connection) say(packets ...string) (err error) {
	for _, packet := range packets {
		err = errors.Join(err, c.conn.Write(c.ctx, websocket.MessageText, []byte(packet)))
	}
	return err
}

// await reads packets until one of this kind arrives. It ignores others, such as the event setActive.
func (c connection) await(kind string) error {
	for {
		_, packet, err := c.conn.Read(c.ctx)
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(string(packet), kind):
			return nil
		case string(packet) == "1" || string(packet) == "41":
			return errors.New("it closed the connection")
		}
	}
}

// browserOf returns the name of the browser that sent a request. Edge and Opera also call themselves Chrome, and
// Chrome calls itself Safari.
func browserOf(r *http.Request) string {
	for _, b := range [][2]string{{"Firefox/", "Firefox"}, {"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Chrome/", "Chrome"},
		{"Safari/", "Safari"}} {
		if strings.Contains(r.UserAgent(), b[0]) {
			return b[1]
		}
	}
	return "the browser"
}
