package worker

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"

	"dlxjudge/judge/spread/wire"
)

// puller asks for work, one piece at a time. It listens at one place all the time, so that an answer which comes late
// is taken the next time: work that nobody hears of is lost for AckWait, and when that has happened MaxDeliver times,
// for good. A server that writes to a slow disk, or has a thousand workers, may be late by seconds.
type puller struct {
	conn    *wire.Conn
	answers *nats.Subscription

	asked      bool // a request has no answer yet
	since      time.Time
	connection uint64 // number of times that the connection was lost when it was asked
}

// one asks for one message, if there is one. It must have a time: without it the server answers by its count of what
// waits, which it can get wrong for good when work is purged while it is published, and then nobody is given what is
// there. With it, the server looks.
const one = `{"batch":1,"no_wait":true,"expires":20000000}`

func newPuller(conn *wire.Conn) (*puller, error) {
	answers, err := conn.NC.SubscribeSync(conn.NC.NewInbox())
	return &puller{conn: conn, answers: answers}, err
}

// waits reports whether a request has no answer yet. One that was sent over a connection that was lost will have none.
func (p *puller) waits() bool {
	p.asked = p.asked && p.conn.NC.Stats().Reconnects == p.connection && time.Since(p.since) < p.conn.Pace.AckWait
	return p.asked
}

// late reports whether an answer has come that nobody has waited for.
func (p *puller) late() bool {
	n, _, err := p.answers.Pending()
	return err == nil && n > 0
}

// ask asks the queue of a need for work.
func (p *puller) ask(need string) error {
	p.asked, p.since, p.connection = true, time.Now(), p.conn.NC.Stats().Reconnects
	return p.conn.NC.PublishRequest(p.conn.API+".CONSUMER.MSG.NEXT."+wire.WorkStream+"."+need, p.answers.Subject,
		[]byte(one))
}

// answer waits for an answer for a while: work, or nil if there is none. An error says that the queue cannot be asked,
// or does not answer yet.
func (p *puller) answer(ctx context.Context, wait time.Duration) (*piece, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	msg, err := p.answers.NextMsgWithContext(ctx)
	if errors.Is(err, nats.ErrNoResponders) { // there is no such queue: a server that comes back empty has none
		p.asked = false
	}
	if err != nil {
		return nil, err
	}
	p.asked = false
	switch status := msg.Header.Get("Status"); status {
	case "":
		return &piece{msg, p.conn.NC}, nil
	case "404", "408":
		return nil, nil
	default: // there is no such queue, or it is overloaded
		return nil, errors.New(status + " " + msg.Header.Get("Description"))
	}
}

// piece is work that the server has given to this worker, with what can be said of it.
type piece struct {
	*nats.Msg
	nc *nats.Conn
}

func (p *piece) say(word string) error { return p.nc.Publish(p.Reply, []byte(word)) }

func (p *piece) inProgress() error          { return p.say("+WPI") }
func (p *piece) giveBack() error            { return p.say("-NAK") }
func (p *piece) throwAway(why string) error { return p.say("+TERM " + why) }

// done takes it out of the queue, and waits until the server says so.
func (p *piece) done(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := p.nc.RequestWithContext(ctx, p.Reply, []byte("+ACK"))
	return err
}
