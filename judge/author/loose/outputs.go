package loose

import (
	"context"
	"io"
	"os"
	"sync"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

// Outputs keeps what a program has printed on the tests that were not accepted, and on those that have no answer.
type Outputs struct {
	mu   sync.Mutex
	kept map[string]Text // by the path of the input
}

// Text is the beginning of a file.
type Text struct {
	Head []byte
	Size int64 // of the whole file, in bytes
}

// keptBytes is how much of a file is kept: more than is shown.
const keptBytes = 16 << 10

// Of is what was printed on an input, and whether it was kept.
func (o *Outputs) Of(input string) (Text, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	text, ok := o.kept[input]
	return text, ok
}

// Around is a checker that asks another one, and keeps outputs. Where there is no answer it asks nobody: the test is
// not judged, and its verdict is NotRun.
func (o *Outputs) Around(checker check.Checker) check.Checker { return keeper{o, checker} }

type keeper struct {
	outputs *Outputs
	checker check.Checker
}

func (k keeper) Check(ctx context.Context, files check.Files) (result check.Result, err error) {
	result = check.Result{Verdict: problem.NotRun, Message: "not judged: there is no answer"}
	if files.Answer != "" {
		if result, err = k.checker.Check(ctx, files); err != nil || result.Verdict == problem.AC {
			return result, err
		}
	}
	text, err := Head(files.Output)
	if err != nil {
		return check.Result{Verdict: problem.JE, Message: "cannot read the output: " + err.Error()}, nil
	}
	k.outputs.mu.Lock()
	defer k.outputs.mu.Unlock()
	if k.outputs.kept == nil {
		k.outputs.kept = make(map[string]Text)
	}
	k.outputs.kept[files.Input] = text
	return result, nil
}

// Head reads the beginning of a file.
func Head(path string) (Text, error) {
	file, err := os.Open(path)
	if err != nil {
		return Text{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Text{}, err
	}
	head, err := io.ReadAll(io.LimitReader(file, keptBytes))
	return Text{head, info.Size()}, err
}
