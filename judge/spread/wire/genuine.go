package wire

import (
	"fmt"

	"github.com/nats-io/nats.go"
)

// expectedStream is the header that publishing with jetstream.WithExpectStream sends.
const expectedStream = "Nats-Expected-Stream"

// Genuine is an error if a message of a stream was not published there by somebody who may. Work and results are
// published with jetstream.WithExpectStream, and what is to be taken for one must be genuine.
//
// The server sends what it answers wherever somebody wants it, within an account. But no copy of a message has this
// header: a stream refuses messages that name another stream, so none that names this one was ever stored in another,
// from where it could be copied.
func Genuine(header nats.Header, stream string) error {
	if names := header[expectedStream]; len(names) != 1 || names[0] != stream {
		return fmt.Errorf("the message in %s was not published there by who may: it does not name the stream", stream)
	}
	return nil
}

// ProgressMessage is how far a submission of a run is, as it is published. It names a stream that there is not: so it
// is no copy.
func ProgressMessage(run string, place int, text []byte) *nats.Msg {
	return &nats.Msg{Subject: ProgressSubject(run, place), Data: text, Header: nats.Header{expectedStream: {progress}}}
}

// DecodeProgress reads what a worker has published so.
func DecodeProgress(msg *nats.Msg) (Progress, error) {
	if err := Genuine(msg.Header, progress); err != nil {
		return Progress{}, err
	}
	return Decode[Progress](msg.Data)
}
