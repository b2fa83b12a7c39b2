package server

import (
	"github.com/nats-io/nats-server/v2/server"

	"dlxjudge/judge/cluster/wire"
)

// The roles of a cluster. Each has a folder of its own in a folder of keys, to be copied to where it is used.
const (
	Operator = "operator" // makes streams, and looks at everything
	Client   = "client"   // asks for work, and sees results
	Worker   = "worker"   // sees packages, and answers
)

var allRoles = []string{Operator, Client, Worker}

// streams are all that a role may ask the server about.
var streams = []string{
	wire.WorkStream, wire.ResultStream, wire.LostStream,
	wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.WorkerBucket),
	wire.KVStream(wire.FileBucket), wire.KVStream(wire.OutcomeBucket),
}

// access is what a role does with the streams.
//
// NATS checks what a connection publishes, not where the server's answers go: a consumer delivers to any subject that its maker
// names. So no role reads, with a consumer, a stream that it writes; else it could have the server publish what it may not.
type access struct {
	writes []string // subjects
	reads  []string // streams, in order: with consumers of its own
	looks  []string // streams, a message at a time
	purges []string // streams
	more   []string // subjects of the API
	hears  []string // subjects, besides its own inbox
}

var roleAccess = map[string]access{
	Client: {
		writes: []string{"judge.work.>", wire.WakeSubject, "$KV." + wire.NeedBucket + ".>", "$KV." + wire.RunBucket + ".>", "$KV." + wire.FileBucket + ".>"},
		reads:  []string{wire.ResultStream, wire.LostStream, wire.KVStream(wire.WorkerBucket), wire.KVStream(wire.OutcomeBucket)},
		looks: []string{
			wire.WorkStream, wire.ResultStream, wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.WorkerBucket),
			wire.KVStream(wire.FileBucket), wire.KVStream(wire.OutcomeBucket),
		},
		// Work of a cancelled run, and what a file consisted of that is put again. Only the message says what is purged, so a
		// client can throw away the work of others.
		purges: []string{wire.WorkStream, wire.KVStream(wire.FileBucket)},
		more:   []string{"$JS.API.STREAM.MSG.DELETE." + wire.WorkStream}, // work that nobody finished
		hears:  []string{"judge.progress.>"},
	},
	Worker: {
		writes: []string{"judge.result.>", "judge.progress.>", "$KV." + wire.WorkerBucket + ".*", "$KV." + wire.OutcomeBucket + ".>"},
		reads:  []string{wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.FileBucket)},
		looks: []string{
			wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.FileBucket), wire.KVStream(wire.OutcomeBucket),
		},
		purges: []string{wire.KVStream(wire.OutcomeBucket)}, // what an outcome consisted of that is put again
		more: []string{
			"$JS.API.CONSUMER.CREATE." + wire.WorkStream + ".>", "$JS.API.CONSUMER.INFO." + wire.WorkStream + ".*",
			"$JS.API.CONSUMER.MSG.NEXT." + wire.WorkStream + ".*", "$JS.ACK." + wire.WorkStream + ".>",
		},
		hears: []string{wire.WakeSubject},
	},
}

// permissions are what the server lets the holder of a role's key do. An operator may do everything: it has none.
func permissions(role, publicKey string) *server.Permissions {
	if role == Operator {
		return nil
	}
	a := roleAccess[role]
	publish := append([]string{"$JS.API.INFO"}, a.writes...)
	for _, stream := range streams {
		publish = append(publish, "$JS.API.STREAM.INFO."+stream)
	}
	for _, stream := range a.reads {
		publish = append(publish,
			"$JS.API.CONSUMER.CREATE."+stream, "$JS.API.CONSUMER.CREATE."+stream+".>", "$JS.API.CONSUMER.INFO."+stream+".*",
			"$JS.API.CONSUMER.DELETE."+stream+".*", "$JS.API.CONSUMER.MSG.NEXT."+stream+".*",
			"$JS.ACK."+stream+".>", "$JS.FC."+stream+".>")
	}
	for _, stream := range a.looks {
		publish = append(publish, "$JS.API.STREAM.MSG.GET."+stream)
	}
	for _, stream := range a.purges {
		publish = append(publish, "$JS.API.STREAM.PURGE."+stream)
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: append(publish, a.more...)},
		Subscribe: &server.SubjectPermission{Allow: append([]string{wire.InboxPrefix(publicKey) + ".>"}, a.hears...)},
	}
}
