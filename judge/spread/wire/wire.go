// Package wire is the protocol of a cluster: names of streams and subjects, messages, and how a connection is opened.
// It knows NATS, but neither problems nor verdicts.
//
//	stream JUDGE_WORK     judge.work.<needs>.<run>.<id>            a work queue; each message is an Ask
//	                      judge.work.<needs>.<run>.<id>.<attempt>  a worker has begun this work, and has not come back
//	stream JUDGE_RESULTS  judge.result.<run>.<id>                  each message is a Result
//	bucket judge-blocks   digest → at most MostBlock bytes of a package, or of the outcome of a submission
//	bucket judge-workers  name → Offer; entries expire soon, so an existing entry means a live worker
//	judge.progress.<run>.<id>, judge.wake                  messages that no stream keeps
//
// Everything is named by a digest: a block by its content, a package by its list of blocks, an ask by its fields, and a
// run by its asks. So if a step such as asking or answering happens twice, the effect is the same as if it happened
// once. These are the steps at which a message could be lost, and what prevents it:
//
//   - The client sends a block. The server acknowledges a block when it is on disk. The index of a package is sent
//     last, so it never exists without its blocks. After AckWait, and after each lost connection, the client sends
//     again what the server does not have.
//   - The client publishes an Ask. The client repeats it with the blocks, until the ask has a result.
//   - The server delivers an Ask to a worker. A worker that takes other work drains its subscriptions, and gives back
//     what still arrives. If the connection is lost meanwhile, the server delivers the ask again after AckWait.
//   - The worker judges. It renews its claim to the work three times in each AckWait. If it dies, another worker gets
//     the work after AckWait. If it ends or its machine fails, it gives the work back. The attempt shows which of them
//     it was: a worker removes its attempt unless its machine failed. After MostAttempts attempts, the next worker
//     answers that nobody finished the work, so even work that kills its workers gets an answer.
//   - The worker stores the outcome and the Result. It acknowledges the work only afterwards, in job.settle, and only
//     if the server has confirmed that the work has a result or was cancelled. If storing fails, the worker repeats it;
//     if it can never succeed, the worker stores a Result that says why. If the acknowledgement is lost, the next
//     worker finds the result.
//   - The server delivers a Result to the client. The client acknowledges it, so the server repeats what was lost on
//     the way. A new connection reads all results of the run. If the blocks of an outcome are lost, the client removes
//     the result, and asks again.
//   - The client ends. It purges the run's work and results, and wakes the workers. A worker whose work is gone stops
//     judging it, at the latest with the next client's wake-up; if it has stored a result meanwhile, it removes the
//     result. If the client is killed, the same command finds the results of its run.
//
// The other decisions have these reasons:
//
//   - One account. All keys belong to one NATS account. Finer permissions for JetStream would need more code than they
//     are worth, so whoever holds a key is trusted with the cluster. Each role may publish only the messages of that
//     role, which prevents accidents.
//   - First writer wins. The stream of results keeps one message for each subject and refuses a second one.
//   - Results belong to a run. A later run judges a test again if its verdict must never be cached (see "judge help
//     verdicts"), and one consumer and one purge suffice for a run.
//   - Needs. Each combination of version, group and languages has a durable consumer, so workers take only work that
//     they can do. The consumer's metadata holds the needs. An idle worker waits for all consumers at the same time.
//   - Blocks. A message holds at most 1 MiB. A block fits into one message, so it is stored whole or not at all. NATS'
//     object store splits an object into many messages, so an object can be incomplete, or change while a program reads
//     it.
//   - SyncAlways. The server writes to disk before it acknowledges. With NATS' default, a power cut loses acknowledged
//     work.
//   - Replicas. Streams have three copies if the server belongs to a NATS cluster. A request for a block may reach a
//     replica that lags behind. So a missing block is requested again for some seconds.
package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The names of streams and buckets, and of subjects that no stream keeps.
const (
	WorkStream   = "JUDGE_WORK"
	ResultStream = "JUDGE_RESULTS"
	BlockBucket  = "judge-blocks"
	WorkerBucket = "judge-workers"
	WakeSubject  = "judge.wake" // tells workers that work was added or removed
)

// MostBlock is the largest size of a block in bytes. A message holds at most maxPayload bytes including its headers.
const (
	MostBlock  = maxPayload - 4<<10
	maxPayload = 1 << 20
)

// MostAttempts is how many workers may fail at the same work. The next worker answers that none of them finished it.
const MostAttempts = 5

// Pace holds timeouts. All programs of a cluster use the same pace; tests use shorter times.
type Pace struct {
	AckWait   time.Duration // if a worker is silent for this long, its work goes to another worker
	Heartbeat time.Duration // a worker renews its offer at this interval; an offer expires after three intervals
}

// DefaultPace is the pace of every cluster outside tests.
var DefaultPace = Pace{AckWait: 30 * time.Second, Heartbeat: 20 * time.Second}

// KeepBlocks is how long the server keeps unused blocks. keepRuns is how long it keeps the work and the results of a
// run that no client collects.
const (
	KeepBlocks = 30 * 24 * time.Hour
	keepRuns   = 7 * 24 * time.Hour
)

// Needs lists what some work requires of a worker.
type Needs struct {
	Version   string   `json:"version"`   // version of the judge
	Group     string   `json:"group"`     // group of the machine; "" for any group
	Languages []string `json:"languages"` // languages of the submission and its checkers, sorted
}

// ID returns the name of these needs in subjects.
func (n Needs) ID() string { return digest(n)[:16] }

// MetBy reports whether a worker with this offer can now do work with these needs.
func (n Needs) MetBy(w Offer) bool {
	lacks := func(language string) bool { return !slices.Contains(w.Languages, language) }
	return w.Paused == "" && n.Version == w.Version && (n.Group == "" || n.Group == w.Group) &&
		!slices.ContainsFunc(n.Languages, lacks)
}

// Ask is a request to judge one submission on some tests.
type Ask struct {
	Needs      Needs         `json:"needs"`
	Parcel     string        `json:"parcel"`     // digest of the files of the problem and submission
	Problem    string        `json:"problem"`    // name of the problem
	Submission string        `json:"submission"` // name of the submission
	Tests      []string      `json:"tests"`      // names, in order; nil for all tests of the problem
	TimeLimit  time.Duration `json:"time_limit"` // overrides the problem's limit if not 0
	All        bool          `json:"all"`        // run every test, even after a TLE
	First      bool          `json:"first"`      // stop at the first test that is not accepted
	Lines      bool          `json:"lines"`      // keep the last lines of conversations
	// Transcripts asks for the conversation on each test, and Show for the output or conversation of a single test.
	Transcripts bool   `json:"transcripts"`
	Show        bool   `json:"show"`
	Fresh       string `json:"fresh"` // a random text if cached results must not be used; "" if they may be
}

// ID returns the name of an ask, and of its result.
func (a Ask) ID() string { return digest(a) }

func digest(v any) string {
	text, _ := json.Marshal(v) // cannot fail: plain data
	return Digest(text)
}

// Digest returns the SHA-256 of the content in hexadecimal.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Result answers an Ask.
type Result struct {
	Machine Machine  `json:"machine"`
	Tree    string   `json:"tree"`    // the worker's folder; the paths in the outcome begin with it
	Outcome []string `json:"outcome"` // digests of the blocks of the outcome
	// Failed is a mistake in the package that every machine would find, such as a checker that does not compile.
	// Outcome is then empty. A failure of one machine is not a result: the work goes to another worker.
	Failed string `json:"failed,omitempty"`
	// Abandoned says why nobody finished this work. Outcome is then empty, too.
	Abandoned string `json:"abandoned,omitempty"`
}

// Progress says how far a worker is with a submission.
type Progress struct {
	Step   string `json:"step"` // "building" or "judging"
	Done   int    `json:"done"` // number of programs built, or of tests run or skipped
	Total  int    `json:"total"`
	Worker string `json:"worker"`
}

// Machine describes what measured times depend on.
type Machine struct {
	Worker  string `json:"name"`
	Group   string `json:"group"` // operators give one group to machines with comparable times; "" for no group
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"`
	Backend string `json:"backend"` // name of the worker's sandbox
	Jobs    int    `json:"jobs"`    // number of tests that the worker runs side by side
}

// String describes a machine for reports.
func (m Machine) String() string {
	group := ""
	if m.Group != "" {
		group = "; group " + m.Group
	}
	return fmt.Sprintf("%s (%s, %d cores, %s%s)", m.Worker, m.CPU, m.Cores, m.Backend, group)
}

// Offer describes a worker. The worker publishes its offer with each heartbeat. "cluster workers --json" prints offers
// with these JSON names.
type Offer struct {
	Machine
	Version   string    `json:"judge"`            // version of the worker's judge
	Languages []string  `json:"languages"`        // installed languages, sorted
	Isolation string    `json:"isolation"`        // how the sandbox isolates programs
	Since     time.Time `json:"since"`            // when the worker started
	Work      string    `json:"work"`             // what the worker judges, "hdu5046/dlx of run …"; "" if nothing
	Done      int       `json:"done"`             // number of submissions that the worker has judged
	LastWords string    `json:"last_words"`       // the worker's last error; "" for none
	Paused    string    `json:"paused,omitempty"` // why the worker takes no work now; "" if it takes work
	Seen      time.Time `json:"seen,omitzero"`    // when the offer was published, by the server's clock; set by Offers
}

// Name matches the names of workers, keys and groups.
var Name = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// WorkSubject returns the subject where an ask of a run waits for a worker. needs is the ID of the ask's needs. If a
// parameter is "*", the subject is a pattern for the work of all needs, runs or asks.
func WorkSubject(needs, run, id string) string { return "judge.work." + needs + "." + run + "." + id }

// AttemptSubject returns the subject of an attempt at the work with this subject. If attempt is "*", it matches all
// attempts.
func AttemptSubject(work, attempt string) string { return work + "." + attempt }

// RunWork returns the pattern for all work of a run, and for all attempts.
func RunWork(run string) string { return "judge.work.*." + run + ".>" }

// ResultSubject returns the subject of an ask's result. If id is "*", the subject matches all results of a run.
func ResultSubject(run, id string) string { return "judge.result." + run + "." + id }

// ProgressSubject returns the subject for the progress of an ask. If id is "*", the subject matches all asks of a run.
func ProgressSubject(run, id string) string { return "judge.progress." + run + "." + id }

// Work parses a subject that WorkSubject returned. It returns the names of the run and of the ask.
func Work(subject string) (run, id string, err error) {
	parts := strings.Split(subject, ".")
	if len(parts) != 5 || parts[0] != "judge" || parts[1] != "work" {
		return "", "", fmt.Errorf("%q is not a subject of work", subject)
	}
	return parts[3], parts[4], nil
}

// Last returns the last part of a subject: the name of an ask.
func Last(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Encode encodes a message. It returns an error if the message is too large to send.
func Encode(message any) ([]byte, error) {
	text, err := json.Marshal(message)
	if err == nil && len(text) > MostBlock {
		err = fmt.Errorf("the message has %d bytes, more than the limit of %d (name fewer tests, or none for all)",
			len(text), MostBlock)
	}
	return text, err
}

// RunName returns the name of a run, derived from the IDs of its asks. The same command gives the same name.
func RunName(ids []string) string { return digest(slices.Sorted(slices.Values(ids)))[:16] }

// ErrMissing means that a block is not in the cluster: it was never sent, or it expired because nobody used it.
var ErrMissing = errors.New("not in the cluster; a new run sends what is missing")

// Brief shortens a text that comes from a program or from another machine, so that the text fits into messages.
func Brief(text string) string {
	const most = 2 << 10
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
