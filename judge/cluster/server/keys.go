package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"dlxjudge/judge/cluster/wire"
)

// The roles of a cluster. Each has a folder of its own in a folder of keys, to be copied to where it is used.
const (
	Operator = "operator" // makes streams, and looks at everything
	Client   = "client"   // asks for work, and sees results
	Worker   = "worker"   // sees packages, and answers
)

var allRoles = []string{Operator, Client, Worker}

// Init makes a key for each role in a folder. Keys that are there already stay.
func Init(dir string) error {
	for _, role := range allRoles {
		path := filepath.Join(dir, role, wire.KeyFile)
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		pair, err := nkeys.CreateUser()
		if err != nil {
			return err
		}
		seed, err := pair.Seed()
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, append(seed, '\n'), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// roles are the users that a server knows.
func roles(dir string) ([]*server.NkeyUser, error) {
	var users []*server.NkeyUser
	for _, role := range allRoles {
		pair, err := pairOf(dir, role)
		if err != nil {
			return nil, err
		}
		public, err := pair.PublicKey()
		if err != nil {
			return nil, err
		}
		users = append(users, &server.NkeyUser{Nkey: public})
	}
	return users, nil
}

func pairOf(dir, role string) (nkeys.KeyPair, error) {
	path := filepath.Join(dir, role, wire.KeyFile)
	seed, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: no keys; make them with cluster serve --init", dir)
	}
	if err != nil {
		return nil, err
	}
	pair, err := nkeys.ParseDecoratedNKey(seed)
	if err != nil {
		return nil, fmt.Errorf("%s: no key of NATS: %w", path, err)
	}
	return pair, nil
}

// operator is the identity of the connection that makes the streams.
func operator(dir string) (nats.Option, error) {
	return nats.NkeyOptionFromSeed(filepath.Join(dir, Operator, wire.KeyFile))
}
