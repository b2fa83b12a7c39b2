package wire

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// answerWait is how long a server may take to answer.
const answerWait = 5 * time.Second

// Dial connects to a cluster and creates missing streams. The cluster's address (at) is a URL such as tls://HOST:PORT,
// or several URLs of one NATS cluster, separated by commas; Dial uses any of them. keys is a folder with a key for the
// role. Except on loopback, Dial requires TLS. The NATS library restores a lost connection, however long that takes.
// The caller decides what to do meanwhile.
func Dial(ctx context.Context, at, keys, role, name string, pace Pace) (*Conn, error) {
	hosts, err := hostsOf(at)
	if err != nil {
		return nil, err
	}
	options, secure, err := identify(keys, role)
	if err != nil {
		return nil, err
	}
	options = append(options, nats.Name(name), nats.Timeout(answerWait), nats.ErrorHandler(quiet),
		nats.MaxReconnects(-1), nats.ReconnectWait(200*time.Millisecond), nats.ReconnectJitter(100*time.Millisecond,
			time.Second),
		nats.IgnoreDiscoveredServers()) // servers announce other servers, whose addresses nobody has checked
	if !secure && slices.ContainsFunc(hosts, func(host string) bool { return !Loopback(host) }) {
		options = append(options, nats.Secure()) // the certificate must be from a CA that this machine trusts
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	nc, err := nats.Connect(at, options...)
	if err != nil {
		return nil, refusal(at, hosts[0], keys, err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, err
	}
	c := &Conn{NC: nc, JS: js, Pace: pace}
	if err := c.open(ctx); err != nil {
		nc.Close()
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	if len(hosts) > 1 {
		go c.leaveIsolated()
	}
	return c, nil
}

// quiet drops errors that no call can return, such as a refusal by the server, or a slow reader of progress. Otherwise,
// the library would print these errors. A caller notices a refusal, because it gets no answer.
func quiet(*nats.Conn, *nats.Subscription, error) {}

// hostsOf returns the host names or addresses in a list of URLs, which are separated by commas.
func hostsOf(at string) (hosts []string, err error) {
	for one := range strings.SplitSeq(at, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || u.User != nil ||
			u.Path != "" {
			return nil, fmt.Errorf("%q: name a cluster as nats://HOST:PORT or tls://HOST:PORT; separate several "+
				"servers by commas without spaces", one)
		}
		hosts = append(hosts, u.Hostname())
	}
	return hosts, nil
}

// Loopback reports whether a host name or address is reachable only from this machine.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// refusal returns an error that says why there is no connection, and what would help.
func refusal(at, host, keys string, err error) error {
	var unknown x509.UnknownAuthorityError
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%s does not know the key in %s: it belongs to another server, or was withdrawn; to see "+
			"the server's keys, run cluster key list on its machine", at, keys)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("%s does not speak TLS, which is required off loopback and with any key that has %s; make "+
			"keys for that server with cluster serve --init --host %s, or use the keys that were made for it", at,
			CAFile, host)
	case errors.As(err, &unknown):
		return fmt.Errorf("the certificate of %s is not that in %s/%s; copy the role's folder again from the "+
			"keys that cluster serve --init made for this server", at, keys, CAFile)
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("no server listens at %s; start one there with cluster serve --listen, or check the port "+
			"and the firewall", at)
	}
	return fmt.Errorf("no connection to %s with %s: %w; check the address, the firewall and the names in the server's "+
		"certificate", at, keys, err)
}
