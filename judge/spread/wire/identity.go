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

// The files of a folder of keys, one folder for each role.
const (
	KeyFile = "key.nk" // the seed of an nkey
	// what the server's certificate is checked with; there is none where cluster serve made keys for loopback
	CAFile   = "ca.pem"
	NameFile = "name" // of the key, for one that a machine has alone
	credFile = "user.creds"

	mostKey = 1 << 20 // bytes of each; a CA may be a list of many
)

// DefaultKeys is the folder of keys that cluster serve makes and uses by default. It holds a folder for each role.
func DefaultKeys() (string, error) {
	user, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no place for keys: %w; name a folder with --keys", err)
	}
	return filepath.Join(user, "dlxjudge", "cluster"), nil
}

// InboxPrefix begins the subjects of all answers to the holder of a key. No other key may listen there.
func InboxPrefix(publicKey string) string { return "_INBOX." + publicKey }

// identity is the options of a connection that prove who connects.
type identity struct {
	name    string // of the key; "" for one that all of a role share
	options []nats.Option
	secure  bool // there is a CA: TLS is demanded
}

// identify reads a folder of keys.
func identify(keys string) (identity, error) {
	var id identity
	pair, err := id.key(keys)
	if errors.Is(err, fs.ErrNotExist) {
		return id, keyless(keys)
	}
	if err != nil {
		return id, err
	}
	public, err := pair.PublicKey()
	pair.Wipe()
	if err != nil {
		return id, fmt.Errorf("%s: %w", keys, err)
	}
	id.options = append(id.options, nats.CustomInboxPrefix(InboxPrefix(public)))
	if id.name, err = nameIn(keys); err != nil {
		return id, err
	}
	return id, id.authority(filepath.Join(keys, CAFile))
}

// nameIn is the name of the key in a folder. The server holds it to this name.
func nameIn(keys string) (string, error) {
	path := filepath.Join(keys, NameFile)
	text, err := untrusted.Read(path, mostKey)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	name := strings.TrimSpace(string(text))
	if err == nil && !Named.MatchString(name) {
		err = fmt.Errorf("%s: no name of a key in it; copy the folder again from what cluster key add made", path)
	}
	return name, err
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
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such folder, and so no key; %s", keys, way)
	case err != nil:
		return fmt.Errorf("%w; %s", err, way)
	case len(entries) == 0:
		return fmt.Errorf("%s: the folder is empty; %s", keys, way)
	}
	return fmt.Errorf("%s: no key (%s or %s) there; %s", keys, KeyFile, credFile, way)
}

// key reads the key, or the credentials that the operator of another NATS server gave out.
func (id *identity) key(keys string) (nkeys.KeyPair, error) {
	path := filepath.Join(keys, credFile)
	text, err := untrusted.Read(path, mostKey)
	if err == nil {
		if _, err := os.Lstat(filepath.Join(keys, KeyFile)); err == nil {
			return nil, fmt.Errorf("%s: two keys, %s and %s; keep the one that is for this server", keys, KeyFile,
				credFile)
		}
		pair, err := nkeys.ParseDecoratedUserNKey(text)
		if err != nil {
			return nil, fmt.Errorf("%s: no credentials of a NATS user; copy the file again from what NATS' operator "+
				"gave out", path)
		}
		id.options = append(id.options, nats.UserCredentials(path))
		return pair, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	path = filepath.Join(keys, KeyFile)
	text, pair, err := ReadKey(path)
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	// From memory: without its file, a program would try for ever to sign, and not hear that its key was withdrawn.
	id.options = append(id.options, nats.Nkey(public, func(nonce []byte) ([]byte, error) {
		pair, err := nkeys.ParseDecoratedUserNKey(text)
		if err != nil {
			return nil, err
		}
		defer pair.Wipe()
		return pair.Sign(nonce)
	}))
	return pair, nil
}

// ReadKey reads the file of a key, as cluster serve --init makes it.
func ReadKey(path string) (text []byte, pair nkeys.KeyPair, err error) {
	if text, err = untrusted.Read(path, mostKey); err != nil {
		return nil, nil, err
	}
	if pair, err = nkeys.ParseDecoratedUserNKey(text); err != nil {
		return nil, nil, fmt.Errorf("%s: no key of a NATS user; copy it again from the folder that cluster serve "+
			"--init or cluster key add made", path)
	}
	return text, pair, nil
}

// authority reads the CA, if there is one.
func (id *identity) authority(path string) error {
	text, err := untrusted.Read(path, mostKey)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return fmt.Errorf("%s: no certificate in it; copy it again from the folder that cluster serve --init made",
			path)
	}
	id.secure = true
	id.options = append(id.options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13}))
	return nil
}
