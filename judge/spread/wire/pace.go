package wire

import "time"

// Pace is how long things may take. Tests use shorter times. All programs of a cluster must use the same.
type Pace struct {
	AckWait    time.Duration // after so long without a word from its worker, work is given to another
	MaxDeliver int           // workers that work is given to before it is lost
	Heartbeat  time.Duration // between two offers of a worker
	KeepFiles  time.Duration // without use
	KeepRuns   time.Duration // results and what is known of runs
	MostWork   int64         // pieces of work in the queue; clients wait for room
}

// DefaultPace is the pace of every cluster outside tests.
var DefaultPace = Pace{
	AckWait: 30 * time.Second, MaxDeliver: 3, Heartbeat: 10 * time.Second,
	KeepFiles: 30 * 24 * time.Hour, KeepRuns: 7 * 24 * time.Hour, MostWork: 10_000,
}

// Missing is how long after its last heartbeat a worker counts as gone.
func (p Pace) Missing() time.Duration { return 3*p.Heartbeat + p.AckWait }
