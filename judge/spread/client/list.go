package client

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// List is what a run has asked for: all that a client needs to continue it.
type List struct {
	Run         string    `json:"run"`
	Package     string    `json:"package"`               // as --package had it; "" for a checkout
	Origin      string    `json:"origin"`                // absolute path of the checkout, or of the package
	Transcripts string    `json:"transcripts,omitempty"` // absolute path of the folder for what is said; "" for none
	Started     time.Time `json:"started"`
	Asks        []Ask     `json:"asks"`
}

// Ask is a submission that was asked for, at its place.
type Ask struct {
	Need wire.Need `json:"need"`
	Work wire.Work `json:"work"` // without a parcel if no machine judges it
}

// asked reports whether a worker is to judge it.
func (a Ask) asked() bool { return a.Work.Parcel != "" }

// newRunName is a unique name, which shows people when the run began.
func newRunName(now time.Time) string {
	var luck [4]byte
	rand.Read(luck[:]) // it never fails
	return now.UTC().Format("20060102-150405-") + hex.EncodeToString(luck[:])
}

// runForm is the form of such a name, which is part of subjects and of a file's name.
var runForm = regexp.MustCompile(`^[0-9]{8}-[0-9]{6}-[0-9a-f]{8}$`)

// Lists is a folder of lists of runs that have not ended, a file for each; "" keeps none.
type Lists string

const (
	mostList   = 256 << 20 // bytes of a file
	listSuffix = ".json"
)

// save writes a list, whole, and removes the lists of runs that the cluster has forgotten.
func (dir Lists) save(l *List, keepRuns time.Duration) error {
	if dir == "" {
		return nil
	}
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(dir), 0o700); err != nil {
		return err
	}
	others, _ := os.ReadDir(string(dir)) // those that cannot be read stay
	for _, other := range others {
		name, is := strings.CutSuffix(other.Name(), listSuffix)
		if info, err := other.Info(); is && runForm.MatchString(name) && err == nil &&
			time.Since(info.ModTime()) > keepRuns {
			dir.remove(name)
		}
	}
	return whole.Write(dir.path(l.Run), func(w io.Writer) error { _, err := w.Write(text); return err })
}

// errHeld says that another client works at a run.
var errHeld = errors.New("another client works at it; wait until it has ended, or end it first")

// hold keeps other clients from a run until release, or the end of this process. With two, the first to end would have
// workers drop the work that the other waits for. On a file system without locks, hold prevents nothing.
func (dir Lists) hold(run string) (release func(), err error) {
	file, err := os.Open(dir.path(run))
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(fmt.Errorf("run %s: %w", run, errHeld), file.Close())
	}
	return func() { file.Close() }, nil
}

// held reports whether another client works at a run.
func (dir Lists) held(run string) bool {
	release, err := dir.hold(run)
	if err == nil {
		release()
	}
	return errors.Is(err, errHeld)
}

// remove removes the list of a run that has ended.
func (dir Lists) remove(run string) {
	if dir != "" {
		os.Remove(dir.path(run)) // else --resume finds nothing left to do
	}
}

func (dir Lists) path(run string) string { return filepath.Join(string(dir), run+listSuffix) }

// Find is the list of the run of that name. For "" it is that of the newest run that was begun at origin and has not
// ended.
func (dir Lists) Find(run, origin string) (*List, error) {
	if run != "" {
		if !runForm.MatchString(run) {
			return nil, fmt.Errorf("%q is no name of a run; one is such as %s", run, newRunName(time.Unix(0, 0)))
		}
		l, err := dir.read(run)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil, fmt.Errorf("no run %s that could be resumed was begun on this machine, or it has ended", run)
		case err != nil:
			return nil, err
		case l.Origin != origin:
			return nil, fmt.Errorf("run %s judges %s; resume it there, or with --package for a package", run, l.Origin)
		}
		return l, nil
	}
	files, err := os.ReadDir(string(dir))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	slices.Reverse(files) // names begin with the time
	for _, file := range files {
		name, is := strings.CutSuffix(file.Name(), listSuffix)
		if !is || !runForm.MatchString(name) || dir.held(name) {
			continue
		}
		if l, err := dir.read(name); err == nil && l.Origin == origin {
			return l, nil
		}
	}
	return nil, fmt.Errorf("no run of %s was left unfinished by this machine; leave out --resume to begin one", origin)
}

func (dir Lists) read(run string) (*List, error) {
	path := dir.path(run)
	text, err := untrusted.Read(path, mostList)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	l := &List{}
	if err := decoder.Decode(l); err != nil || l.Run != run || len(l.Asks) == 0 {
		return nil, fmt.Errorf("%s: no list of a run as this client writes it (%v); remove it, and begin a new run",
			path, err)
	}
	return l, nil
}

// Problems are the names of the problems that the run judges.
func (l *List) Problems() []string {
	var names []string
	for _, ask := range l.Asks {
		if !slices.Contains(names, ask.Work.Problem) {
			names = append(names, ask.Work.Problem)
		}
	}
	return names
}

// Entries are what the run judges, from the problems as they are now.
func (l *List) Entries(set *problem.Set) ([]grade.Entry, error) {
	var entries []grade.Entry
	for _, ask := range l.Asks {
		entry, err := entryOf(set, ask.Work)
		if err != nil {
			return nil, l.changed(err.Error())
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// changed is the error that a run cannot continue.
func (l *List) changed(what string) error {
	return fmt.Errorf("run %s cannot be resumed: %s; begin a new run without --resume", l.Run, what)
}

// entryOf finds what work names.
func entryOf(set *problem.Set, work wire.Work) (grade.Entry, error) {
	problems := slices.Concat(set.Problems, set.Refused)
	i := slices.IndexFunc(problems, func(p *problem.Problem) bool { return p.Name == work.Problem })
	if i < 0 {
		return grade.Entry{}, fmt.Errorf("there is no problem %s any more", work.Problem)
	}
	p := problems[i]
	i = slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Name == work.Submission })
	if i < 0 {
		return grade.Entry{}, fmt.Errorf("there is no %s/%s any more", p.Name, work.Submission)
	}
	entry := grade.Entry{Problem: p, Submission: p.Submissions[i], Tests: p.Run()}
	if work.Tests == nil {
		return entry, nil
	}
	entry.Tests = nil
	byName := make(map[string]problem.Test)
	for _, t := range p.Run() {
		byName[t.Name] = t
	}
	for _, name := range work.Tests {
		t, is := byName[name]
		if !is {
			return grade.Entry{}, fmt.Errorf("there is no test %s of %s any more", name, p.Name)
		}
		entry.Tests = append(entry.Tests, t)
	}
	return entry, nil
}
