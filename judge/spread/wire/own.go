package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A worker with a key of its own says everything in the name of that key, which is the last word of the subject:
//
//	judge.result.<run>.<place>.<name>, judge.progress.<run>.<place>.<name>, $KV.judge-workers.key.<name>
//
// The server lets no other worker publish there. What is said without such a word comes from a holder of the key that
// workers share, under whatever name.

// Named is the form of names of workers and of keys, which are words of subjects.
var Named = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// OwnSubject is a subject in the name of a key; the subject itself for "", the shared key.
func OwnSubject(subject, key string) string {
	if key == "" {
		return subject
	}
	return subject + "." + key
}

// KeyOf is the key in whose name a result or progress was published; "" for a shared one.
func KeyOf(subject string) string {
	if parts := strings.Split(subject, "."); len(parts) == 5 && parts[1] != "work" {
		return parts[4]
	}
	return ""
}

// OfferKey is the key, in the bucket of workers, of the offer of a worker of that name with this connection.
func (c *Conn) OfferKey(name string) string {
	if c.Key == "" {
		return name
	}
	return ownOffer + name
}

const ownOffer = "key."

// Offers are the keys in the bucket of workers of all offers.
var Offers = []string{"*", ownOffer + "*"}

// PutOffer publishes a worker's offer. It names its stream, as all do that is published in a key's name: a copy of what
// another has published could not.
func (c *Conn) PutOffer(ctx context.Context, offer Offer) error {
	text, err := Encode(offer)
	if err != nil {
		return err
	}
	subject := values(WorkerBucket) + c.OfferKey(offer.Machine.Worker)
	if c.API == RoleAPI {
		subject = RoleAPI + "." + subject
	}
	_, err = c.JS.Publish(ctx, subject, text, jetstream.WithExpectStream(KVStream(WorkerBucket)))
	return err
}

// copied is a header of messages that the server has sent as an answer.
const copied = "Nats-Stream"

// OfferOf reads an offer from the bucket of workers. It is an error if it is in another worker's name. Workers of later
// versions may say more than this one knows.
func OfferOf(e jetstream.KeyValueEntry) (Offer, error) {
	var offer Offer
	if err := json.Unmarshal(e.Value(), &offer); err != nil {
		return offer, fmt.Errorf("no offer: %w", err)
	}
	name, own := strings.CutPrefix(e.Key(), ownOffer)
	if name != offer.Machine.Worker || !Named.MatchString(name) {
		return offer, fmt.Errorf("the offer of %q is in the name of %q", name, offer.Machine.Worker)
	}
	if offer.Machine.Own = own; own {
		from, is := e.(entry)
		if !is {
			return offer, errors.New("who has published it is not known")
		}
		return offer, vouched(from.msg.Headers())
	}
	return offer, nil
}

// vouched is an error unless a message to the stream of offers was published there, by the holder of the key. A worker
// may read its own offer and have the answer sent anywhere, so a copy of an offer is none.
func vouched(header nats.Header) error {
	if len(header[copied]) > 0 {
		return errors.New("it is a copy of another offer")
	}
	return Genuine(header, KVStream(WorkerBucket))
}
