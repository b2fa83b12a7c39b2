package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// MostMessage bounds a message: the server takes 1 MiB, with headers.
const MostMessage = 1<<20 - 4<<10

// Work asks for one submission to be judged on some tests.
type Work struct {
	Parcel     string        `json:"parcel"`  // digest of the list of files that problem and submission consist of
	Problem    string        `json:"problem"` // names, as the package has them
	Submission string        `json:"submission"`
	Tests      []string      `json:"tests"`           // in order; nil for all that the problem runs
	TimeLimit  time.Duration `json:"time_limit"`      // in place of the problem's own; 0 keeps that
	All        bool          `json:"all,omitempty"`   // run every test, also after a TLE
	First      bool          `json:"first,omitempty"` // stop at the first test that is not accepted
	Fresh      bool          `json:"fresh,omitempty"` // run tests whose results the worker knows, too
	Told       bool          `json:"told,omitempty"`  // keep the last lines of conversations
	// Transcripts asks for all that is said on each test, and Show for what is printed on the only test, or said.
	Transcripts bool `json:"transcripts,omitempty"`
	Show        bool `json:"show,omitempty"`
}

// Result answers Work.
type Result struct {
	Machine Machine `json:"machine"`
	// Outcome is the digest of the content, in judge-outcomes: a grade.Submission. "" if Failed says why there is none.
	Outcome string `json:"outcome"`
	Tree    string `json:"tree"` // folder of the worker that paths in the outcome begin with
	// Failed is a mistake of the package that every machine finds: its checker does not compile. A failure of one
	// machine is no result: the work goes to another.
	Failed string `json:"failed,omitempty"`
}

// Progress is how far a submission is.
type Progress struct {
	Step    string `json:"step"` // "building" or "judging"
	Done    int    `json:"done"`
	Total   int    `json:"total"`
	Current string `json:"current"`
	Worker  string `json:"worker"`
}

// Need is what a worker must have to do some work.
type Need struct {
	Version   string   `json:"version"`   // of the judge
	Class     string   `json:"class"`     // of the machine; "" for any
	Languages []string `json:"languages"` // that must be installed, sorted: of the submission and of what checks it
}

// ID names a need in subjects.
func (n Need) ID() string {
	text, _ := json.Marshal(n) // strings only: it cannot fail
	return needID(text)
}

// needID is the name of the need that is written so, whatever fields it has: the server names those of every version.
func needID(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Met reports whether a worker with an offer can do work with this need, now.
func (n Need) Met(o Offer) bool {
	for _, language := range n.Languages {
		if !slices.Contains(o.Languages, language) {
			return false
		}
	}
	return o.Paused == "" && n.Version == o.Version && (n.Class == "" || n.Class == o.Machine.Class())
}

// Machine is what times depend on.
type Machine struct {
	Worker  string `json:"worker"` // its name
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"`
	Backend string `json:"backend"` // of its sandbox
	Own     bool   `json:"-"`       // the server vouches for the name: it is that of the worker's own key
}

// Class names all machines whose times may be compared: the same processor, cores and backend.
func (m Machine) Class() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %q", m.CPU, m.Cores, m.Backend))
	return hex.EncodeToString(sum[:4])
}

// String is a machine as reports name it.
func (m Machine) String() string {
	by := ""
	if m.Own {
		by = " by its own key"
	}
	return fmt.Sprintf("%s%s (%s, %d cores, %s; class %s)", m.Worker, by, m.CPU, m.Cores, m.Backend, m.Class())
}

// Offer is what a worker says of itself, every few seconds.
type Offer struct {
	Machine   Machine   `json:"machine"`
	Version   string    `json:"version"`   // of the judge
	Languages []string  `json:"languages"` // installed, sorted
	Isolation string    `json:"isolation"` // what contains programs
	Jobs      int       `json:"jobs"`      // tests that it runs side by side
	Since     time.Time `json:"since"`
	Seen      time.Time `json:"seen"`
	Work      string    `json:"work"`       // what it judges, "hdu5046/dlx of run …"; "" for nothing
	Done      int       `json:"done"`       // submissions so far
	LastWords string    `json:"last_words"` // what went wrong last, or why it ended; "" for nothing
	Gone      bool      `json:"gone"`       // it ended by itself
	// Paused is why it takes no work now; "" if it does. Programs from before this field cannot read offers that have
	// it.
	Paused string `json:"paused,omitempty"`
}

// States of a run.
const (
	Running   = "running"
	Cancelled = "cancelled" // its work is dropped
	Finished  = "finished"
)

// Run is what is known of a run.
type Run struct {
	State   string    `json:"state"`
	Version string    `json:"version"` // of the judge that asked
	Client  string    `json:"client"`  // name of its machine
	Started time.Time `json:"started"`
	Asked   int       `json:"asked"` // submissions
}

// Message is any of the messages.
type Message interface {
	Work | Result | Progress | Need | Offer | Run
}

// Encode writes a message. It is an error if the message is too large to be sent.
func Encode[M Message](m M) ([]byte, error) {
	text, err := json.Marshal(m)
	if err == nil && len(text) > MostMessage {
		err = fmt.Errorf("a message of %d bytes; at most %d can be sent (name fewer tests, or all of them)", len(text),
			MostMessage)
	}
	return text, err
}

// Decode reads a message. Unknown fields are an error, and so is anything after it.
func Decode[M Message](text []byte) (m M, err error) {
	if len(text) > MostMessage {
		return m, fmt.Errorf("a message of %d bytes; at most %d are allowed", len(text), MostMessage)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err = decoder.Decode(&m); err == nil {
		if _, more := decoder.Token(); more != io.EOF {
			err = errors.New("more than one value in a message")
		}
	}
	if err != nil {
		return m, fmt.Errorf("no %T: %w", m, err)
	}
	return m, nil
}
