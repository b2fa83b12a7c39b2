package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// AgainSubject is where workers ask the server to put work into the queue again as if it had not been given out, as a
// worker does that is stopped in the middle of it. What is given back otherwise counts: after MaxDeliver times it is
// lost.
const AgainSubject = "judge.again"

// again asks for a piece of work to be put back, by its sequence in the stream of work.
type again struct {
	Sequence uint64 `json:"sequence"`
}

// Again has work put into the queue again. An error means that it was not, as where no cluster serve answers.
func (c *Conn) Again(ctx context.Context, msg *nats.Msg) error {
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	text, _ := json.Marshal(again{meta.Sequence.Stream}) // a number: it cannot fail
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	answer, err := c.NC.RequestWithContext(ctx, AgainSubject, text)
	if err == nil && len(answer.Data) > 0 {
		err = errors.New(string(answer.Data))
	}
	return err
}

// TakeBack serves Again until the connection is closed. It needs an operator's key. Of several that do so, one answers
// each request.
func (c *Conn) TakeBack() error {
	_, err := c.NC.QueueSubscribe(AgainSubject, "judge", func(msg *nats.Msg) {
		go func() { // each takes a while
			ctx, cancel := context.WithTimeout(context.Background(), answerWait)
			defer cancel()
			said := ""
			if err := c.takeBack(ctx, msg.Data); err != nil {
				said = err.Error()
			}
			msg.Respond([]byte(said))
		}()
	})
	if err != nil {
		return err
	}
	return c.NC.Flush()
}

// takeBack replaces work in the queue by a copy, which has not been given out. If this process ends between the two
// steps, the client asks for the work again, as for all that has no result.
func (c *Conn) takeBack(ctx context.Context, text []byte) error {
	var asked again
	if err := json.Unmarshal(text, &asked); err != nil {
		return fmt.Errorf("it is not clear which work is put back: %w", err)
	}
	stream, err := c.JS.Stream(ctx, WorkStream)
	if err != nil {
		return err
	}
	work, err := stream.GetMsg(ctx, asked.Sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // it is done, or not wanted any more
	}
	if err != nil {
		return err
	}
	if !strings.HasPrefix(work.Subject, "judge.work.") {
		return fmt.Errorf("%q is no work", work.Subject)
	}
	if err := stream.DeleteMsg(ctx, asked.Sequence); err != nil {
		return err
	}
	_, err = c.JS.PublishMsg(ctx, &nats.Msg{Subject: work.Subject, Header: work.Header, Data: work.Data})
	if Waits(err) {
		return nil // its client was faster
	}
	return err
}
