package server

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// TestKeysWhileRunning: a key is known when it was added, and ends its connections when it is withdrawn; others stay
// connected, also over a restart.
func TestKeysWhileRunning(t *testing.T) {
	for name, hosts := range map[string][]string{"plain": nil, "TLS": {"127.0.0.1"}} {
		t.Run(name, func(t *testing.T) {
			var o Options
			said := make(chan string, 10)
			s, _ := running(t, func(of *Options) {
				if hosts != nil {
					of.Keys = filepath.Join(t.TempDir(), "keys")
					judgetest.Check(t, Init(of.Keys, hosts...))
				}
				of.Say = func(line string) { said <- line }
				o = *of
			})
			keys := o.Keys
			stays := as(t, s, keys, Client)
			for name, role := range map[string]string{"m1": Worker, "m2": Worker, "c1": Client} {
				folder, err := AddKey(keys, role, name)
				judgetest.Check(t, err)
				if folder != filepath.Join(keys, name) {
					t.Errorf("the key is in %s", folder)
				}
			}
			if _, err := wire.Dial(t.Context(), s.URL(), filepath.Join(keys, "m1"), "test", quick); err == nil {
				t.Error("a key is known before the server has looked")
			}
			s.LookAtKeys()
			m1, m2, c1 := as(t, s, keys, "m1"), as(t, s, keys, "m2"), as(t, s, keys, "c1")
			judgetest.Check(t, m1.As(t.Context(), Worker, "m1"))
			judgetest.Check(t, c1.As(t.Context(), Client, "c1"))
			judgetest.Check(t, m1.PutOffer(t.Context(), offerOf("m1")))
			ended := m1.NC.StatusChanged(nats.CLOSED)
			judgetest.Check(t, WithdrawKey(keys, "m1"))
			s.LookAtKeys()
			select {
			case <-ended:
			case <-inTime(t).Done():
				t.Error("the connection of a withdrawn key does not end")
			}
			if err := m1.NC.LastError(); !errors.Is(err, nats.ErrAuthorization) {
				t.Errorf("it ended with %v", err)
			}
			for name, c := range map[string]*wire.Conn{"m2": m2, "c1": c1, "shared": stays} {
				if _, err := c.JS.Stream(inTime(t), wire.WorkStream); err != nil || c.NC.Stats().Reconnects != 0 {
					t.Errorf("%s was disturbed: %v, %d times connected again", name, err, c.NC.Stats().Reconnects)
				}
			}
			if _, err := os.Stat(filepath.Join(keys, "m1")); err == nil {
				t.Error("the folder of a withdrawn key is left")
			}
			kept := filepath.Join(t.TempDir(), "copy")
			judgetest.Check(t, os.CopyFS(kept, os.DirFS(filepath.Join(keys, "m2"))))
			judgetest.Check(t, WithdrawKey(keys, "m2"))
			judgetest.Check(t, WithdrawKey(keys, Worker))
			s.Stop()
			again, err := Start(t.Context(), o)
			judgetest.Check(t, err)
			t.Cleanup(again.Stop)
			if _, err := wire.Dial(t.Context(), again.URL(), kept, "test", quick); err == nil ||
				!strings.Contains(err.Error(), "or was withdrawn") {
				t.Errorf("a withdrawn key connects to a server that was started again: %v", err)
			}
			as(t, again, keys, "c1")
			close(said)
			heard := map[string]bool{}
			for line := range said {
				heard[line] = true
			}
			for _, want := range []string{"key c1 of a client was added",
				"key m1 of a worker was withdrawn, and its connections were ended"} {
				if !heard[want] {
					t.Errorf("it does not say %q, but %v", want, heard)
				}
			}
		})
	}
}

func offerOf(name string) wire.Offer {
	return wire.Offer{Machine: wire.Machine{Worker: name, CPU: "Abacus", Cores: 1}, Version: "v"}
}

// TestOwnNames: what is said in the name of a key, its holder alone can say.
func TestOwnNames(t *testing.T) {
	s, keys := running(t)
	for _, name := range []string{"m1", "m2"} {
		_, err := AddKey(keys, Worker, name)
		judgetest.Check(t, err)
	}
	s.LookAtKeys()
	m1, m2, shared := as(t, s, keys, "m1"), as(t, s, keys, "m2"), as(t, s, keys, Worker)
	client, ctx := as(t, s, keys, Client), inTime(t)
	const result, progress, offer = "judge.result.r.0", "judge.progress.r.0", wire.RoleAPI + ".$KV.judge-workers."
	for who, subjects := range map[*wire.Conn][]string{
		m1:     {result, result + ".m2", progress, progress + ".m2", offer + "m1", offer + "key.m2"},
		shared: {result + ".m1", progress + ".m1", offer + "key.m1"},
	} {
		for _, subject := range subjects {
			judgetest.Check(t, who.NC.Publish(subject, []byte("{}")))
			refusedFor(t, who, "worker", subject)
		}
	}
	judgetest.Check(t, m1.PutOffer(ctx, offerOf("m1")))
	judgetest.Check(t, shared.PutOffer(ctx, offerOf("m1"))) // whom nobody vouches for
	lie := offerOf("m1")
	lie.Jobs = 7
	judgetest.Check(t, put(m2, "key.m2", lie))
	// It asks the server to send its own lie into m1's place.
	judgetest.Check(t, m2.NC.PublishRequest(wire.RoleAPI+".DIRECT.GET.KV_judge-workers.$KV.judge-workers.key.m2",
		offer+"key.m1", nil))
	settle(t, m2, as(t, s, keys, Operator))
	read(t, client)
	judgetest.Check(t, m1.PutOffer(ctx, offerOf("m1"))) // as each few seconds
	if diff := cmp.Diff([]string{"m1", "m1 by its own key"}, read(t, client)); diff != "" {
		t.Errorf("offers that are read (-want +got):\n%s", diff)
	}
	for _, c := range []*wire.Conn{m1, m2} { // the first of two results stays
		_, err := c.JS.Publish(ctx, wire.OwnSubject(result, c.Key), []byte("{}"),
			jetstream.WithExpectStream(wire.ResultStream),
			jetstream.WithExpectLastSequenceForSubject(0, wire.OwnSubject(result, "*")))
		if (err == nil) != (c == m1) {
			t.Errorf("the result of %s: %v", c.Key, err)
		}
	}
}

// read are the names of the workers whose offers a client believes, sorted.
func read(t *testing.T, client *wire.Conn) (names []string) {
	t.Helper()
	for entry, err := range wire.Entries(inTime(t), client.Workers, wire.Offers...) {
		judgetest.Check(t, err)
		if o, err := wire.OfferOf(entry); err == nil {
			name, _, _ := strings.Cut(o.Machine.String(), " (")
			names = append(names, name)
			if o.Jobs != 0 {
				t.Errorf("a lie of %s is believed", name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// put publishes an offer at a key of the bucket.
func put(c *wire.Conn, key string, offer wire.Offer) error {
	text, err := wire.Encode(offer)
	if err != nil {
		return err
	}
	return c.NC.PublishMsg(&nats.Msg{Subject: wire.RoleAPI + ".$KV.judge-workers." + key, Data: text,
		Header: nats.Header{"Nats-Expected-Stream": {"KV_judge-workers"}}})
}

// TestKeyNames: keys that are refused, and what the list says of those that are not.
func TestKeyNames(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "keys")
	judgetest.Check(t, Init(keys))
	_, err := AddKey(keys, Worker, "m1")
	judgetest.Check(t, err)
	for name, want := range map[string]string{
		"m1": "there is a key m1 already, for a worker", "": "a key's name has up to 64", "../m": "a key's name",
		"a.b": "a key's name", "worker": "is none of", "server": "is none of", "*": "a key's name",
	} {
		if _, err := AddKey(keys, Worker, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	if _, err := AddKey(keys, Operator, "o"); err == nil {
		t.Error("a key of an operator is made")
	}
	for name, want := range map[string]string{"m2": "there is no key m2", Operator: "cannot be withdrawn"} {
		if err := WithdrawKey(keys, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	judgetest.Check(t, WithdrawKey(keys, "m1"))
	_, err = AddKey(keys, Client, "m1") // anew
	judgetest.Check(t, err)
	judgetest.Check(t, WithdrawKey(keys, Client))
	all, err := Keys(keys)
	judgetest.Check(t, err)
	var got []string
	for _, k := range all {
		line := k.Name + " " + k.Role
		if !k.Withdrawn.IsZero() {
			line += " withdrawn"
		}
		got = append(got, line)
		if time.Since(k.Added) > time.Hour {
			t.Errorf("%s was added %v", k.Name, k.Added)
		}
	}
	want := []string{"operator operator", "worker worker", "m1 worker withdrawn", "m1 client",
		"client client withdrawn"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	judgetest.Write(t, filepath.Join(keys, knownFile), `{"keys": [{"name": "x", "role": "operator"}]}`)
	if _, err := Keys(keys); err == nil {
		t.Error("a list with an operator is read")
	}
}
