package reports

import (
	"bytes"
	"testing"
	"time"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
)

// timeLimits has limits that fit and limits that do not.
func timeLimits() []TimeLimit {
	rule := problem.Limits{Resolution: time.Second,
		Multipliers: problem.Multipliers{FromAccepted: 2000, ToTooSlow: 1500}}
	program := func(name string, slow bool, milliseconds ...int) limits.Timing {
		p := limits.Timing{Name: name, Slow: slow}
		for _, ms := range milliseconds {
			run := limits.Run{Test: "secret/1", Time: time.Duration(max(ms, -ms)) * time.Millisecond, Stopped: ms < 0}
			p.Runs = append(p.Runs, run)
		}
		return p
	}
	fast := func(milliseconds ...int) limits.Timing { return program("accepted/a.c", false, milliseconds...) }
	slow := func(milliseconds ...int) limits.Timing {
		return program("time_limit_exceeded/b.c", true, milliseconds...)
	}
	var all []TimeLimit
	add := func(name string, now time.Duration, programs ...limits.Timing) *TimeLimit {
		rule.Time = now
		l := TimeLimit{Problem: name, Limits: rule, Proposal: limits.Propose(rule, programs)}
		if now > 0 {
			l.Breaches = limits.Check(rule, programs)
		}
		all = append(all, l)
		return &all[len(all)-1]
	}
	add("agrees", 2*time.Second, fast(812, 800, 805), slow(-3750))
	add("none", 0, fast(812, 800, 805), slow(3200, 3100, 3150))
	add("larger", 3*time.Second, fast(812, 800, 805), slow(-5625))
	add("toolow", time.Second, fast(812, 800, 805), slow(-3750))
	add("toohigh", 5*time.Second, fast(812), slow(4000))
	add("close", 0, fast(490, 495, 510))
	add("nothing", 4*time.Second, fast(1200), slow(2000))
	add("finer", 0, fast(700), slow(2700))
	add("unsure", time.Second, fast(490, 510))
	add("endless", time.Second, fast(-20000), slow(9000))
	add("unlimited", 0, fast(-20000))
	add("unknown", 0).Notes = []string{"accepted/a.rs is left out: no rustc"}
	add("wrong", time.Second, fast(0), slow(-1875)).Wrong = []string{"accepted/a.c gets WA on secret/1: want 3, got 4"}
	return all
}

// TestTimeLimits shows the report on them.
func TestTimeLimits(t *testing.T) {
	var out bytes.Buffer
	judgetest.Check(t, TimeLimits(&out, timeLimits(), terminal.Style{}))
	judgetest.Golden(t, "testdata/limits.txt", out.String())
}
