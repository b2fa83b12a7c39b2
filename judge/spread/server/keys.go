package server

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nkeys"

	"dlxjudge/judge/spread/wire"
)

// Init makes a folder of keys: a folder for each role and, if the server has hosts (its names and addresses), a
// certificate for these in the folder "server" and its CA beside each key. The folder is written whole or not at all.
// The error is fs.ErrExist if it is not empty: keys in use are never overwritten.
func Init(dir string, hosts ...string) (err error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: %w and is not empty; name a new folder for new keys", dir, fs.ErrExist)
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	work, err := os.MkdirTemp(parent, "."+filepath.Base(dir)+"-*") // its mode is 0700
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(work))
		}
	}()
	var authority []byte
	if len(hosts) > 0 {
		if authority, err = certify(filepath.Join(work, serverFolder), hosts); err != nil {
			return err
		}
	}
	for _, role := range allRoles {
		if err := makeRole(filepath.Join(work, role), authority); err != nil {
			return err
		}
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) { // an empty folder
		return err
	}
	return os.Rename(work, dir)
}

// makeRole makes the folder of a role.
func makeRole(dir string, authority []byte) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return makeKey(dir, authority)
}

// makeKey makes the files in a folder of one key: the key and, if there is one, the CA.
func makeKey(dir string, authority []byte) error {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	defer pair.Wipe()
	seed, err := pair.Seed()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, wire.KeyFile), append(seed, '\n'), 0o600); err != nil ||
		authority == nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, wire.CAFile), authority, 0o600)
}

func publicKey(path string) (string, error) {
	_, pair, err := wire.ReadKey(path)
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	public, err := pair.PublicKey()
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return public, nil
}
