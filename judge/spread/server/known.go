package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/nats-io/nkeys"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/spread/wire"
)

// Key is a key that a server knows, or knew.
type Key struct {
	Name      string    `json:"name"` // of the machine or client; of the role for the key that all of a role share
	Role      string    `json:"role"`
	Public    string    `json:"public"`
	Added     time.Time `json:"added"`
	Withdrawn time.Time `json:"withdrawn,omitzero"`
	Shared    bool      `json:"shared,omitempty"`
}

// knownFile is the list of the keys that were added or withdrawn, in a folder of keys. It has no secrets.
const knownFile = "keys.json"

// known is the content of that file.
type known struct {
	Keys []Key `json:"keys"`
}

// reserved are names that no key of a machine may have: the folders of a folder of keys.
var reserved = append(slices.Clone(allRoles), serverFolder)

// Keys are all keys of a folder, the shared ones first, and then by when they were added. Those that were withdrawn are
// among them.
func Keys(dir string) ([]Key, error) {
	list, err := readKnown(dir)
	if err != nil {
		return nil, err
	}
	var all []Key
	for _, role := range allRoles {
		path := filepath.Join(dir, role, wire.KeyFile)
		public, err := publicKey(path)
		withdrawn := slices.ContainsFunc(list.Keys, func(k Key) bool { return k.Shared && k.Role == role })
		if errors.Is(err, fs.ErrNotExist) && withdrawn {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: no key of the %s; make keys with cluster serve --init: %w", dir, role, err)
		}
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list.Keys, func(k Key) bool { return k.Public == public }) {
			info, err := os.Stat(path)
			if err != nil {
				return nil, err
			}
			all = append(all, Key{Name: role, Role: role, Public: public, Added: info.ModTime().UTC(), Shared: true})
		}
	}
	return append(all, list.Keys...), nil
}

// AddKey makes a key for one machine or client, in a folder of its own, which is copied there. A server that runs with
// these keys knows it within a second.
func AddKey(dir, role, name string) (folder string, err error) {
	if role != Worker && role != Client {
		return "", fmt.Errorf("%q: a key is for a worker, which judges, or for a client, which starts runs", role)
	}
	if !wire.Named.MatchString(name) || slices.Contains(reserved, name) {
		return "", fmt.Errorf("%q: a key's name has up to 64 letters, digits, - and _, and is none of %v", name,
			reserved)
	}
	authority, err := os.ReadFile(filepath.Join(dir, Operator, wire.CAFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	folder = filepath.Join(dir, name)
	made := false
	defer func() {
		if err != nil && made {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}()
	err = change(dir, func(all []Key) ([]Key, error) {
		if i := slices.IndexFunc(all, func(k Key) bool { return k.Name == name && k.Withdrawn.IsZero() }); i >= 0 {
			return nil, fmt.Errorf("there is a key %s already, for a %s; withdraw it first, or choose another name",
				name, all[i].Role)
		}
		if err := os.Mkdir(folder, 0o700); err != nil {
			return nil, fmt.Errorf("%w; it is no folder of a key that is known: remove it", err)
		}
		made = true
		if err := makeKey(folder, authority); err != nil {
			return nil, err
		}
		public, err := publicKey(filepath.Join(folder, wire.KeyFile))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, wire.NameFile), []byte(name+"\n"), 0o600)
		}
		return append(all, Key{Name: name, Role: role, Public: public, Added: now()}), err
	})
	return folder, err
}

// WithdrawKey withdraws the key of that name, or the one that all of a role share. Its folder here is removed. A server
// that runs with these keys ends its connections within a second.
func WithdrawKey(dir, name string) error {
	keys, err := Keys(dir)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name && k.Withdrawn.IsZero() })
	if i < 0 {
		return fmt.Errorf("there is no key %s; cluster key list shows which there are", name)
	}
	if keys[i].Role == Operator {
		return errors.New("the operator's key is the server's own and cannot be withdrawn; make new keys in a new " +
			"folder with cluster serve --init")
	}
	err = change(dir, func(all []Key) ([]Key, error) {
		if keys[i].Shared {
			all = append(all, keys[i])
		}
		at := slices.IndexFunc(all, func(k Key) bool { return k.Public == keys[i].Public })
		if at < 0 {
			return nil, fmt.Errorf("the key %s is not there any more", name)
		}
		all[at].Withdrawn = now()
		return all, nil
	})
	if err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(dir, name))
}

func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// change replaces the list of keys. Only one process at a time does.
func change(dir string, by func([]Key) ([]Key, error)) error {
	folder, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("%w; make keys with cluster serve --init", err)
	}
	defer folder.Close() // which gives up the lock
	if err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("%s: it cannot be locked: %w", dir, err)
	}
	list, err := readKnown(dir)
	if err != nil {
		return err
	}
	if list.Keys, err = by(list.Keys); err != nil {
		return err
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return whole.Replace(filepath.Join(dir, knownFile), append(text, '\n'))
}

// readKnown reads the list. It is empty if there is no such file.
func readKnown(dir string) (list known, err error) {
	path := filepath.Join(dir, knownFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return list, fmt.Errorf("%s: no list of keys: %w", path, err)
	}
	for _, k := range list.Keys {
		if k.Role != Worker && k.Role != Client || !wire.Named.MatchString(k.Name) ||
			!nkeys.IsValidPublicUserKey(k.Public) || slices.Contains(reserved, k.Name) != k.Shared {
			return list, fmt.Errorf("%s: %q is no key of a worker or a client", path, k.Name)
		}
	}
	return list, nil
}
