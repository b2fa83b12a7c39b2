package wire

import (
	"crypto/tls"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"dlxjudge/judge/base/untrusted"
)

// The files in the folder of one key.
const (
	KeyFile = "key.nk" // the seed of an nkey
	// CAFile is the CA for the server's certificate; it is missing if "cluster serve" made the keys for loopback.
	CAFile   = "ca.pem"
	RoleFile = "role"       // the key's role; missing if the key is for a server other than "cluster serve"
	credFile = "user.creds" // credentials from the operator of such a server, instead of KeyFile
)

// The roles of keys.
const (
	Worker = "worker" // the key of a program that judges
	Client = "client" // the key of a program that starts runs
)

// Roles lists all roles.
var Roles = []string{Worker, Client}

// identify reads a folder with a key for a role. It returns connection options that use this key. The result secure
// says whether the folder has a CA. If so, the options require TLS.
func identify(keys, role string) (options []nats.Option, secure bool, err error) {
	path, credentials := filepath.Join(keys, KeyFile), filepath.Join(keys, credFile)
	option := nats.UserCredentials(credentials)
	if _, err := os.Stat(credentials); err == nil {
		path = credentials
	}
	const most = 64 << 10
	text, err := untrusted.Read(path, most)
	if err != nil {
		return nil, false, fmt.Errorf("%w; give --keys the folder of one key, such as %s or %s in the folder "+
			"that cluster serve makes", err, Worker, Client)
	}
	pair, err := nkeys.ParseDecoratedUserNKey(text)
	if err != nil {
		return nil, false, fmt.Errorf("%s: not a NATS user key; copy it again", path)
	}
	if path != credentials {
		public, err := pair.PublicKey()
		if err != nil {
			return nil, false, err
		}
		option = nats.Nkey(public, pair.Sign)
	}
	of, err := untrusted.Read(filepath.Join(keys, RoleFile), most) // if this file is missing, any role is allowed
	if is := strings.TrimSpace(string(of)); err == nil && is != role {
		return nil, false, fmt.Errorf("%s: this is a %.20q key, but a %s needs its own; name the folder of that key "+
			"with --keys", keys, is, role)
	}
	ca := filepath.Join(keys, CAFile)
	if _, err := os.Stat(ca); err != nil {
		return []nats.Option{option}, false, nil
	}
	return []nats.Option{option, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS13}), nats.RootCAs(ca)}, true, nil
}
