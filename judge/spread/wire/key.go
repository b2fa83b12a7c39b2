package wire

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"dlxjudge/judge/base/untrusted"
)

// The files of a folder with one key.
const (
	KeyFile = "key.nk" // the seed of an nkey
	// what the server's certificate is checked with; there is none where cluster serve made keys for loopback
	CAFile   = "ca.pem"
	RoleFile = "role" // what the key is for; missing for a key of another NATS server
	credFile = "user.creds"

	mostKey = 1 << 20 // bytes of each; a CA may be a list of many
)

// The roles of keys.
const (
	Worker = "worker" // judges
	Client = "client" // starts runs
)

// Roles are all roles.
var Roles = []string{Worker, Client}

// checkRole returns an error if the key in a folder is for another role.
func checkRole(keys, role string) error {
	text, err := untrusted.Read(filepath.Join(keys, RoleFile), mostKey)
	if err != nil { // without a file it may be for anything
		return nil
	}
	if is := strings.TrimSpace(string(text)); is != role {
		return fmt.Errorf("%s: this is a %.20q key, and a %s's is needed here; name its folder with --keys", keys, is,
			role)
	}
	return nil
}

// DefaultKeys is the folder of keys that cluster serve makes and uses by default. It holds a folder for each key.
func DefaultKeys() (string, error) {
	user, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no place for keys: %w; name a folder with --keys", err)
	}
	return filepath.Join(user, "dlxjudge", "cluster"), nil
}

// identify reads a folder with a key for a role: the options of a connection that prove who connects, and whether
// there is a CA, so that TLS is demanded.
func identify(keys, role string) (options []nats.Option, secure bool, err error) {
	option, err := keyOption(keys)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, keyless(keys)
	}
	if err != nil {
		return nil, false, err
	}
	if err := checkRole(keys, role); err != nil {
		return nil, false, err
	}
	ca, err := authority(filepath.Join(keys, CAFile))
	if err != nil || ca == nil {
		return []nats.Option{option}, false, err
	}
	return []nats.Option{option, nats.Secure(&tls.Config{RootCAs: ca, MinVersion: tls.VersionTLS13})}, true, nil
}

// keyless says what a folder without a key is.
func keyless(keys string) error {
	entries, err := os.ReadDir(keys)
	var below []string
	for _, entry := range entries {
		if _, err := os.Stat(filepath.Join(keys, entry.Name(), KeyFile)); err == nil {
			below = append(below, filepath.Join(keys, entry.Name()))
		}
	}
	const way = "name with --keys the folder of one key, as cluster serve --init and cluster key add make it"
	switch {
	case len(below) > 0:
		return fmt.Errorf("%s: there are several folders of keys in it; name one of them with --keys: %s", keys,
			strings.Join(below, ", "))
	case err != nil:
		return fmt.Errorf("%w; %s", err, way)
	}
	return fmt.Errorf("%s: no key (%s or %s) there; %s", keys, KeyFile, credFile, way)
}

// keyOption reads the key, or the credentials that the operator of another NATS server gave out.
func keyOption(keys string) (nats.Option, error) {
	path := filepath.Join(keys, credFile)
	text, err := untrusted.Read(path, mostKey)
	switch {
	case err == nil:
		if _, err := os.Lstat(filepath.Join(keys, KeyFile)); err == nil {
			return nil, fmt.Errorf("%s: two keys, %s and %s; keep the one that is for this server", keys, KeyFile,
				credFile)
		}
		if _, err := nkeys.ParseDecoratedUserNKey(text); err != nil {
			return nil, fmt.Errorf("%s: no credentials of a NATS user; copy the file again from what NATS' operator "+
				"gave out", path)
		}
		return nats.UserCredentials(path), nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	pair, err := ReadKey(filepath.Join(keys, KeyFile))
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", keys, err)
	}
	return nats.Nkey(public, pair.Sign), nil
}

// ReadKey reads the file of a key, as cluster serve --init and cluster key add make it.
func ReadKey(path string) (nkeys.KeyPair, error) {
	text, err := untrusted.Read(path, mostKey)
	if err != nil {
		return nil, err
	}
	pair, err := nkeys.ParseDecoratedUserNKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: no key of a NATS user; copy it again from the folder that cluster serve --init or "+
			"cluster key add made", path)
	}
	return pair, nil
}

// authority reads the CA. It is nil if there is none.
func authority(path string) (*x509.CertPool, error) {
	text, err := untrusted.Read(path, mostKey)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s: no certificate in it; copy it again from the folder that cluster serve --init made",
			path)
	}
	return pool, nil
}
