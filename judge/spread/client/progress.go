package client

import (
	"cmp"
	"fmt"

	"github.com/nats-io/nats.go"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/wire"
)

// The steps of judging, as grade.Progress has them.
const (
	building = "building"
	judging  = "judging"
)

// heard takes in the progress of a submission.
func (r *run) heard(msg *nats.Msg) {
	name, place, err := wire.Place(msg.Subject)
	if err != nil || name != r.list.Run || place >= len(r.entries) || r.answers.has(place) {
		return
	}
	p, err := wire.DecodeProgress(msg)
	if err != nil || p.Step != building && p.Step != judging {
		return
	}
	if p.Step == judging {
		p.Total = len(r.entries[place].Tests)
		p.Done = min(max(p.Done, 0), p.Total)
	}
	p.Worker = brief(cmp.Or(wire.KeyOf(msg.Subject), p.Worker))
	r.progress[place] = p
	r.tell(fmt.Sprintf("%s/%s on %s", r.blanks[place].Problem, r.blanks[place].Name, p.Worker))
}

// tell reports the progress of the whole run.
func (r *run) tell(current ...string) {
	sum := grade.Progress{Step: "waiting for a worker"}
	for place, e := range r.entries {
		sum.Total += len(e.Tests)
		switch p := r.progress[place]; {
		case r.answers.has(place):
			sum.Done += len(e.Tests)
			sum.Step = judging
		case p.Step == judging:
			sum.Done += p.Done
			sum.Step = judging
		case p.Step == building && sum.Step != judging:
			sum.Step = building
		}
	}
	for _, text := range current {
		sum.Current = text
	}
	r.observe(sum)
}
