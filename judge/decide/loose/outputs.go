package loose

import (
	"context"
	"io"
	"math"
	"regexp"
	"slices"
	"sync"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

// Outputs keeps a program's outputs that are not accepted, or that have no answer to compare with.
type Outputs struct {
	Whole bool // keep outputs whole, not only the first part

	texts sync.Map // a Text for each path of an input
}

// Text is the first part of a file or, with Outputs.Whole, all of it.
type Text struct {
	Head []byte
	Size int64  // of the whole file, in bytes
	Near string // the tolerance that would be enough, from recorder.near; or ""
}

// headBytes is the most bytes of a file that are kept, which is more than is shown.
const headBytes = 16 << 10

// Of returns the output on an input, and whether it was kept.
func (o *Outputs) Of(input string) (Text, bool) {
	value, _ := o.texts.Load(input)
	text, ok := value.(Text)
	return text, ok
}

// Around wraps a checker so that outputs are kept. A test without an answer is not judged: its verdict is NotRun.
func (o *Outputs) Around(checker check.Checker) check.Checker { return recorder{o, checker} }

type recorder struct {
	outputs *Outputs
	checker check.Checker
}

func (r recorder) Check(ctx context.Context, files check.Files) (result check.Result, err error) {
	result = check.Result{Verdict: problem.NotRun, Message: "not judged: there is no answer"}
	if files.Answer != "" {
		if result, err = r.checker.Check(ctx, files); err != nil || result.Verdict == problem.AC {
			return result, err
		}
	}
	most := int64(headBytes)
	if r.outputs.Whole {
		most = math.MaxInt64
	}
	text, err := head(files.Output, most)
	if err != nil {
		return check.Result{Verdict: problem.JE, Message: "cannot read the output: " + err.Error()}, nil
	}
	text.Near, err = r.near(ctx, files, result)
	r.outputs.texts.Store(files.Input, text)
	return result, err
}

// near returns the smallest tolerance with which the default checker would accept a wrong output. It returns "" if none
// is enough, if the test already has one, or if the first difference is not in a fraction. Integers must be exact.
func (r recorder) near(ctx context.Context, files check.Files, wrong check.Result) (string, error) {
	d := wrong.Difference
	if wrong.Verdict != problem.WA || d == nil || !fraction.MatchString(d.Want) && !fraction.MatchString(d.Got) ||
		slices.Contains(files.Args, "float_tolerance") {
		return "", nil
	}
	args := files.Args
	for _, tolerance := range []string{"1e-9", "1e-6", "1e-4"} {
		files.Args = append(slices.Clone(args), "float_tolerance", tolerance)
		result, err := r.checker.Check(ctx, files)
		if err != nil || result.Verdict == problem.AC {
			return tolerance, err
		}
	}
	return "", nil
}

// fraction matches a number that is not written as an integer.
var fraction = regexp.MustCompile(`^[+-]?[0-9]*(\.[0-9]*|[eE][+-]?[0-9]+|\.[0-9]*[eE][+-]?[0-9]+)$`)

// Head reads the first part of a file.
func Head(path string) (Text, error) { return head(path, headBytes) }

// head reads the first bytes of a file.
func head(path string, most int64) (Text, error) {
	file, err := untrusted.Open(path)
	if err != nil {
		return Text{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Text{}, err
	}
	first, err := io.ReadAll(io.LimitReader(file, most))
	return Text{Head: first, Size: info.Size()}, err
}
