package compile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/sandbox"
)

// answers runs toolchains that are asked about themselves, and keeps what they answer, so that the next judge need not
// start a sandbox for them. Only what a contained toolchain says when all goes well is kept, and that it does not know
// an option: it has seen the system's files and its own folders, and nothing else. Its key holds the times at which
// these last changed, so that another toolchain, or a new one in the same place, is asked again. A shim, which needs
// the user's files, is always asked.
type answers struct {
	sandbox.Executor
	kept *store.Store
}

// answerBounds are of toolchains that are found: a handful of answers for each language.
var answerBounds = store.Bounds{Each: sandbox.HeadBytes, Entries: 400}

// asks is what asks toolchains. The lock on asking is held.
func (c *Cache) asks() sandbox.Executor {
	if c.asker == nil {
		c.asker = c.Programs
		if box, is := c.Programs.(sandbox.Sandbox); is && !c.temporary && sandbox.Warning(box) == "" {
			if dir, err := c.Folder("answers"); err == nil {
				c.asker = openAnswers(c.Programs, dir)
			}
		}
	}
	return c.asker
}

func openAnswers(programs sandbox.Executor, dir string) answers {
	return answers{programs, store.Open(dir, answerBounds)}
}

// Run answers from what is kept, or else runs the toolchain.
func (a answers) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	key := store.NewKey("dlxjudge answer 2")
	key.Add(task.Program)
	key.Add(task.Args...)
	key.Add(task.Env...)
	key.Add(task.Reads...)
	for _, path := range append([]string{task.Program, "/bin", "/usr/bin", "/usr/local/bin"}, task.Reads...) {
		state, err := stateOf(path)
		if err != nil {
			return a.Executor.Run(ctx, task)
		}
		key.Add(state)
	}
	if text, kept := a.kept.Load(key.Name()); kept {
		return sandbox.Result{End: sandbox.Exited, Said: sandbox.Said{First: text}}, nil
	}
	no := store.NewKey("dlxjudge refusal 2")
	no.Add(key.Name())
	if text, kept := a.kept.Load(no.Name()); kept {
		return sandbox.Result{End: sandbox.Exited, ExitCode: 1, Said: sandbox.Said{First: text}}, nil
	}
	result, err := a.Executor.Run(ctx, task)
	switch {
	case err != nil || result.End != sandbox.Exited:
	case result.ExitCode == 0:
		a.kept.Save(key.Name(), result.Said.First)
	case refuses(result, task.Args):
		a.kept.Save(no.Name(), result.Said.First)
	}
	return result, err
}

// refuses reports whether a toolchain has ended because it does not know an option, -std=gnu23, which it names. It will
// not know it the next time either. Whatever else goes wrong may be the machine's fault.
func refuses(result sandbox.Result, args []string) bool {
	return result.End == sandbox.Exited && result.ExitCode != 0 && slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-") && strings.Contains(arg, "=") && strings.Contains(result.Said.Head(), arg)
	})
}

// stateOf changes whenever a file does, or whenever a file of a folder comes, goes or is replaced. It is that of where
// a link leads.
func stateOf(path string) (string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "none", nil
	}
	if err != nil {
		return "", err
	}
	stamp, _ := store.Stamp(info)
	return stamp, nil
}
