package wire

import (
	"fmt"

	"github.com/nats-io/nats.go"
)

// expectedStream is the header that publishing with jetstream.WithExpectStream sends.
const expectedStream = "Nats-Expected-Stream"

// Genuine is an error unless a message was published to this stream directly, by a role that may. Work and results are
// published with jetstream.WithExpectStream, and are checked by this.
//
// A role can have the server copy a stored message to any subject of its account, as an answer. Such a copy never has
// this header: each stream refuses messages that name another stream, so no other stream holds one that names this one.
func Genuine(header nats.Header, stream string) error {
	if names := header[expectedStream]; len(names) != 1 || names[0] != stream {
		return fmt.Errorf("the message in %s was not published there by who may: it does not name the stream", stream)
	}
	return nil
}

// ProgressMessage is the progress of a submission as it is published. It names a stream that does not exist, so it
// cannot be a copy of a stored message.
func ProgressMessage(run string, place int, text []byte) *nats.Msg {
	return &nats.Msg{Subject: ProgressSubject(run, place), Data: text, Header: nats.Header{expectedStream: {progress}}}
}

// DecodeProgress reads a message of ProgressMessage.
func DecodeProgress(msg *nats.Msg) (Progress, error) {
	if err := Genuine(msg.Header, progress); err != nil {
		return Progress{}, err
	}
	return Decode[Progress](msg.Data)
}
