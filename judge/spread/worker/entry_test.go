package worker

import (
	"errors"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// TestFault: a checker that does not compile is the package's mistake, a full disk this machine's.
func TestFault(t *testing.T) {
	for _, row := range []struct {
		err error
		own bool
	}{
		{syscall.EMFILE, true}, {syscall.ENOSPC, true}, {syscall.ENOENT, false},
		{errors.New("problem.yaml:1:1: unknown key"), false},
	} {
		if got := ofMachine(row.err); got != row.own {
			t.Errorf("%v: got %v", row.err, got)
		}
	}
}

// TestMemory: problems are read once, and not too many are remembered.
func TestMemory(t *testing.T) {
	var files fakeParcels
	m := newMemory()
	for i := range mostLoaded + 4 {
		name := "p" + string(rune('a'+i))
		files.add(t, name)
		work := wire.Work{Parcel: digest(name), Problem: name, Submission: "accepted/sum.c"}
		first, err := m.entry(work, files[work.Parcel])
		judgetest.Check(t, err)
		second, err := m.entry(work, files[work.Parcel])
		judgetest.Check(t, err)
		if first.Problem != second.Problem {
			t.Errorf("%s was read twice", name)
		}
	}
	if len(m.loaded) != mostLoaded || len(m.recent) != mostLoaded {
		t.Errorf("%d and %d are remembered", len(m.loaded), len(m.recent))
	}
}
