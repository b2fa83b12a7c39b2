package sampling

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// placer builds nothing: it names a layout by its seed.
type placer struct {
	seeds map[string][]uint32
	fixed bool // no layouts, as for interpreted languages
}

func (b *placer) Layout(_ context.Context, source problem.Source, l compile.Layout) (sandbox.Program, bool, error) {
	b.seeds[source.Name] = append(b.seeds[source.Name], l.Seed)
	return sandbox.Program{Path: source.Name}, !b.fixed, os.WriteFile(filepath.Join(l.Dir, source.Name), nil, 0o644)
}

// TestSeed: a session repeats the layouts of its seed, and another seed has others.
func TestSeed(t *testing.T) {
	layouts := func(seed uint64) []uint32 {
		p, worker := planned(t)
		builder := &placer{make(map[string][]uint32), false}
		p.builder, p.Count, p.Seed = builder, 3, seed
		judgetest.Check(t, p.run(t.Context(), worker, func(Side, record.Sample) error { return nil }))
		return builder.seeds["old"][:3]
	}
	if one := layouts(1); !slices.Equal(one, layouts(1)) || slices.Equal(one, layouts(2)) {
		t.Error("the seed does not decide the layouts")
	}
}

// TestLayouts: each round has a new layout, the same for both sides, and leaves no files. One note says that a program
// has no layouts.
func TestLayouts(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		p, worker := planned(t)
		builder := &placer{make(map[string][]uint32), fixed}
		p.builder, p.Count = builder, 3
		judgetest.Check(t, p.run(t.Context(), worker, func(Side, record.Sample) error { return nil }))
		old := builder.seeds["old"]
		if len(old) != 3 && len(old) != 4 || old[0] == old[1] || old[1] == old[2] { // one may be built ahead
			t.Errorf("seeds %v: want three", old)
		}
		for _, seed := range old {
			if !slices.Contains(builder.seeds["new"], seed) {
				t.Errorf("one side alone has seed %d", seed)
			}
		}
		if left, _ := os.ReadDir(p.scratch); len(left) > 0 {
			t.Errorf("%v remains", left)
		}
		if noted := strings.Count(strings.Join(p.notes, "\n"), "can vary its layout"); fixed != (noted == 2) {
			t.Errorf("fixed %v: notes %q", fixed, p.notes)
		}
	}
}
