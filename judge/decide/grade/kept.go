package grade

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Kept gives access to the results of earlier runs. Setting holds what they all depend on.
type Kept struct {
	Folder  *cache.Folder
	Setting string // from cache.Setting
	Fresh   bool   // run every test, and keep the new results
}

// KeptFolder is the environment variable that names the folder of kept results; "off" keeps none.
const KeptFolder = "JUDGE_VERDICTS"

// OpenKept opens the results of earlier runs, in the folder that the environment names or in the user's cache. It
// starts cache.Setting at once, and finish waits for it. With the value "off", Kept is nil without an error.
func OpenKept() (finish func(box sandbox.Sandbox, programs *compile.Cache) (*Kept, error)) {
	folder := os.Getenv(KeptFolder)
	if folder == "off" {
		return func(sandbox.Sandbox, *compile.Cache) (*Kept, error) { return nil, nil }
	}
	setting := cache.Setting()
	return func(box sandbox.Sandbox, programs *compile.Cache) (*Kept, error) {
		folder, err := folder, error(nil)
		if folder == "" {
			folder, err = programs.Folder("verdicts")
		} else {
			err = store.MakePrivate(folder, KeptFolder)
		}
		if err != nil {
			return nil, err
		}
		full := setting(box.Name(), box.Measures().String(), box.Level())
		return &Kept{Folder: cache.OpenFolder(folder), Setting: full}, nil
	}
}

// keeper is a queue that uses kept results. It finishes a test with a kept result as the test leaves the queue, so stop
// rules, progress and results need not know about kept results.
type keeper struct {
	*queue
	kept          *Kept // nil: nothing is kept
	conversations bool  // conversations are wanted, which kept results lack
	files         *cache.Files

	mu       sync.Mutex
	programs map[string]*cache.Program[Test] // by key name: submissions with the same program share it
}

// keptResults holds a submission's kept results, nil if nothing can be kept, and the key of its program.
type keptResults struct {
	*cache.Program[Test]
	of *cache.Key
}

func newKeeper(ctx context.Context, q *queue, o Options) *keeper {
	return &keeper{queue: q, kept: o.Kept, conversations: o.Conversations || o.Transcripts != "",
		files: cache.NewFiles(ctx), programs: make(map[string]*cache.Program[Test])}
}

func (k *keeper) next() (*judging, int, bool) {
	for {
		j, i, ok := k.queue.next()
		if !ok || !k.load(j, i) {
			return j, i, ok
		}
	}
}

func (k *keeper) finish(j *judging, i int, result Test) {
	if key := j.tests[i].key; key != nil && (j.repeatable(i, result) || closeTo(j.limits.Time, result)) {
		keep := result
		keep.Name, keep.Expected = "", false
		if known := k.open(j); known.of.Unchanged() {
			known.Put(key, keep)
		}
	}
	k.queue.finish(j, i, result)
}

// load finishes a test that has a kept result, and reports whether it did. A kept result close to the time limit does
// not finish the test; it counts as the first of two runs.
func (k *keeper) load(j *judging, i int) bool {
	if k.kept == nil || j.problem.SubmitAnswer || k.conversations && j.problem.Talks() {
		return false
	}
	known := k.open(j)
	if known.Program == nil {
		return false
	}
	key := k.key(j, i)
	if key.Broken() {
		return false
	}
	if !k.kept.Fresh {
		result, found := known.Load(key)
		switch {
		case !found:
		case j.repeatable(i, result):
			result.Cached = true
			k.queue.finish(j, i, result)
			return true
		case closeTo(j.limits.Time, result):
			j.tests[i].before = &result
		}
	}
	j.tests[i].key = key
	return false
}

// betweenWrites is the time between writes, and so the most that a killed judge loses.
const betweenWrites = 2 * time.Second

// writing writes new results periodically until stop is called, which writes the last ones.
func (k *keeper) writing() (stop func()) {
	if k.kept == nil {
		return func() {}
	}
	ended := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for ticks := time.NewTicker(betweenWrites); ; {
			select {
			case <-ticks.C:
				k.write()
			case <-ended:
				ticks.Stop()
				k.write()
				return
			}
		}
	})
	return func() { close(ended); writer.Wait() }
}

// write writes new results. If another judge holds the lock too long, they are written next time or run again.
func (k *keeper) write() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*betweenWrites)
	defer cancel()
	k.mu.Lock()
	programs := slices.Collect(maps.Values(k.programs))
	k.mu.Unlock()
	for _, program := range programs {
		if program != nil && program.Write(ctx) != nil && ctx.Err() != nil {
			return // another judge holds the lock: try again later
		}
	}
}

// open opens the kept results of a submission on first use.
func (k *keeper) open(j *judging) keptResults {
	k.mu.Lock()
	defer k.mu.Unlock()
	if j.kept.of == nil {
		of := k.common(j)
		name := of.Name()
		if _, is := k.programs[name]; !is {
			k.programs[name] = cache.Open[Test](k.kept.Folder, of)
		}
		j.kept = keptResults{k.programs[name], of}
	}
	return j.kept
}

// common returns the key of a program: everything that all its results depend on.
func (k *keeper) common(j *judging) *cache.Key {
	key, p := cache.NewKey(k.kept.Setting, k.files), j.entry.Problem
	key.Add("limits", fmt.Sprintf("%+v", j.limits))
	key.Add("kind", fmt.Sprintf("%q %v %v %v %v %q", p.Format, p.Interactive, p.MultiPass, p.Final != nil, p.Scores(),
		p.OutputFile))
	program(key, "program", j.program)
	for _, f := range j.submitted() {
		key.Add("file", f.Name)
		key.File("content", f.Path)
	}
	key.Add("checking", fmt.Sprintf("%q %q", j.expected.Messages(), p.Judge.Whitespace))
	for _, c := range j.checkers {
		program(key, c.name, c.program)
	}
	return key
}

// key returns the key of a test: everything else that its result depends on.
func (k *keeper) key(j *judging, i int) *cache.Key {
	key := cache.NewKey("", k.files)
	run := j.run(i, "")
	task, files := j.task(run, 1), j.files(run)
	key.Add("run", fmt.Sprintf("%q %q %+v %v", task.Args, task.Env, task.Limits, task.ReadOnly))
	for _, f := range run.Test.Decides() {
		key.Add("file", f.Name)
		key.File("content", f.Path)
	}
	key.Add("checking", fmt.Sprintf("%q %q %q", files.Args, files.ArgsAt, files.Checker))
	return key
}

// program adds a program and its run-time system to a key. The program's version represents the files of its folder.
// Their change times cannot, because the sandbox makes links to the files, which updates these times.
func program(key *cache.Key, name string, p sandbox.Program) {
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

// programVerdicts lists the verdicts on a program that ran.
var programVerdicts = []problem.Verdict{problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE,
	problem.RTE}

// repeatable reports whether a test would have the same result in another run. A run that ended by itself close to a
// limit might land on the other side next time.
func (j *judging) repeatable(i int, t Test) bool {
	stopped := limitsFor(j.limits, j.lateOK[i])
	switch {
	case t.Unsure, t.Starved:
		return false
	case t.Signal == "SIGKILL": // the kernel also sends it when the machine is out of memory
		return false
	case !slices.Contains(programVerdicts, t.Verdict):
		return false
	case t.Stopped:
		return true
	}
	return !near(time.Duration(t.CPU), j.limits.Time) && !near(t.Memory, j.limits.Memory) &&
		time.Duration(t.Wall) < stopped.Wall*4/5
}

// near reports whether a figure is within a fifth of a limit.
func near[T ~int64](figure, limit T) bool { return figure >= limit-limit/5 && figure <= limit+limit/5 }
