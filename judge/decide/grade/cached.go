package grade

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// CachedResults gives access to the results of earlier runs. Setting describes what all these results depend on.
type CachedResults struct {
	Folder  *store.Store // from cache.OpenFolder
	Setting string       // from cache.Setting
	Fresh   bool         // run every test, even one with a cached result, and cache the new results
}

// CachedFolder is the environment variable that names the folder of cached results. If it is "off", no results are
// cached.
const CachedFolder = "JUDGE_VERDICTS"

// OpenCached opens the results of earlier runs. They are in the folder that CachedFolder names; if it is not set, they
// are in the user's cache. OpenCached calls cache.Setting immediately; finish waits for the setting. If the value of
// CachedFolder is "off", finish returns nil and no error.
func OpenCached() (finish func(box sandbox.Sandbox, programs *compile.Cache) (*CachedResults, error)) {
	folder := os.Getenv(CachedFolder)
	if folder == "off" {
		return func(sandbox.Sandbox, *compile.Cache) (*CachedResults, error) { return nil, nil }
	}
	setting := cache.Setting()
	return func(box sandbox.Sandbox, programs *compile.Cache) (*CachedResults, error) {
		folder, err := folder, error(nil)
		if folder == "" {
			folder, err = programs.Folder("verdicts")
		} else {
			err = store.MakePrivate(folder, CachedFolder)
		}
		if err != nil {
			return nil, err
		}
		full := setting(box.Name(), box.Measures().String(), box.Level())
		return &CachedResults{Folder: cache.OpenFolder(folder), Setting: full}, nil
	}
}

// cache caches a result for later runs, if it can be cached.
func (q *queue) cache(j *judging, i int, result Test) {
	if key := j.tests[i].key; key != nil && (j.repeatable(i, result) || closeTo(j.limits.Time, result)) {
		result.Name, result.Expected, result.Conversation = "", false, nil
		q.open(j).Put(j.cacheKey, key, result)
	}
}

// load finishes a test that has a cached result. It reports whether the test is finished. A cached result close to the
// time limit does not finish the test, but counts as the first of two runs.
func (q *queue) load(j *judging, i int) bool {
	o := q.options
	if o.CachedResults == nil || j.problem.SubmitAnswer ||
		(o.Conversations || o.Transcripts != "") && j.problem.Talks() {
		return false
	}
	key := q.key(j, i)
	if !o.CachedResults.Fresh {
		result, found := q.open(j).Load(key)
		switch {
		case !found, o.Failures && shownAgain(j, result):
		case j.repeatable(i, result):
			result.Cached = true
			q.store(j, i, result)
			q.endFinished([]*judging{j})
			return true
		case closeTo(j.limits.Time, result):
			j.tests[i].before = &result
		}
	}
	j.tests[i].key = key
	return false
}

// shownAgain reports whether a cached result is a failure that only another run can show: an output that is not
// accepted, or a conversation.
func shownAgain(j *judging, t Test) bool {
	return t.Verdict == problem.WA || t.Verdict == problem.PE || j.problem.Talks() && t.Verdict != problem.AC
}

// betweenWrites is the time between two writes. A killed judge loses at most the results since the last write.
const betweenWrites = 2 * time.Second

// writing writes new results periodically until stop is called. Then stop writes the last results.
func (q *queue) writing() (stop func()) {
	if q.options.CachedResults == nil {
		return func() {}
	}
	ended, written := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(written)
		defer q.write()
		for {
			select {
			case <-time.After(betweenWrites):
				q.write()
			case <-ended:
				return
			}
		}
	}()
	return func() { close(ended); <-written }
}

// write writes new results. If another judge holds the lock too long, the results wait for the next write. If this
// was the last write, they are lost, and their tests run again next time.
func (q *queue) write() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*betweenWrites)
	defer cancel()
	q.cachedMu.Lock()
	programs := slices.Collect(maps.Values(q.cached))
	q.cachedMu.Unlock()
	for _, program := range programs {
		if program.Write(ctx) != nil && ctx.Err() != nil {
			return // another judge holds the lock; the next write tries again
		}
	}
}

// open returns the cached results of a submission, and opens them on first use.
func (q *queue) open(j *judging) *cache.Results[Test] {
	q.cachedMu.Lock()
	defer q.cachedMu.Unlock()
	if j.cached == nil {
		j.cacheKey = q.common(j)
		name := j.cacheKey.Name()
		if q.cached[name] == nil {
			q.cached[name] = cache.Open[Test](q.options.CachedResults.Folder, j.cacheKey)
		}
		j.cached = q.cached[name]
	}
	return j.cached
}

// common returns the key of a program. The key covers everything that all results of the program depend on.
func (q *queue) common(j *judging) *cache.Key {
	key, p := cache.NewKey(q.options.CachedResults.Setting, q.files), j.entry.Problem
	key.Add("limits", fmt.Sprintf("%+v", j.limits))
	if j.options.Sanitize {
		key.Add("sanitize", "")
	}
	key.Add("kind", fmt.Sprintf("%#v %v %v", p.Settings, p.Final != nil, p.Scores()))
	addProgram(key, "program", j.program)
	for _, f := range j.submitted() {
		key.Add("file", f.Name)
		key.File("content", f.Path)
	}
	key.Add("checking", fmt.Sprintf("%q %q", j.expected.Messages(), p.Judge.Whitespace))
	for _, c := range j.checkers {
		addProgram(key, c.name, c.program)
	}
	return key
}

// key returns the key of a test. The key covers what the test's result depends on beyond the program's key.
func (q *queue) key(j *judging, i int) *cache.Key {
	key := cache.NewKey("", q.files)
	run := j.runOf(i, "")
	task, files := j.task(run, 1), j.files(run)
	key.Add("run", fmt.Sprintf("%q %q %+v %v", task.Args, task.Env, task.Limits, task.ReadOnly))
	for _, f := range run.Test.Decides() {
		key.Add("file", f.Name)
		key.File("content", f.Path)
	}
	key.Add("checking", fmt.Sprintf("%q %q %q", files.Args, files.ArgsAt, files.Checker))
	return key
}

// addProgram adds a program and its run-time system to a key. The program's version represents the files of its folder.
// The files' change times cannot represent them: the sandbox links to the files, and each link updates these times.
func addProgram(key *cache.Key, name string, p sandbox.Program) {
	key.Add(name, fmt.Sprintf("%s %q %q %q %d %d", p.Version, p.Args, p.Env, p.OutOfMemory, p.Memory, p.Processes))
	key.File("content", p.Path)
	if p.Testlib != nil {
		key.Add("testlib", fmt.Sprintf("%+v", *p.Testlib))
	}
	if p.Plain {
		key.Add("plain", "")
	}
	key.Folders("run-time system", p.Reads)
}

// programVerdicts lists the verdicts that a program can get by running.
var programVerdicts = []problem.Verdict{problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE,
	problem.RTE}

// repeatable reports whether a test would have the same result in another run. A run that came close to a limit, but
// was not stopped, might end on the other side of the limit next time.
func (j *judging) repeatable(i int, t Test) bool {
	stopped := limitsFor(j.limits, j.lateOK[i])
	switch {
	case t.Unsure, t.Starved, t.Waited && j.options.Timing:
		return false
	case t.Signal == "SIGKILL": // the kernel also sends this signal when the machine is out of memory
		return false
	case !slices.Contains(programVerdicts, t.Verdict):
		return false
	case t.Stopped:
		return true
	}
	return !near(time.Duration(t.CPU), j.limits.Time) && !near(t.Memory, j.limits.Memory) &&
		time.Duration(t.Wall) < stopped.Wall*4/5
}

// near reports whether a figure differs from a limit by at most a fifth of the limit.
func near[T ~int64](figure, limit T) bool { return figure >= limit-limit/5 && figure <= limit+limit/5 }
