package worker

import (
	"context"
	"sync"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/wire"
)

// hold keeps the work with this worker until release: it tells the server regularly that the work is in progress. It
// also counts how often this process was stopped, and ends the work when its run is cancelled.
func (j *job) hold(ctx context.Context, end context.CancelCauseFunc) (release func()) {
	ctx, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	j.unwanted(ctx, end)
	beside.Go(func() { j.tick(ctx) })
	beside.Go(func() {
		for ctx.Err() == nil {
			pause(ctx, j.Conn.Pace.AckWait/30)
			if j.Conn.NC.IsConnected() {
				j.unwanted(ctx, end)
			}
		}
	})
	return func() {
		stop()
		beside.Wait()
	}
}

// tick sends the server a sign of progress, and checks the clock. It never waits for the server.
func (j *job) tick(ctx context.Context) {
	period := j.Conn.Pace.AckWait / 30
	ticks := time.NewTicker(period)
	defer ticks.Stop()
	p := pulse{last: j.clock()}
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		case asked := <-j.look:
			j.stops.Add(p.beat(j.clock(), period+j.stopped))
			close(asked)
			continue
		}
		j.stops.Add(p.beat(j.clock(), period+j.stopped))
		if n%10 == 0 {
			j.msg.inProgress()
		}
	}
}

// stopsSoFar is how often this process was stopped since the work was taken.
func (j *job) stopsSoFar(ctx context.Context) int64 {
	asked := make(chan struct{})
	select {
	case j.look <- asked:
		<-asked
	case <-ctx.Done():
	}
	return j.stops.Load()
}

// pulse notices that this process was stopped. During SIGSTOP both clocks of the system go on; while a machine sleeps,
// at least the wall clock does.
type pulse struct{ last time.Time }

// beat is 1 if more time than expected has passed since the last one, else 0.
func (p *pulse) beat(now time.Time, most time.Duration) int64 {
	gap := max(now.Sub(p.last), now.Round(0).Sub(p.last.Round(0)))
	p.last = now
	if gap > most {
		return 1
	}
	return 0
}

// unwanted ends the work if its run is cancelled or finished. Work of an unknown run is judged.
func (j *job) unwanted(ctx context.Context, end context.CancelCauseFunc) {
	entry, err := j.Conn.Runs.Get(ctx, j.run)
	if err != nil {
		return
	}
	if run, err := wire.Decode[wire.Run](entry.Value()); err == nil && run.State != wire.Running {
		end(errUnwanted)
	}
}

// betweenProgress is the least time between two messages on one submission.
const betweenProgress = 250 * time.Millisecond

// progress publishes the progress of the submission. Messages may be lost. Those that follow too soon are dropped,
// except the last.
func (j *job) progress(p grade.Progress) {
	now := time.Now()
	if now.Sub(j.told) < betweenProgress && !(p.Step == "judging" && p.Done == p.Total) {
		return
	}
	j.told = now
	text, err := wire.Encode(wire.Progress{Step: p.Step, Done: p.Done, Total: p.Total, Current: cut(p.Current,
		2*mostName), Worker: j.Offer.Machine.Worker})
	if err == nil && j.Conn.NC.IsConnected() {
		msg := wire.ProgressMessage(j.run, j.place, text)
		msg.Subject = wire.OwnSubject(msg.Subject, j.Conn.Key)
		j.Conn.NC.PublishMsg(msg)
	}
}
