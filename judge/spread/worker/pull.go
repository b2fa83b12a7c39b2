package worker

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"

	"dlxjudge/judge/spread/wire"
)

// puller asks for work, one piece at a time. It listens on one subject all the time, so that it gets an answer that
// comes late: a server with a slow disk or a thousand workers may be late by seconds. Work that no worker receives
// waits for AckWait, and is lost after MaxDeliver times.
type puller struct {
	conn    *wire.Conn
	answers *nats.Subscription

	asked      bool // a request has no answer yet
	since      time.Time
	connection uint64 // number of lost connections when it was sent
}

// one asks for one message, with a time limit. Without a limit, the server answers by its count of waiting messages.
// That count can stay wrong for good when work is purged while it is published, and then no worker gets what is there.
// With a limit, the server checks.
const one = `{"batch":1,"no_wait":true,"expires":20000000}`

func newPuller(conn *wire.Conn) (*puller, error) {
	answers, err := conn.NC.SubscribeSync(conn.NC.NewInbox())
	return &puller{conn: conn, answers: answers}, err
}

// waits reports whether a request has no answer yet. A request over a connection that was lost gets none.
func (p *puller) waits() bool {
	p.asked = p.asked && p.conn.NC.Stats().Reconnects == p.connection && time.Since(p.since) < p.conn.Pace.AckWait
	return p.asked
}

// late reports whether an answer has come after its time.
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

// answer waits a while for an answer: work, or nil if there is none. An error means that the queue cannot be asked, or
// does not answer yet.
func (p *puller) answer(ctx context.Context, wait time.Duration) (*piece, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	msg, err := p.answers.NextMsgWithContext(ctx)
	if errors.Is(err, nats.ErrNoResponders) { // no such queue: the server may have lost everything
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
	default: // no such queue, or it is overloaded
		return nil, errors.New(status + " " + msg.Header.Get("Description"))
	}
}

// piece is work that the server has given to this worker.
type piece struct {
	*nats.Msg
	nc *nats.Conn
}

func (p *piece) say(word string) error { return p.nc.Publish(p.Reply, []byte(word)) }

func (p *piece) inProgress() error          { return p.say("+WPI") }
func (p *piece) giveBack() error            { return p.say("-NAK") }
func (p *piece) throwAway(why string) error { return p.say("+TERM " + why) }

// done takes it out of the queue, and waits for the server's confirmation.
func (p *piece) done(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := p.nc.RequestWithContext(ctx, p.Reply, []byte("+ACK"))
	return err
}
