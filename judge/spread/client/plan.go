package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// run is one call of Judge. What stands at an index belongs to the entry of that index: its place.
type run struct {
	conn *wire.Conn
	keep Lists
	wait time.Duration
	// for a worker of this version, if all that are running have others
	waitOurs time.Duration
	roots    problem.Roots
	observe  func(grade.Progress)
	say      func(format string, args ...any)

	list    *List
	entries []grade.Entry
	blanks  []grade.Submission // what is known of each before it is judged
	texts   [][]byte           // Work as it is published; nil for what is not asked for
	parcels []*parcel.Parcel
	resumed *List      // list, if it is that of an earlier run; nil for a new one
	began   time.Time  // by the server's clock; zero for a run that is resumed
	read    *time.Time // of the last result that was read, if a round ended before it had read all; nil to read all
	unsent  bool       // the server may not have what begin sends; belongs to request while a round runs

	answers  answers
	progress []wire.Progress // the last that was heard
	used     map[string]wire.Machine
	printed  *string                   // as in Options
	measured map[sandbox.Measures]bool // how the machines that judged took their figures
	workers  []offered
	alive    atomic.Int64         // workers, of any version; 0 if not known yet
	waiting  map[string]time.Time // need that nobody meets → since when
	warned   map[string]bool      // what was said once
	missing  map[int]time.Time    // place whose result has come without its outcome → since when
}

func newRun(entries []grade.Entry, o Options) (*run, error) {
	r := &run{
		conn: o.Conn, keep: o.Keep, wait: o.Wait, waitOurs: o.WaitOurs, roots: o.Roots,
		observe: o.Observe, say: o.Say, entries: entries, printed: o.printed,
		progress: make([]wire.Progress, len(entries)), used: make(map[string]wire.Machine),
		measured: make(map[sandbox.Measures]bool),
		waiting:  make(map[string]time.Time), warned: make(map[string]bool), missing: make(map[int]time.Time),
	}
	if o.Transcripts != "" {
		var err error
		if o.Transcripts, err = filepath.Abs(o.Transcripts); err != nil {
			return nil, exit.Failed(err)
		}
	}
	now := time.Now()
	r.list = &List{Run: newRunName(now), Package: o.Package, Origin: o.Origin, Transcripts: o.Transcripts, Started: now}
	if o.Resume != nil {
		o = o.asIn(o.Resume)
	}
	for i, e := range entries {
		err := timed(e, o.TimeLimit)
		if err != nil && !o.Roots.Several() {
			return nil, err
		}
		if err != nil {
			entries[i].Submission.Broken = grade.OneLine(err)
		}
		r.blanks = append(r.blanks, grade.Blank(entries[i], o.TimeLimit))
	}
	if err := r.plan(o); err != nil {
		return nil, err
	}
	if o.Resume != nil {
		if err := o.Resume.same(r.list); err != nil {
			return nil, err
		}
		r.list, r.resumed = o.Resume, o.Resume
	}
	r.answers = newAnswers(r)
	return r, nil
}

// asIn are the options that a run was begun with.
func (o Options) asIn(l *List) Options {
	o.Class, o.Transcripts = "", l.Transcripts
	for _, ask := range l.Asks {
		w := ask.Work
		o.TimeLimit, o.All, o.First, o.Fresh, o.Told = w.TimeLimit, w.All, w.First, w.Fresh, w.Told
		if ask.Need.Class != "" {
			o.Class = ask.Need.Class
		}
	}
	return o
}

// timed refuses problems without a time limit: one that is worked out from times of several machines means nothing.
func timed(e grade.Entry, limit time.Duration) error {
	if limit == 0 && e.Problem.Limits.Time == 0 && e.Submission.NotJudged() == "" {
		return fmt.Errorf("%s: its package gives no time limit, and none is worked out from times of several "+
			"machines; write one into the package with judge limits, or give one with: --time-limit SECONDS",
			e.Problem.Name)
	}
	return nil
}

// plan works out what is asked for at each place, and packs the files.
func (r *run) plan(o Options) error {
	packed := make(map[*problem.Problem]*parcel.Parcel)
	for i, e := range r.entries {
		work := wire.Work{
			Problem: e.Problem.Name, Submission: e.Submission.Name, Tests: testsOf(e), TimeLimit: o.TimeLimit,
			All: o.All, First: o.First, Fresh: o.Fresh, Told: o.Told,
			Transcripts: o.Transcripts != "" && e.Problem.Talks(), Show: o.printed != nil,
		}
		if r.blanks[i].Unjudged {
			r.list.Asks = append(r.list.Asks, Ask{Work: work})
			r.texts = append(r.texts, nil)
			continue
		}
		if packed[e.Problem] == nil {
			p, err := parcel.Pack(o.Roots, e.Problem, r.submissionsTo(e.Problem))
			if err != nil {
				return err
			}
			packed[e.Problem] = p
			r.parcels = append(r.parcels, p)
		}
		work.Parcel = packed[e.Problem].Digest()
		text, err := wire.Encode(work)
		if err != nil {
			return fmt.Errorf("%s/%s: %w", work.Problem, work.Submission, err)
		}
		need := wire.Need{Version: version.Judge(), Class: o.Class, Languages: languagesOf(e)}
		r.list.Asks = append(r.list.Asks, Ask{Need: need, Work: work})
		r.texts = append(r.texts, text)
	}
	return nil
}

// submissionsTo are those to a problem that are judged.
func (r *run) submissionsTo(p *problem.Problem) []problem.Submission {
	var submissions []problem.Submission
	for i, e := range r.entries {
		if e.Problem == p && !r.blanks[i].Unjudged {
			submissions = append(submissions, e.Submission)
		}
	}
	return submissions
}

// testsOf are the names of an entry's tests, nil if they are all that the problem runs.
func testsOf(e grade.Entry) []string {
	all := e.Problem.Run()
	if slices.EqualFunc(all, e.Tests, func(a, b problem.Test) bool { return a.Name == b.Name }) {
		return nil
	}
	names := []string{}
	for _, t := range e.Tests {
		names = append(names, t.Name)
	}
	return names
}

// languagesOf are the languages that a worker must have to judge an entry. A source in no known language needs none:
// every worker comes to the same result.
func languagesOf(e grade.Entry) []string {
	sources := slices.Clone(e.Problem.Deciding())
	if e.Problem.StaticValidator != nil && len(e.Problem.StaticTests) > 0 {
		sources = append(sources, *e.Problem.StaticValidator)
	}
	if e.Problem.Grader != nil {
		sources = append(sources, *e.Problem.Grader)
	}
	if !e.Problem.SubmitAnswer && e.Submission.Broken == "" {
		sources = append(sources, e.Submission.Source)
	}
	languages := []string{}
	for _, source := range sources {
		if language, err := compile.LanguageOf(source); err == nil && !language.Scripts() {
			languages = append(languages, language.Name)
		}
	}
	slices.Sort(languages)
	return slices.Compact(languages)
}

// needs are those of all work, each once.
func (r *run) needs() []wire.Need {
	var needs []wire.Need
	seen := make(map[string]bool)
	for _, ask := range r.list.Asks {
		if id := ask.Need.ID(); ask.asked() && !seen[id] {
			seen[id] = true
			needs = append(needs, ask.Need)
		}
	}
	return needs
}

// upload sends the files of all parcels, without those that are there.
func (r *run) upload(ctx context.Context, observe func(grade.Progress)) error {
	for i, p := range r.parcels {
		observe(grade.Progress{Step: "sending", Done: i, Total: len(r.parcels)})
		if _, err := parcel.Upload(ctx, r.conn.Files, p, r.conn.Pace.KeepFiles); err != nil {
			return fmt.Errorf("files cannot be sent: %w", wire.Explain(err))
		}
	}
	return nil
}

// same is an error that names what has changed since the run was begun.
func (l *List) same(now *List) error {
	for i, was := range l.Asks {
		name, is := was.Work.Problem+"/"+was.Work.Submission, now.Asks[i]
		switch {
		case was.Need.Version != is.Need.Version:
			return l.changed(fmt.Sprintf("it was begun by judge %s, and this is %s", was.Need.Version, is.Need.Version))
		case was.Work.Parcel != is.Work.Parcel:
			return l.changed(fmt.Sprintf("files of problem %s have changed since, or of the submissions to it",
				was.Work.Problem))
		}
		before, _ := json.Marshal(was) // plain data: it cannot fail
		after, _ := json.Marshal(is)
		if !bytes.Equal(before, after) {
			return l.changed(fmt.Sprintf("%s has other tests now, or needs another language", name))
		}
	}
	return nil
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}
