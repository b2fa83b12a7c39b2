package sampling

import (
	"context"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
)

// leaveOutSame returns the entries of both sides without those solutions whose two sides are the same program: there is
// nothing to find out, so no input is made for them, and they are not judged.
func (p *preparation) leaveOutSame(ctx context.Context, now, base []Entry) (_, _ []Entry, err error) {
	theirs := make(map[record.Program]Entry, len(base))
	for _, e := range base {
		theirs[programOf(e.Entry)] = e
	}
	for i, e := range now {
		program := programOf(e.Entry)
		other, known := theirs[program]
		if !known {
			continue
		}
		if p.Grade.Observe != nil {
			p.Grade.Observe(grade.Progress{Step: "building", Done: i, Total: len(now), Current: program.String()})
		}
		same, err := p.builtSame(ctx, e, other)
		if err != nil {
			return nil, nil, err
		}
		if same {
			p.plan.Same = append(p.plan.Same, program)
		}
	}
	slices.SortFunc(p.plan.Same, func(a, b record.Program) int { return a.On("").Compare(b.On("")) })
	same := func(e Entry) bool { return slices.Contains(p.plan.Same, programOf(e.Entry)) }
	return slices.DeleteFunc(slices.Clone(now), same), slices.DeleteFunc(slices.Clone(base), same), nil
}

// builtSame builds a solution of both sides and reports whether they are the same program. One that cannot be built is
// not: why that is so is said where it is judged.
func (p *preparation) builtSame(ctx context.Context, sides ...Entry) (bool, error) {
	var built [2]sandbox.Program
	for i, e := range sides {
		var err error
		if built[i], err = p.Grade.Cache.Build(ctx, compile.Submission, e.Submission.Source); err != nil {
			return false, ctx.Err()
		}
	}
	return sameProgram(built[0], built[1])
}

// sameProgram reports whether two programs do the same: executables as compile.SameProgram says, and those that
// something else runs if they are the same entry of the cache, run in the same way.
func sameProgram(a, b sandbox.Program) (bool, error) {
	if a.Dir != "" || b.Dir != "" {
		return a.Dir == b.Dir && a.Path == b.Path && slices.Equal(a.Args, b.Args), nil
	}
	return compile.SameProgram(a.Path, b.Path)
}
