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
type placer struct{ seeds map[string][]uint32 }

func (b *placer) Layout(_ context.Context, source problem.Source, l compile.Layout) (sandbox.Program, bool, error) {
	b.seeds[source.Name] = append(b.seeds[source.Name], l.Seed)
	return sandbox.Program{Path: source.Name}, true, os.WriteFile(filepath.Join(l.Dir, source.Name), nil, 0o644)
}

// TestLayouts: each round has a new layout, the same for both sides, and leaves no files.
func TestLayouts(t *testing.T) {
	p, worker := planned()
	builder := &placer{make(map[string][]uint32)}
	p.builder, p.scratch, p.Count = builder, t.TempDir(), 3
	judgetest.Check(t, p.run(t.Context(), worker, func(Side, record.Sample) error { return nil }))
	old := builder.seeds["old"]
	if len(old) != 3 || old[0] == old[1] || old[1] == old[2] {
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
}

// fixedBuilder is a builder for languages whose programs an interpreter runs.
type fixedBuilder struct{}

func (fixedBuilder) Layout(_ context.Context, source problem.Source, _ compile.Layout) (sandbox.Program, bool, error) {
	return sandbox.Program{Path: source.Name, Dir: "/files"}, false, nil
}

// TestLayoutsOfRunners: one note says that a program has no layouts.
func TestLayoutsOfRunners(t *testing.T) {
	p, worker := planned()
	p.builder, p.scratch, p.Count = fixedBuilder{}, t.TempDir(), 3
	judgetest.Check(t, p.run(t.Context(), worker, func(Side, record.Sample) error { return nil }))
	if len(p.notes) != len(p.programs) || !strings.Contains(p.notes[0], "can place its code") {
		t.Errorf("notes %q, want one of each of %d programs", p.notes, len(p.programs))
	}
}
