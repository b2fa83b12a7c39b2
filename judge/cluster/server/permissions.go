package server

import (
	"strings"

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
// NATS checks what a connection publishes, not where the server's answers go: those go to any subject that is named. So a role
// can have the server put copies of what it reads where it may not publish itself. None of these is taken for work or a result
// (wire.Genuine), and a block of a file or an outcome is known by its digest.
type access struct {
	writes  []string // subjects
	follows []string // streams, with consumers of its own
	looks   []string // streams, a message at a time
	more    []string // subjects of the API
	hears   []string // subjects, besides its own inbox
}

var roleAccess = map[string]access{
	Client: {
		writes:  []string{"judge.work.>", wire.WakeSubject, values(wire.NeedBucket), values(wire.RunBucket), values(wire.FileBucket)},
		follows: []string{wire.ResultStream, wire.LostStream, wire.KVStream(wire.WorkerBucket), wire.KVStream(wire.FileBucket)}, // which files are there
		looks: []string{
			wire.WorkStream, wire.ResultStream, wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.WorkerBucket),
			wire.KVStream(wire.FileBucket), wire.KVStream(wire.OutcomeBucket),
		},
		more: []string{
			// The work of a cancelled run. Only the message says which, so a client can throw away the work of others.
			"$JS.API.STREAM.PURGE." + wire.WorkStream,
			"$JS.API.STREAM.MSG.DELETE." + wire.WorkStream, // work that nobody finished
		},
		hears: []string{"judge.progress.>"},
	},
	Worker: {
		writes:  []string{"judge.result.>", "judge.progress.>", values(wire.WorkerBucket), values(wire.OutcomeBucket)},
		follows: []string{wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket)},
		looks: []string{
			wire.KVStream(wire.NeedBucket), wire.KVStream(wire.RunBucket), wire.KVStream(wire.FileBucket),
			wire.KVStream(wire.WorkerBucket), // is its name taken
		},
		more: []string{
			"$JS.API.CONSUMER.CREATE." + wire.WorkStream + ".>", "$JS.API.CONSUMER.INFO." + wire.WorkStream + ".*",
			"$JS.API.CONSUMER.MSG.NEXT." + wire.WorkStream + ".*", "$JS.ACK." + wire.WorkStream + ".>",
		},
		hears: []string{wire.WakeSubject},
	},
}

// values are the subjects of a bucket. Keys are names, digests and numbers: one word each.
func values(bucket string) string { return "$KV." + bucket + ".*" }

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
	for _, stream := range a.follows {
		publish = append(publish,
			"$JS.API.CONSUMER.CREATE."+stream, "$JS.API.CONSUMER.CREATE."+stream+".>", "$JS.API.CONSUMER.INFO."+stream+".*",
			"$JS.API.CONSUMER.DELETE."+stream+".*", "$JS.API.CONSUMER.MSG.NEXT."+stream+".*",
			"$JS.ACK."+stream+".>", "$JS.FC."+stream+".>")
	}
	for _, stream := range a.looks {
		publish = append(publish, "$JS.API.STREAM.MSG.GET."+stream)
		if strings.HasPrefix(stream, wire.KVStream("")) { // the server sends values as they are
			publish = append(publish, "$JS.API.DIRECT.GET."+stream, "$JS.API.DIRECT.GET."+stream+".>")
		}
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: append(publish, a.more...)},
		Subscribe: &server.SubjectPermission{Allow: append([]string{wire.InboxPrefix(publicKey) + ".>"}, a.hears...)},
	}
}
