package server

import (
	"crypto/tls"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// keyring is the keys that a running server knows. It follows the list of keys.
type keyring struct {
	options Options
	cert    *tls.Certificate
	known   []Key

	mu      *sync.Mutex
	changed time.Time // of the list, when it was last read; zero if there was none
	trouble string    // with the list, which was said
}

func openKeyring(o Options, cert *tls.Certificate) (keyring, error) {
	k := keyring{options: o, cert: cert, mu: &sync.Mutex{}, changed: changedAt(o.Keys)}
	var err error
	k.known, err = Keys(o.Keys)
	return k, err
}

// changedAt is when the list of keys was last replaced.
func changedAt(dir string) time.Time {
	info, err := os.Stat(filepath.Join(dir, knownFile))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// LookAtKeys takes in keys that were added and withdrawn since. The connections of withdrawn keys end, and all others
// stay. A list that cannot be read changes nothing.
func (s *Server) LookAtKeys() {
	s.keys.mu.Lock()
	defer s.keys.mu.Unlock()
	now := changedAt(s.keys.options.Keys)
	if now.Equal(s.keys.changed) {
		return
	}
	keys, err := Keys(s.keys.options.Keys)
	if err == nil {
		err = s.admitOnly(keys)
	}
	if err != nil {
		if said := err.Error(); said != s.keys.trouble {
			s.keys.trouble = said
			s.say("warning: the keys stay as they were: " + said)
		}
		return
	}
	before := make(map[string]Key)
	for _, k := range s.keys.known {
		before[k.Public] = k
	}
	for _, k := range keys {
		switch was, is := before[k.Public]; {
		case !is:
			s.say(fmt.Sprintf("key %s of a %s was added", k.Name, k.Role))
		case was.Withdrawn.IsZero() && !k.Withdrawn.IsZero():
			s.say(fmt.Sprintf("key %s of a %s was withdrawn, and its connections were ended", k.Name, k.Role))
		}
	}
	s.keys.known, s.keys.changed, s.keys.trouble = keys, now, ""
}

// admitOnly has the embedded server know these keys and no others.
func (s *Server) admitOnly(keys []Key) error {
	options, err := s.keys.options.nats()
	if err != nil {
		return err
	}
	options.TLSConfig = secured(s.keys.cert)
	if err := options.ProcessConfigString(accounts(keys)); err != nil {
		return err
	}
	return s.nats.ReloadOptions(options)
}

// secured is how a server with a certificate speaks TLS; nil without one.
func secured(cert *tls.Certificate) *tls.Config {
	if cert == nil {
		return nil
	}
	return &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS13}
}

func (s *Server) say(line string) {
	if s.keys.options.Say != nil {
		s.keys.options.Say(line)
	}
}
