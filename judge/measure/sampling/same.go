package sampling

import (
	"maps"
	"slices"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
)

// leaveOutSame takes those solutions out of the plan whose two sides are the same program: there is nothing to find
// out.
func (p *preparation) leaveOutSame() error {
	for _, program := range slices.SortedFunc(maps.Keys(p.built), func(a, b record.Program) int {
		return a.On("").Compare(b.On(""))
	}) {
		sides := p.built[program]
		if sides[Now].Path == "" || sides[Base].Path == "" {
			continue
		}
		same, err := sameProgram(sides[Now], sides[Base])
		if err != nil {
			return err
		}
		if same {
			p.plan.Same = append(p.plan.Same, program)
		}
	}
	same := func(program record.Program) bool { return slices.Contains(p.plan.Same, program) }
	p.plan.Subjects = slices.DeleteFunc(p.plan.Subjects, func(s Subject) bool { return same(s.Program()) })
	clear(p.at)
	for i, s := range p.plan.Subjects {
		p.at[s.Key] = i
	}
	p.counted = slices.DeleteFunc(p.counted, func(c counted) bool {
		return same(programOf(c.entry))
	})
	for side, bounds := range p.plan.Bounds {
		p.plan.Bounds[side] = slices.DeleteFunc(bounds, func(b record.Bound) bool { return same(b.Program()) })
	}
	return nil
}

// sameProgram reports whether two programs do the same: executables as compile.SameProgram says, and those that
// something else runs if they are the same entry of the cache, run in the same way.
func sameProgram(a, b sandbox.Program) (bool, error) {
	if a.Dir != "" || b.Dir != "" {
		return a.Dir == b.Dir && a.Path == b.Path && slices.Equal(a.Args, b.Args), nil
	}
	return compile.SameProgram(a.Path, b.Path)
}
