package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// target is a subject that nobody but an operator may publish to: where an answer of the server would do harm.
type target struct {
	subject string
	body    string // that the subject wants, stored under this name in every stream
	seen    bool   // what comes of it can be seen in a server alone
}

// bodies are what the verbs of the API want to be told, by the names under which the test stores them in each stream.
var bodies = map[string]string{
	"none":     "",
	"create":   `{"name":"MADE","subjects":["made"],"storage":"memory","retention":"limits","max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"num_replicas":1}`,
	"update":   `{"name":"VICTIM","subjects":["victim.>"],"description":"changed","storage":"memory","retention":"limits","max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"num_replicas":1}`,
	"snapshot": `{"deliver_subject":"victim.snapshot","no_consumers":true}`,
	"restore":  `{"config":{"name":"RESTORED","subjects":["restored"],"storage":"memory","retention":"limits","num_replicas":1},"state":{}}`,
	"message":  `{"seq":1}`,
	"consumer": `{"stream_name":"VICTIM","config":{"ack_policy":"explicit","deliver_policy":"all","mem_storage":true}}`,
	"named":    `{"stream_name":"VICTIM","config":{"durable_name":"made","name":"made","ack_policy":"explicit","deliver_policy":"all"}}`,
	"durable":  `{"stream_name":"VICTIM","config":{"durable_name":"durable","ack_policy":"explicit","deliver_policy":"all"}}`,
	"pause":    `{"pause_until":"2100-01-01T00:00:00Z"}`,
	"move":     `{"server":"x"}`,
}

// targets are all verbs of the API by which something changes, and all that is read as somebody's word.
var targets = slices.Concat([]target{
	{fmt.Sprintf(server.JSApiStreamCreateT, "MADE"), "create", true},
	{fmt.Sprintf(server.JSApiStreamUpdateT, "VICTIM"), "update", true},
	{fmt.Sprintf(server.JSApiStreamDeleteT, "DELETED"), "none", true},
	{fmt.Sprintf(server.JSApiStreamPurgeT, "PURGED"), "none", true},
	{fmt.Sprintf(server.JSApiStreamSnapshotT, "VICTIM"), "snapshot", false},
	{fmt.Sprintf(server.JSApiStreamRestoreT, "RESTORED"), "restore", false},
	{fmt.Sprintf(server.JSApiMsgDeleteT, "VICTIM"), "message", true},
	{fmt.Sprintf(server.JSApiConsumerCreateT, "VICTIM"), "consumer", true},
	{fmt.Sprintf(server.JSApiConsumerCreateT, "VICTIM") + ".made", "named", true},
	{fmt.Sprintf(server.JSApiDurableCreateT, "VICTIM", "durable"), "durable", true},
	{fmt.Sprintf(server.JSApiConsumerDeleteT, "VICTIM", "deleted"), "none", true},
	{fmt.Sprintf(server.JSApiConsumerPauseT, "VICTIM", "kept"), "pause", true},
	{fmt.Sprintf(server.JSApiConsumerResetT, "VICTIM", "kept"), "none", false},
	{fmt.Sprintf(server.JSApiConsumerUnpinT, "VICTIM", "kept"), "none", false},
	{fmt.Sprintf(server.JSApiStreamRemovePeerT, "VICTIM"), "move", false},
	{fmt.Sprintf(server.JSApiStreamEvacuatePeerT, "VICTIM"), "move", false},
	{fmt.Sprintf(server.JSApiStreamCancelMoveT, "VICTIM"), "none", false},
	{fmt.Sprintf(server.JSApiStreamLeaderStepDownT, "VICTIM"), "none", false},
	{fmt.Sprintf(server.JSApiConsumerLeaderStepDownT, "VICTIM", "kept"), "none", false},
	{fmt.Sprintf(server.JSApiConsumerRemovePeerT, "VICTIM", "kept"), "move", false},
	{fmt.Sprintf(server.JSApiConsumerEvacuatePeerT, "VICTIM", "kept"), "move", false},
	{server.JSApiLeaderStepDown, "none", false},
	{server.JSApiRemoveServer, "move", false},
	{server.JSApiEvacuateServer, "move", false},
	{server.JSApiMetaRescue, "none", false},
	{fmt.Sprintf(server.JSApiAccountPurgeT, streamAccount), "none", false},
	{fmt.Sprintf(server.JSApiServerStreamMoveT, streamAccount, "VICTIM"), "move", false},
	{fmt.Sprintf(server.JSApiServerStreamCancelMoveT, streamAccount, "VICTIM"), "none", false},
	{"$JS.ACK." + wire.WorkStream + ".none.1.1.1.1.0", "none", false},
	{"$JS.FC." + wire.ResultStream + ".none.x", "none", false},
}, said())

// elsewhere are the targets as a role would name them that has them from another account.
func elsewhere(all []target) (local []target) {
	for _, to := range all {
		to.subject = service{to.subject, false}.local()
		local = append(local, to)
	}
	return local
}

// said are a subject of each stream, one that is there and a new one: to forge and to destroy.
func said() (all []target) {
	for _, stream := range streams {
		for _, key := range []string{"pause", "new"} {
			all = append(all, target{subjectOf(stream, key), "create", key == "new"})
		}
	}
	return append(all, target{wire.ProgressSubject("pause", 0), "create", false})
}

// subjectOf is the subject of a stream with a word of the test's choice.
func subjectOf(stream, word string) string {
	switch stream {
	case wire.WorkStream:
		return wire.WorkSubject(word, "r", 0)
	case wire.ResultStream:
		return wire.ResultSubject(word, 0)
	case wire.LostStream:
		return wire.LostSubject(word)
	case wire.FailureStream:
		return strings.TrimSuffix(allFailures, ">") + word
	}
	return "$KV." + strings.TrimPrefix(stream, wire.KVStream("")) + "." + word
}

// victims are a server with something in each stream, and streams to be destroyed.
func victims(t *testing.T) (s *Server, keys string, operator *wire.Conn) {
	t.Helper()
	s, keys = running(t, func(o *Options) { o.Pace.MostWork = 1000 })
	operator = as(t, s, keys, Operator)
	ctx := inTime(t)
	for _, name := range []string{"VICTIM", "DELETED", "PURGED"} {
		_, err := operator.JS.CreateStream(ctx, jetstream.StreamConfig{Name: name,
			Subjects: []string{strings.ToLower(name) + ".>"}, Storage: jetstream.MemoryStorage})
		judgetest.Check(t, err)
		_, err = operator.JS.Publish(ctx, strings.ToLower(name)+".first", []byte("kept"))
		judgetest.Check(t, err)
	}
	for _, name := range []string{"kept", "deleted"} {
		_, err := operator.JS.CreateConsumer(ctx, "VICTIM", jetstream.ConsumerConfig{Durable: name,
			AckPolicy: jetstream.AckExplicitPolicy})
		judgetest.Check(t, err)
	}
	for _, stream := range streams {
		for word, body := range bodies {
			_, err := operator.JS.Publish(ctx, subjectOf(stream, word), []byte(body))
			judgetest.Check(t, err)
			config := jetstream.ConsumerConfig{Durable: word, AckPolicy: jetstream.AckExplicitPolicy,
				FilterSubject: subjectOf(stream, word), AckWait: time.Hour, MemoryStorage: true}
			_, err = operator.JS.CreateConsumer(ctx, stream, config)
			judgetest.Check(t, err)
		}
	}
	return s, keys, operator
}

// use is a way to use a permission.
type use struct {
	subject, body string
	header        nats.Header
}

// uses are ways to use what may be published, such that the answer is the body for a target, and goes there.
func uses(permission string, to target) (all []use) {
	permission = strings.TrimPrefix(permission, wire.RoleAPI+".")
	if !strings.HasPrefix(permission, "$") && !strings.HasPrefix(permission, "judge.") {
		permission = jetstream.DefaultAPIPrefix + permission
	}
	verb, stream := split(permission)
	from := subjectOf(stream, to.body)
	add := func(subject string, body any) {
		text, isText := body.(string)
		if !isText {
			encoded, _ := json.Marshal(body) // plain data: it cannot fail
			text = string(encoded)
		}
		all = append(all, use{subject: service{subject, false}.local(), body: text})
	}
	type fields map[string]any
	switch {
	case verb == "$JS.API.DIRECT.GET" && strings.HasSuffix(permission, ".>"):
		add("$JS.API.DIRECT.GET."+stream+"."+from, "")
	case verb == "$JS.API.DIRECT.GET":
		add(permission, fields{"last_by_subj": from})
		add(permission, fields{"last_by_subj": from, "no_hdr": true})
		add(permission, fields{"multi_last": []string{from}})
		add(permission, fields{"next_by_subj": from, "seq": 1, "batch": 1})
	case verb == "$JS.API.STREAM.MSG.GET":
		add(permission, fields{"last_by_subj": from})
	case verb == "$JS.API.STREAM.MSG.DELETE":
		add(permission, fields{"seq": 1 << 40})
	case verb == "$JS.API.STREAM.PURGE":
		add(permission, fields{"filter": subjectOf(stream, "none.at.all")})
	case verb == "$JS.API.CONSUMER.CREATE":
		name := "x" + strings.NewReplacer(".", "-", "$", "-").Replace(to.subject)
		config := fields{"deliver_subject": to.subject, "filter_subject": from, "deliver_policy": "all",
			"ack_policy": "none", "mem_storage": true}
		if stream == wire.WorkStream {
			config["ack_policy"] = "explicit"
		}
		if strings.HasSuffix(permission, ".>") {
			config["name"] = name
			add("$JS.API.CONSUMER.CREATE."+stream+"."+name+"."+from, fields{"stream_name": stream, "config": config})
		}
		add("$JS.API.CONSUMER.CREATE."+stream, fields{"stream_name": stream, "config": config})
	case verb == "$JS.API.CONSUMER.MSG.NEXT":
		add(strings.TrimSuffix(permission, "*")+to.body, fields{"batch": 1, "no_wait": true, "expires": 20_000_000})
	case verb+"." == wire.MakeSubject(""):
		for _, need := range []*wire.Need{nil, {Version: to.body}} {
			add(permission, fields{"need": need, "subjects": []string{from}, "last": true,
				"deliver_subject": to.subject})
		}
		add(permission, bodies[to.body])
	case verb == "$JS.ACK":
		add("$JS.ACK."+stream+"."+to.body+".1.1.1.1.0", `+NXT {"batch":1}`)
	default:
		subject := strings.NewReplacer("*", "mine", ">", "mine.r.0").Replace(permission)
		add(subject, bodies[to.body])
		traced := use{subject: service{subject, false}.local(), body: bodies[to.body],
			header: nats.Header{server.MsgTraceDest: {to.subject}}}
		all = append(all, traced)
	}
	return all
}

// split takes a subject of the API apart.
func split(permission string) (verb, stream string) {
	for _, name := range streams {
		if before, _, found := strings.Cut(permission+".", "."+name+"."); found {
			return before, name
		}
	}
	return permission, ""
}

// TestReplies: whatever a role may publish, with any subject for the answer, nothing changes that the role may not
// change.
func TestReplies(t *testing.T) {
	judgetest.Long(t, "it tries each verb with each permission; TestForged tries the most harmful")
	s, _, operator := victims(t)
	before := everything(t, operator)
	for _, to := range targets { // what the test sends would do harm if it came through
		if !to.seen {
			continue
		}
		_, err := operator.NC.RequestWithContext(inTime(t), to.subject, []byte(bodies[to.body]))
		judgetest.Check(t, err)
		after := everything(t, operator)
		if len(changes(before, after)) == 0 {
			t.Errorf("with %s an operator changes nothing that can be seen", to.subject)
		}
		before = after
	}
	s.Stop()
	for _, role := range allRoles {
		if role == Operator {
			continue
		}
		var keys string
		s, keys, operator = victims(t)
		public, err := publicKey(filepath.Join(keys, role, wire.KeyFile))
		judgetest.Check(t, err)
		may := permissions(Key{Role: role, Public: public, Shared: true}).Publish.Allow
		owned := slices.Clone(roleAccess[role].says)
		for _, s := range roleAccess[role].services() {
			owned = append(owned, s.subject)
		}
		before = everything(t, operator)
		for _, permission := range may {
			c := as(t, s, keys, role)
			for _, to := range targets {
				for _, use := range uses(permission, to) {
					judgetest.Check(t, c.NC.Publish(use.subject, []byte(use.body)))
				}
			}
			judgetest.Check(t, c.NC.Flush())
			if err := c.NC.LastError(); err != nil { // then nothing would come of it below
				t.Errorf("the %s may not use %s as this test does: %v", role, permission, err)
			}
			for _, to := range slices.Concat(targets, elsewhere(targets)) {
				if slices.ContainsFunc(may, func(allowed string) bool {
					return server.SubjectsCollide(allowed, to.subject)
				}) {
					continue
				}
				for _, use := range uses(permission, to) {
					message := &nats.Msg{Subject: use.subject, Reply: to.subject, Data: []byte(use.body),
						Header: use.header}
					judgetest.Check(t, c.NC.PublishMsg(message))
				}
			}
			settle(t, c, operator)
			harmed, after := false, everything(t, operator)
			for _, change := range changes(before, after) {
				if stream, subject, _ := strings.Cut(change[2:], " "); !owns(owned, stream, subject) {
					t.Errorf("the %s, by %s: %s", role, permission, change)
					harmed = true
				}
			}
			c.Close()
			before = after
			if harmed {
				s.Stop()
				s, keys, operator = victims(t)
				before = everything(t, operator)
			}
		}
		s.Stop()
	}
}

// owns reports whether a role may change something itself: what it may publish, work that it takes out of the queue,
// and consumers.
func owns(may []string, stream, subject string) bool {
	return slices.ContainsFunc(may, func(allowed string) bool {
		return server.SubjectsCollide(allowed, subject) || allowed == "$JS.ACK."+stream+".>" &&
			strings.HasPrefix(subject, "judge.work.") || allowed == wire.MakeSubject(stream) &&
			strings.HasPrefix(subject, "consumer ")
	})
}

// settle waits until the server has done what a connection has asked for.
func settle(t *testing.T, c, operator *wire.Conn) {
	t.Helper()
	judgetest.Check(t, c.NC.FlushTimeout(10*time.Second))
	for range 3 { // each step of what was asked may take another through the server's queues
		for _, stream := range append(streams, "VICTIM") {
			_, err := operator.NC.RequestWithContext(inTime(t), fmt.Sprintf(server.JSApiConsumerListT, stream), nil)
			judgetest.Check(t, err)
			_, err = operator.NC.RequestWithContext(inTime(t), fmt.Sprintf(server.JSApiConsumerDeleteT, stream,
				"nobody"), nil)
			judgetest.Check(t, err)
			_, err = operator.NC.RequestWithContext(inTime(t), fmt.Sprintf(server.JSDirectMsgGetT, stream),
				[]byte(`{"seq":1}`))
			if err != nil && err != nats.ErrNoResponders {
				t.Fatal(err)
			}
		}
	}
}

// everything is what the streams hold: "STREAM subject" → sequence and content, "STREAM config", "STREAM consumer
// NAME".
func everything(t *testing.T, operator *wire.Conn) map[string]string {
	t.Helper()
	ctx := inTime(t)
	held := make(map[string]string)
	list := operator.JS.ListStreams(ctx)
	for info := range list.Info() {
		name := info.Config.Name
		config, err := json.Marshal(info.Config)
		judgetest.Check(t, err)
		held[name+" config"] = string(config)
		stream, err := operator.JS.Stream(ctx, name)
		judgetest.Check(t, err)
		consumers := stream.ListConsumers(ctx)
		for c := range consumers.Info() {
			held[name+" consumer "+c.Name] = fmt.Sprint(c.Paused)
		}
		judgetest.Check(t, consumers.Err())
		contents(ctx, t, stream, held)
	}
	judgetest.Check(t, list.Err())
	return held
}

// contents adds the messages of a stream to what is held.
func contents(ctx context.Context, t *testing.T, stream jetstream.Stream, held map[string]string) {
	t.Helper()
	name := stream.CachedInfo().Config.Name
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
	judgetest.Check(t, err)
	for subject, count := range info.State.Subjects {
		held[name+" "+subject] = fmt.Sprint(count)
		if message, err := stream.GetLastMsgForSubject(ctx, subject); err == nil {
			held[name+" "+subject] = fmt.Sprintf("%d messages, the last %d: %q", count, message.Sequence, message.Data)
		}
	}
}

// changes are what was removed (-), added (+) or changed (~).
func changes(before, after map[string]string) (all []string) {
	for what, was := range before {
		if is, there := after[what]; !there {
			all = append(all, "- "+what)
		} else if is != was {
			all = append(all, "~ "+what)
		}
	}
	for what := range after {
		if _, there := before[what]; !there {
			all = append(all, "+ "+what)
		}
	}
	slices.SortFunc(all, cmp.Compare)
	return slices.Compact(all)
}
