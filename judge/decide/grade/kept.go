package grade

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"slices"
	"sync"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/decide/kept"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Kept are the results of earlier runs. What they depend on, besides the test itself, is in Setting.
type Kept struct {
	Store   *kept.Store
	Setting string // of kept.Setting
	Fresh   bool   // run every test, and keep the results
}

// KeptFolder is the environment's name for the folder of results that are kept; "off" for none.
const KeptFolder = "JUDGE_VERDICTS"

// OpenKept opens the results of earlier runs, in the folder that the environment names or in the cache of programs. It
// is nil if none are to be kept: then every test runs in each run.
func OpenKept(box sandbox.Sandbox, cache *compile.Cache) (*Kept, error) {
	folder := os.Getenv(KeptFolder)
	if folder == "off" {
		return nil, nil
	}
	var err error
	if folder == "" {
		folder, err = cache.Folder("verdicts")
	} else {
		err = store.MakePrivate(folder, KeptFolder)
	}
	if err != nil {
		return nil, err
	}
	setting, err := kept.Setting(box.Name(), box.Measures().String(), sandbox.PromisesOf(box).Level)
	if err != nil {
		return nil, err
	}
	return &Kept{Store: kept.Open(folder), Setting: setting}, nil
}

// keeper is the queue of a run that does not repeat kept results. A test with such a result is finished as it leaves
// the queue, so that stop rules, progress and results need not know about it.
type keeper struct {
	*queue
	kept *Kept // nil: nothing is kept
	talk bool  // conversations are shown; they are not kept
	sums *kept.Sums

	mu   sync.Mutex
	keys map[*slot]*kept.Key // of tests that are running
}

func newKeeper(q *queue, o Options) *keeper {
	return &keeper{queue: q, kept: o.Kept, talk: o.Conversations || o.Transcripts != "", sums: kept.NewSums(),
		keys: make(map[*slot]*kept.Key)}
}

func (k *keeper) next() (*judging, int, bool) {
	for {
		j, i, ok := k.queue.next()
		if !ok || !k.load(j, i) {
			return j, i, ok
		}
	}
}

func (k *keeper) another(j *judging) (int, bool) {
	for {
		i, ok := k.queue.another(j)
		if !ok || !k.load(j, i) {
			return i, ok
		}
	}
}

func (k *keeper) finish(j *judging, i int, result Test) {
	k.mu.Lock()
	key := k.keys[&j.tests[i]]
	delete(k.keys, &j.tests[i])
	k.mu.Unlock()
	worth := j.settles(i, result) || closeTo(j.limits.Time, result)
	if key != nil && worth && k.sums.Unchanged(key.Files()) {
		if content, err := encode(result); err == nil {
			k.kept.Store.Save(key, content)
		}
	}
	k.queue.finish(j, i, result)
}

// load finishes a test whose result is kept, and reports whether it did. A result that came close to the time limit
// does not finish the test, but counts as the first of its two runs.
func (k *keeper) load(j *judging, i int) bool {
	if k.kept == nil || !j.runs(j.entry.Tests[i]) || k.talk && j.problem.Talks() {
		return false
	}
	key := k.key(j, i)
	if key.Broken() {
		return false
	}
	if !k.kept.Fresh {
		if content, found := k.kept.Store.Load(key); found {
			result, ok := decode(content)
			switch {
			case ok && j.settles(i, result):
				result.Cached = true
				k.queue.finish(j, i, result)
				return true
			case ok && closeTo(j.limits.Time, result):
				j.tests[i].before = &result
			}
		}
	}
	k.mu.Lock()
	k.keys[&j.tests[i]] = key
	k.mu.Unlock()
	return false
}

// key stands for all that the result of a test depends on.
func (k *keeper) key(j *judging, i int) *kept.Key {
	key := kept.NewKey(k.kept.Setting)
	run := j.run(i, "")
	task, files := j.task(run, 1), j.files(run)
	key.Add("limits", fmt.Sprintf("%+v", j.limits))
	p := j.entry.Problem
	key.Add("kind", fmt.Sprintf("%v %v %v %v %q", p.Interactive, p.MultiPass, p.Final != nil, files.Scores,
		p.OutputFile))
	key.Add("run", fmt.Sprintf("%q %q %+v %v", task.Args, task.Env, task.Limits, task.ReadOnly))
	k.program(key, "program", j.program)
	for _, f := range slices.Concat(run.Test.Decides(), j.submitted()) {
		key.Add("file", f.Name)
		key.File("content", k.sums, f.Path)
	}
	key.Add("checking", fmt.Sprintf("%q %q %q %q %q", files.Args, files.ArgsAt, files.Checker, files.Sought,
		p.Judge.Whitespace))
	for _, c := range j.checkers {
		k.program(key, c.name, c.program)
	}
	return key
}

// program adds a program to a key: its files, and the run-time system that runs them.
func (k *keeper) program(key *kept.Key, name string, p sandbox.Program) {
	key.Add(name, fmt.Sprintf("%s %q %q %q %d %d", p.Version, p.Args, p.Env, p.OutOfMemory, p.Memory, p.Processes))
	key.File("content", k.sums, p.Path)
	if p.Testlib != nil {
		key.Add("testlib", fmt.Sprintf("%+v", *p.Testlib))
	}
	if p.Plain {
		key.Add("plain", "")
	}
	key.Folders("files", k.sums, []string{p.Dir})
	key.Folders("run-time system", k.sums, p.Reads)
}

// onPrograms are the verdicts on a program that ran.
var onPrograms = []problem.Verdict{problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE,
	problem.RTE}

// settles reports whether a test would have the same result again. A run that ended by itself close to a limit may
// exceed the limit the next time, or stay below it.
func (j *judging) settles(i int, t Test) bool {
	stopped := limitsFor(j.limits, j.lateOK[i])
	switch {
	case t.Unsure, t.Starved:
		return false
	case t.Signal == "SIGKILL": // the kernel sends that, too, when the machine is out of memory
		return false
	case !slices.Contains(onPrograms, t.Verdict):
		return false
	case t.Stopped:
		return true
	}
	return !near(t.CPU, j.limits.Time) && !near(t.Memory, j.limits.Memory) && t.Wall < stopped.Wall*4/5
}

// near reports whether a figure is within a fifth of a limit.
func near[T ~int64](figure, limit T) bool { return figure >= limit-limit/5 && figure <= limit+limit/5 }

// encode writes a result byte for byte: its message need not be valid text.
func encode(t Test) ([]byte, error) {
	t.Name, t.Expected = "", false
	var content bytes.Buffer
	err := gob.NewEncoder(&content).Encode(t)
	return content.Bytes(), err
}

// decode reads a result that encode has written, and refuses everything else.
func decode(content []byte) (t Test, ok bool) {
	from := bytes.NewReader(content)
	if err := gob.NewDecoder(from).Decode(&t); err != nil || from.Len() > 0 {
		return Test{}, false
	}
	return t, t.Name == "" && !t.Expected && !t.Cached && t.CPU >= 0 && t.Wall >= 0 && t.Memory >= 0
}
