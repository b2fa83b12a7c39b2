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
//	s.Text = text
//	browser, err := send.Once(ctx, listener, s)
//
// The submission is sent at most once: whoever asks next gets nothing, even if it is unknown whether the first browser
// received it. A page in the browser can ask, too, but never gets an answer: see package loopback. Nothing allows a
// page to send the header of cph-submit, because no request with the method OPTIONS is answered.
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

	"dlxjudge/judge/author/loopback"
	"dlxjudge/judge/read/problem"
)

// Submission is what an extension submits.
type Submission struct {
	Page     string // address of the problem's page
	Problem  string // the problem's name, which cph-submit shows
	Text     string
	Socket   bool  // CPH-NG Submit may take it
	Language int64 // the number by which cph-submit chooses the language; 0 if cph-submit may not take it
}

// To returns a submission to a problem of an online judge, without the text. It is an error if no extension submits
// programs in this language there.
func To(judge problem.OnlineJudge, language string) (Submission, error) {
	s := Submission{Page: judge.SendPage, Problem: judge.ID, Language: judge.LanguageIDs[language],
		Socket: judge.Vjudge != "" || judge.CPHNG == "any" || judge.CPHNG == language}
	switch {
	case !s.Socket && s.Language == 0:
		return s, fmt.Errorf("no extension submits programs in %s to %s", language, judge.Name)
	case s.Page == "":
		return s, fmt.Errorf("the problem's page is unknown; judge.yaml beside the program can name the problem at %s: "+
			"judge and id", judge.Name)
	}
	return s, nil
}

// Extensions names the extensions that may take the submission.
func (s Submission) Extensions() string {
	switch {
	case !s.Socket:
		return "cph-submit"
	case s.Language == 0:
		return "CPH-NG Submit"
	}
	return "CPH-NG Submit or cph-submit"
}

// handshake bounds the time in which a browser must join and confirm.
const handshake = 10 * time.Second

// server answers the extensions.
type server struct {
	Submission
	ctx  context.Context
	sent atomic.Bool
	end  chan result // receives one result
}

type result struct {
	browser string
	err     error
}

// Once serves the submission on the listener until a browser has taken it or ctx is done. It returns the browser's
// name. It closes the listener.
func Once(ctx context.Context, listener net.Listener, s Submission) (browser string, err error) {
	serving, stop := context.WithCancel(ctx)
	on := &server{Submission: s, ctx: serving, end: make(chan result, 1)}
	done := make(chan struct{})
	go func() { defer close(done); loopback.Serve(serving, listener, on.serve) }()
	defer func() { stop(); <-done }()
	select {
	case r := <-on.end:
		return r.browser, r.err
	case <-ctx.Done():
		if on.sent.CompareAndSwap(false, true) {
			return "", ctx.Err()
		}
		r := <-on.end
		return r.browser, r.err
	}
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	switch err := loopback.Admit(r, "ask for a submission"); {
	case err != nil:
		http.Error(w, err.Error(), http.StatusForbidden)
	case r.Method != http.MethodGet:
		http.Error(w, "ask with GET", http.StatusMethodNotAllowed)
	case r.URL.Path == loopback.PollPath && r.Header.Get("cph-submit") == "true":
		s.answer(w, r)
	case r.URL.Path == loopback.SocketPath && r.Header.Get("Origin") != "" && r.URL.Query().Get("type") == "browser":
		s.emit(w, r)
	default:
		http.Error(w, "only CPH-NG Submit and cph-submit are answered", http.StatusNotFound)
	}
}

// answer answers cph-submit.
func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	reply := map[string]any{"empty": true}
	mine := s.Language != 0 && s.sent.CompareAndSwap(false, true)
	if mine {
		reply = map[string]any{"empty": false, "url": s.Page, "problemName": s.Problem, "sourceCode": s.Text,
			"languageId": s.Language}
	}
	text, _ := json.Marshal(reply) // texts and numbers can always be encoded
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	_, err := w.Write(text)
	if err = errors.Join(err, http.NewResponseController(w).Flush()); mine {
		s.end <- s.result(r, err)
	}
}

// emit answers CPH-NG Submit. The first browser that joins is the active one.
func (s *server) emit(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(s.ctx, handshake)
	defer cancel()
	e, err := accept(ctx, w, r)
	if e.conn == nil {
		return
	}
	defer e.conn.CloseNow()
	if err != nil {
		return
	}
	active := s.Socket && s.sent.CompareAndSwap(false, true)
	err = e.emit("status", map[string]bool{"isActive": active})
	if !active {
		e.confirm()
		return
	}
	if err == nil {
		err = e.emit("submitRequest", map[string]string{"url": s.Page, "sourceCode": s.Text})
	}
	if err == nil {
		err = e.confirm()
	}
	s.end <- s.result(r, err)
}

// result is the result after the submission was sent in answer to a request.
func (s *server) result(r *http.Request, err error) result {
	browser := browserOf(r.UserAgent())
	if err != nil {
		err = fmt.Errorf("%s asked, but did not confirm (%w): see %s whether it was submitted", browser, err, s.Page)
	}
	return result{browser, err}
}

// browsers are words of browsers' names for themselves. Edge and Opera also call themselves Chrome, and Chrome Safari.
var browsers = []struct{ word, name string }{{"Firefox/", "Firefox"}, {"Edg/", "Edge"}, {"OPR/", "Opera"},
	{"Chrome/", "Chrome"}, {"Safari/", "Safari"}}

func browserOf(agent string) string {
	for _, b := range browsers {
		if strings.Contains(agent, b.word) {
			return b.name
		}
	}
	return "the browser"
}
