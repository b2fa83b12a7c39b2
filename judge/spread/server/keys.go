package server

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nkeys"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/spread/wire"
)

// A folder of keys holds these entries:
//
//	NAME/    the files of one key; users copy this folder to the machine that uses the key
//	known/   for each key that the server admits, a file NAME that holds the key's role and public part
//	server/  the server's certificate and private key; missing if only this machine can reach the server

// knownFolder is the folder of the keys that the server admits.
const knownFolder = "known"

// Key is a key that the server admits.
type Key struct {
	Name, Role, Public string
	Added              time.Time
}

// mayPublish lists the subjects on which each role may publish. This prevents accidents, not attacks: both roles may
// use JetStream's API, which can do everything. So whoever holds a key is trusted with the cluster.
var mayPublish = map[string][]string{
	wire.Worker: {wire.ResultSubject("*", "*"), wire.AttemptSubject(wire.WorkSubject("*", "*", "*"), "*"),
		"judge.progress.>", "$KV." + wire.BlockBucket + ".*", "$KV." + wire.WorkerBucket + ".*", "$JS.>"},
	wire.Client: {wire.WorkSubject("*", "*", "*"), wire.WakeSubject, "$KV." + wire.BlockBucket + ".*", "$JS.>"},
}

// Init makes a folder of keys with two keys, named "worker" and "client". hosts lists the names and addresses of the
// server. If there are any, Init adds a certificate for them. If Init fails, it removes what it made. The error is
// fs.ErrExist if the folder is not empty, so that keys in use are never overwritten.
func Init(dir string, hosts ...string) (err error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: %w and is not empty; name a new folder for new keys", dir, fs.ErrExist)
	}
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.Chmod(dir, 0o700)); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	if len(hosts) > 0 {
		if err := certify(filepath.Join(dir, serverFolder), hosts); err != nil {
			return err
		}
	}
	if err := os.Mkdir(filepath.Join(dir, knownFolder), 0o700); err != nil {
		return err
	}
	for _, role := range wire.Roles {
		if _, err := AddKey(dir, role, role); err != nil {
			return err
		}
	}
	return nil
}

// AddKey makes a key in a new folder, which the user copies to the machine of one worker or client.
func AddKey(dir, role, name string) (folder string, err error) {
	reserved := []string{knownFolder, serverFolder}
	switch {
	case !slices.Contains(wire.Roles, role):
		return "", fmt.Errorf("%q: a key is for a worker, which judges, or for a client, which starts runs", role)
	case !wire.Name.MatchString(name) || slices.Contains(reserved, name):
		return "", fmt.Errorf("%q: a key's name has up to 64 letters, digits, - and _, and cannot be any of %v", name,
			reserved)
	}
	authority, err := os.ReadFile(filepath.Join(dir, serverFolder, certFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	seed, err := pair.Seed()
	if err != nil {
		return "", err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return "", err
	}
	folder = filepath.Join(dir, name)
	if err := os.Mkdir(folder, 0o700); errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("key %s already exists; withdraw it first, or choose another name", name)
	} else if err != nil {
		return "", fmt.Errorf("%w; make keys with cluster serve --init", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}()
	files := map[string]string{wire.KeyFile: string(seed) + "\n", wire.RoleFile: role + "\n"}
	if authority != nil {
		files[wire.CAFile] = string(authority)
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	return folder, whole.Replace(filepath.Join(dir, knownFolder, name), []byte(role+" "+public+"\n"))
}

// WithdrawKey removes a key. A running server soon notices this; see WaitAdmitted.
func WithdrawKey(dir, name string) error {
	if !wire.Name.MatchString(name) {
		return fmt.Errorf("%q is not the name of a key", name)
	}
	err := os.Remove(filepath.Join(dir, knownFolder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no key %s; list the keys with cluster key list", name)
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
}

// Keys returns the keys that a server with this folder admits, in order of their names.
func Keys(dir string) ([]Key, error) {
	files, err := os.ReadDir(filepath.Join(dir, knownFolder))
	if err != nil {
		return nil, fmt.Errorf("%w; make keys with cluster serve --init", err)
	}
	var keys []Key
	for _, file := range files {
		path := filepath.Join(dir, knownFolder, file.Name())
		const most = 1 << 10
		text, err := untrusted.Read(path, most)
		if errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(file.Name(), ".") {
			continue // withdrawn meanwhile, or not added yet
		}
		if err != nil {
			return nil, err
		}
		info, err := file.Info()
		if err != nil {
			return nil, err
		}
		role, public, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
		if !wire.Name.MatchString(file.Name()) || !slices.Contains(wire.Roles, role) ||
			!nkeys.IsValidPublicUserKey(public) {
			return nil, fmt.Errorf("%s: not a key that the server can admit; remove this file", path)
		}
		keys = append(keys, Key{file.Name(), role, public, info.ModTime()})
	}
	return keys, nil
}

// lockFile is the file that a server locks in each folder that it uses. In a folder of keys, the file also holds a
// digest of the keys that the server admits.
const lockFile = ".lock"

// hold locks a folder for this process. If another server uses the folder, the error says what it uses.
func hold(dir, what string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.FcntlFlock(file.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK}); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: another cluster serve uses %s", dir, what)
	}
	return file, file.Truncate(0) // the keys that an earlier server admitted
}

// digestOf returns a digest of keys. It is the same in each container that sees them.
func digestOf(keys []Key) string {
	var text []byte
	for _, k := range keys {
		text = fmt.Appendln(text, k.Name, k.Role, k.Public)
	}
	return wire.Digest(text)
}

// WaitAdmitted waits until the server that uses this folder admits exactly the keys in it. A server reads them every
// second. WaitAdmitted returns false if no server uses the folder.
func WaitAdmitted(dir string) (bool, error) {
	file, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	defer file.Close()
	const longest, between = 30 * time.Second, 10 * time.Millisecond
	for began := time.Now(); time.Since(began) < longest; time.Sleep(between) {
		lock := syscall.Flock_t{Type: syscall.F_WRLCK}
		if err := syscall.FcntlFlock(file.Fd(), syscall.F_GETLK, &lock); err != nil || lock.Type == syscall.F_UNLCK {
			return false, err
		}
		keys, err := Keys(dir)
		if err != nil {
			return false, err
		}
		noted := make([]byte, len(digestOf(keys)))
		if _, err := file.ReadAt(noted, 0); err == nil && string(noted) == digestOf(keys) {
			return true, nil
		}
	}
	return false, errors.New("the server's messages say why; it tries again every second")
}
