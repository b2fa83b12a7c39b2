package loose

import (
	"context"
	"io"
	"os"
	"regexp"
	"slices"
	"sync"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

// Outputs keeps a program's outputs that are not accepted, or that have no answer to compare with.
type Outputs struct {
	Whole bool // keep outputs whole, not only the first part

	mu   sync.Mutex
	kept map[string]Text // by the path of the input
}

// Text is the first part of a file or, with Outputs.Whole, all of it.
type Text struct {
	Head []byte
	Size int64  // of the whole file, in bytes
	Near string // the tolerance that would be enough, from keeper.near; or ""
}

// keptBytes is the most bytes of a file that are kept, which is more than is shown.
const keptBytes = 16 << 10

// Of returns the output on an input, and whether it was kept.
func (o *Outputs) Of(input string) (Text, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	text, ok := o.kept[input]
	return text, ok
}

// tolerances are tried on wrong outputs, in this order.
var tolerances = []string{"1e-9", "1e-6", "1e-4"}

// Around wraps a checker so that outputs are kept. A test without an answer is not judged: its verdict is NotRun.
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
	if err == nil && k.outputs.Whole {
		text.Head, err = os.ReadFile(files.Output)
	}
	if err != nil {
		return check.Result{Verdict: problem.JE, Message: "cannot read the output: " + err.Error()}, nil
	}
	text.Near, err = k.near(ctx, files, result)
	k.outputs.mu.Lock()
	defer k.outputs.mu.Unlock()
	if k.outputs.kept == nil {
		k.outputs.kept = make(map[string]Text)
	}
	k.outputs.kept[files.Input] = text
	return result, err
}

// near returns the smallest of the tolerances with which the default checker would accept a wrong output. It returns ""
// if no tolerance is enough, if the test already has one, or if the first difference is not in a fraction. Integers
// must be exact.
func (k keeper) near(ctx context.Context, files check.Files, wrong check.Result) (string, error) {
	d := wrong.Difference
	if wrong.Verdict != problem.WA || d == nil || !fraction.MatchString(d.Want) && !fraction.MatchString(d.Got) ||
		slices.Contains(files.Args, "float_tolerance") {
		return "", nil
	}
	args := files.Args
	for _, tolerance := range tolerances {
		files.Args = append(slices.Clone(args), "float_tolerance", tolerance)
		result, err := k.checker.Check(ctx, files)
		if err != nil || result.Verdict == problem.AC {
			return tolerance, err
		}
	}
	return "", nil
}

// fraction matches a number that is not written as an integer.
var fraction = regexp.MustCompile(`^[+-]?[0-9]*(\.[0-9]*|[eE][+-]?[0-9]+|\.[0-9]*[eE][+-]?[0-9]+)$`)

// Head reads the first part of a file.
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
	return Text{Head: head, Size: info.Size()}, err
}
