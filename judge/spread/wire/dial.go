package wire

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
)

// answerWait is how long a server may take to answer when a connection is opened.
const answerWait = 5 * time.Second

// Dial connects to the cluster at a URL, nats://… or tls://…, with the keys in a folder. Several URLs, with commas
// between them, name servers of one NATS cluster: any of them will do, and when one is lost, another. Off loopback it
// demands TLS. The server has a few seconds to answer, or until the deadline of ctx if that is sooner. A connection
// that is lost later is made again, however long that takes; what to do meanwhile is up to the caller.
func Dial(ctx context.Context, at, keys, name string, pace Pace) (*Conn, error) {
	return dial(ctx, at, keys, name, pace, 0)
}

// Prepare is Dial for an operator, and makes or updates the streams; see Ensure.
func Prepare(ctx context.Context, at, keys, name string, pace Pace, replicas int) (*Conn, error) {
	c, err := dial(ctx, at, keys, name, pace, replicas)
	if err != nil {
		return nil, err
	}
	if err = c.As(ctx, OperatorRole, keys); err == nil {
		err = Ensure(ctx, c.JS, pace, replicas)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func dial(ctx context.Context, at, keys, name string, pace Pace, replicas int) (*Conn, error) {
	id, err := identify(keys)
	if err != nil {
		return nil, err
	}
	hosts, err := hostsOf(at)
	if err != nil {
		return nil, err
	}
	wait := answerWait
	if deadline, ok := ctx.Deadline(); ok {
		wait = max(min(wait, time.Until(deadline)), time.Millisecond)
	}
	options := append(id.options, nats.Name(name), nats.Timeout(wait), nats.ErrorHandler(quiet),
		nats.MaxReconnects(-1), nats.ReconnectWait(200*time.Millisecond), nats.ReconnectJitter(100*time.Millisecond,
			time.Second),
		nats.IgnoreDiscoveredServers()) // servers tell of others, at addresses that nobody here has checked
	if !id.secure && slices.ContainsFunc(hosts, func(host string) bool { return !Loopback(host) }) {
		options = append(options, nats.Secure()) // by a CA that this machine knows
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	nc, err := nats.Connect(at, options...)
	if err != nil {
		return nil, refusal(at, hosts[0], keys, err)
	}
	c, err := open(ctx, nc, pace, replicas)
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	if len(hosts) > 1 {
		go c.leaveLonely()
	}
	c.Key = id.name
	return c, nil
}

// quiet drops errors that belong to no call, which the library would print: a slow reader of progress, or what the
// server refuses, which the caller notices by its missing answer.
func quiet(*nats.Conn, *nats.Subscription, error) {}

// leaveLonely goes to another server when the one that is connected does not answer for the streams: it may be cut off
// from the others, and keeps its connections all the same.
func (c *Conn) leaveLonely() {
	ticks := time.NewTicker(c.Pace.AckWait)
	defer ticks.Stop()
	for silent := 0; !c.NC.IsClosed(); <-ticks.C {
		ctx, cancel := context.WithTimeout(context.Background(), min(c.Pace.AckWait, answerWait))
		stream, err := c.JS.Stream(ctx, WorkStream)
		cancel()
		// such a server may say what it knows, and that it knows of no leader
		led := err == nil && (stream.CachedInfo().Cluster == nil || stream.CachedInfo().Cluster.Leader != "")
		if silent++; led || !c.NC.IsConnected() {
			silent = 0
		}
		const often = 2
		if silent == often {
			silent = 0
			c.NC.ForceReconnect()
		}
	}
}

// hostsOf are the names or addresses of the servers in URLs.
func hostsOf(at string) (hosts []string, err error) {
	for one := range strings.SplitSeq(at, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || u.User != nil ||
			u.Path != "" {
			return nil, fmt.Errorf("%q: a cluster is named as nats://HOST:PORT or tls://HOST:PORT; several servers "+
				"of one have commas between them, without spaces", one)
		}
		hosts = append(hosts, u.Hostname())
	}
	return hosts, nil
}

// Loopback reports whether a host, a name or an address, is reached from this machine only.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// refusal says in a sentence why there is no connection, and what would help.
func refusal(at, host, keys string, err error) error {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var dns *net.DNSError
	var network net.Error
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%s does not know the key in %s: it is of another server, or was withdrawn; cluster key "+
			"list shows, on the server's machine, which keys it knows", at, keys)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("%s speaks no TLS, which is demanded off loopback and wherever %s is beside a key; make "+
			"keys for that server with cluster serve --init --host %s, or use those that were made for it", at, CAFile,
			host)
	case errors.As(err, &unknown):
		return fmt.Errorf("the certificate of %s is of a CA that is not in %s/%s; copy the role's folder again from "+
			"what cluster serve --init made for this server", at, keys, CAFile)
	case errors.As(err, &name):
		return fmt.Errorf("the certificate of %s is not for %s (%w); use a name that it is for, or make keys with "+
			"cluster serve --init --host %s", at, host, err, host)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Errorf("the certificate of %s is not valid today (%w); make new keys with cluster serve --init, "+
			"and check the clock of this machine", at, err)
	case errors.As(err, &dns):
		return fmt.Errorf("%s: this machine does not find a host of that name: %w", at, err)
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("nothing listens at %s; start it there with cluster serve --listen, or check the port and "+
			"the firewall", at)
	case errors.Is(err, nats.ErrTimeout), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &network) &&
		network.Timeout():
		return fmt.Errorf("%s does not answer in time; check the address and the firewall, and that a NATS server "+
			"listens there (%w)", at, err)
	}
	return fmt.Errorf("no cluster answers at %s: %w", at, err)
}
