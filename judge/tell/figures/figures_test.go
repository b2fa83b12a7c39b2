package figures

import (
	"testing"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// A program that waits is stopped at the wall-clock limit, and its CPU time says little. One that computes is stopped
// at the CPU limit, and its wait for a core says nothing.
func TestTime(t *testing.T) {
	const cpu, wall = grade.Seconds(2 * time.Millisecond), grade.Seconds(3500 * time.Millisecond)
	for _, test := range []struct {
		name string
		test grade.Test
		want string
	}{
		{"accepted", grade.Test{Verdict: problem.AC, CPU: cpu, Wall: wall}, "0.002s"},
		{"idle", grade.Test{Verdict: problem.TLE, CPU: cpu, Wall: wall, Stopped: true, Idle: true}, ">3.50s"},
		{"busy", grade.Test{Verdict: problem.TLE, CPU: wall, Wall: 2 * wall, Stopped: true}, ">3.50s"},
		{"too much memory", grade.Test{Verdict: problem.MLE, CPU: cpu, Wall: wall, Stopped: true}, ">0.002s"},
	} {
		if got := Time(test.test); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestSlowest(t *testing.T) {
	idle := grade.Test{Name: "idle", CPU: 1, Wall: 3, Stopped: true, Idle: true, Verdict: problem.TLE}
	busy := grade.Test{Name: "busy", CPU: 2, Wall: 9, Stopped: true, Verdict: problem.TLE}
	s := grade.Submission{Tests: []grade.Test{{Name: "quick", CPU: 1, Wall: 9}, busy, idle}}
	if got := Slowest(s); got.Name != "idle" {
		t.Errorf("got %s", got.Name)
	}
}

func TestMemory(t *testing.T) {
	for _, test := range []struct {
		test grade.Test
		want string
	}{
		{grade.Test{Memory: 2200 << 10}, "2.1 MiB"},
		{grade.Test{Memory: 1536 << 20, AtLeast: true}, "≥1536 MiB"},
		{grade.Test{Memory: 99<<20 + 1000<<10}, "100 MiB"},
	} {
		if got := Memory(test.test); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
	same := grade.Submission{Tests: []grade.Test{{Name: "a", Memory: 1}, {Name: "b", Memory: 1, AtLeast: true}}}
	if got := Largest(same); got.Name != "b" {
		t.Errorf("the largest is %s, want the lower bound", got.Name)
	}
}

func TestGrouped(t *testing.T) {
	for digits, want := range map[string]string{
		"123": "123", "-123": "-123", "-1234": "-1,234", "1234567": "1,234,567",
		"-9223372036854775808": "-9,223,372,036,854,775,808",
	} {
		if got := Grouped(digits); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
