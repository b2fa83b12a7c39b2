package server

import (
	"strings"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/wire"
)

// The roles of a cluster. Each has a folder in the folder of keys, which is copied to where the role is used.
const (
	Operator = wire.OperatorRole
	Client   = wire.ClientRole
	Worker   = wire.WorkerRole
)

var allRoles = []string{Operator, Client, Worker}

// streams are all streams that a role may ask the server about.
var streams = []string{
	wire.WorkStream, wire.ResultStream, wire.LostStream, wire.FailureStream,
	wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.WorkerBucket),
	wire.KVStream(wire.FileBucket), wire.KVStream(wire.OutcomeBucket),
}

// access is what a role does with the streams.
type access struct {
	writes  []string // subjects
	follows []string // streams, with consumers that it asks for
	looks   []string // streams, a message at a time
	more    []string // subjects of the API
	says    []string // subjects that no stream keeps
	hears   []string // such subjects, besides its own inbox
}

var roleAccess = map[string]access{
	Client: {
		writes: []string{"judge.work.>", values(wire.NeedBucket), values(wire.RunBucket), values(wire.FileBucket)},
		// which files are there
		follows: []string{wire.ResultStream, wire.LostStream, wire.FailureStream,
			wire.KVStream(wire.WorkerBucket), wire.KVStream(wire.FileBucket)},
		looks: []string{
			wire.WorkStream, wire.ResultStream, wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket),
			wire.KVStream(wire.WorkerBucket),
			wire.KVStream(wire.FileBucket), wire.KVStream(wire.OutcomeBucket),
		},
		more: []string{
			// Removes the work of a cancelled run. The subject does not name the run, so a client can remove the work
			// of others.
			"$JS.API.STREAM.PURGE." + wire.WorkStream,
			"$JS.API.STREAM.MSG.DELETE." + wire.WorkStream, // work that no worker finished
		},
		says:  []string{wire.WakeSubject},
		hears: []string{allProgress},
	},
	Worker: {
		writes:  []string{allResults, allOffers, allFailures, values(wire.OutcomeBucket)},
		follows: []string{wire.WorkStream, wire.KVStream(wire.NeedBucket)},
		looks: []string{
			wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.FileBucket),
			wire.KVStream(wire.WorkerBucket), // is its name taken
		},
		more:  []string{"$JS.ACK." + wire.WorkStream + ".>", wire.AgainSubject},
		says:  []string{allProgress},
		hears: []string{wire.WakeSubject},
	},
	Operator: {says: []string{wire.WakeSubject, allProgress}, hears: []string{wire.WakeSubject, allProgress}},
}

// All subjects of progress, results, offers, and failures. In accounts a worker may publish them all; permissions leave
// each key those that are in its name.
const (
	allProgress = "judge.progress.>"
	allResults  = "judge.result.>"
	allOffers   = "$KV." + wire.WorkerBucket + ".>"
	allFailures = "judge.failure.>"
)

// named are the subjects of these that a key may publish: those in its name, or those in none for the shared key.
func named(subject string, key Key) string {
	name := ""
	if !key.Shared {
		name = key.Name
	}
	switch subject {
	case allProgress:
		return wire.OwnSubject("judge.progress.*.*", name)
	case allResults:
		return wire.OwnSubject("judge.result.*.*", name)
	case allFailures:
		if name == "" {
			return "judge.failure.*"
		}
		return "judge.failure." + (&wire.Conn{Key: name}).OfferKey(name)
	case allOffers:
		if name == "" {
			return values(wire.WorkerBucket)
		}
		return "$KV." + wire.WorkerBucket + "." + (&wire.Conn{Key: name}).OfferKey(name)
	}
	return subject
}

// values are the subjects of a bucket. Keys are names, digests and numbers: one word each.
func values(bucket string) string { return "$KV." + bucket + ".*" }

// services are what a role may publish to the account of the streams: messages that it writes, and requests. Those with
// several answers are streamed.
func (a access) services() (all []service) {
	for _, subject := range a.writes {
		all = append(all, service{subject, false})
	}
	if len(a.writes) == 0 { // operators are in that account already
		return nil
	}
	for _, stream := range streams {
		all = append(all, service{"$JS.API.STREAM.INFO." + stream, false})
	}
	for _, stream := range a.follows {
		all = append(all, service{wire.MakeSubject(stream), false}, service{"$JS.API.CONSUMER.INFO." + stream + ".*",
			false},
			service{"$JS.API.CONSUMER.MSG.NEXT." + stream + ".*", true})
	}
	for _, stream := range a.looks {
		all = append(all, service{"$JS.API.STREAM.MSG.GET." + stream, false})
		if strings.HasPrefix(stream, wire.KVStream("")) { // the server sends values as they are
			all = append(all, service{"$JS.API.DIRECT.GET." + stream + ".>", false})
		}
	}
	for _, subject := range a.more {
		all = append(all, service{subject, false})
	}
	return all
}

// service is a subject at which something is said or asked, in the account of the streams.
type service struct {
	subject  string
	streamed bool
}

// local is the subject in the account of a role.
func (s service) local() string {
	if rest, is := strings.CutPrefix(s.subject, jetstream.DefaultAPIPrefix); is {
		return wire.RoleAPI + "." + rest
	}
	if strings.HasPrefix(s.subject, "$KV.") { // as the library addresses a bucket of another account
		return wire.RoleAPI + "." + s.subject
	}
	return s.subject
}

// permissions are what the server permits the holder of a key. An operator may do everything, and has none.
func permissions(key Key) *server.Permissions {
	if key.Role == Operator {
		return nil
	}
	var publish []string
	for _, subject := range roleAccess[key.Role].says {
		publish = append(publish, named(subject, key))
	}
	for _, s := range roleAccess[key.Role].services() {
		s.subject = named(s.subject, key)
		publish = append(publish, s.local())
	}
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: publish},
		Subscribe: &server.SubjectPermission{Allow: append([]string{wire.InboxPrefix(key.Public) + ".>"},
			roleAccess[key.Role].hears...)},
	}
}
