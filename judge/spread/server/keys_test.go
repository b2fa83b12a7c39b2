package server

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// TestInit: the files of a folder of keys are readable only by their owner.
func TestInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "below", "keys")
	judgetest.Check(t, Init(dir, "judge.example.org", "192.0.2.7"))
	got := make(map[string]fs.FileMode)
	judgetest.Check(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		name, _ := filepath.Rel(dir, path)
		got[name] = info.Mode()
		return err
	}))
	const folder, file = fs.ModeDir | 0o700, 0o600
	want := map[string]fs.FileMode{".": folder, "server": folder, "server/cert.pem": file, "server/key.pem": file}
	want["known"] = folder
	for _, role := range wire.Roles {
		want[role], want["known/"+role] = folder, 0o644 // the public part
		want[role+"/key.nk"], want[role+"/ca.pem"], want[role+"/role"] = file, file, file
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files and modes (-want +got):\n%s", diff)
	}
}

// TestInitWhole: Init leaves nothing behind if a host name is invalid.
func TestInitWhole(t *testing.T) {
	for _, host := range []string{"", "0.0.0.0", "::", "judge.example.org:4222", "two words", "..", "*", "nats://host",
		strings.Repeat("a", 300)} {
		parent := t.TempDir()
		if err := Init(filepath.Join(parent, "keys"), "localhost", host); err == nil {
			t.Errorf("%q is a host", host)
		}
		if left, err := os.ReadDir(parent); len(left) > 0 || err != nil {
			t.Errorf("%q: left are %v, %v", host, left, err)
		}
	}
}

// TestForeignKeys: folders without keys, or with foreign ones.
func TestForeignKeys(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(keys string) error
		want  string
	}{
		"no folder": {func(keys string) error { return os.RemoveAll(keys) },
			"make keys with cluster serve --init"},
		"not a key": {func(keys string) error {
			return os.WriteFile(filepath.Join(keys, knownFolder, "m1"), []byte("worker UAAA\n"), 0o600)
		}, "known/m1: not a key that the server can admit; remove this file"},
		"no certificate": {func(keys string) error { return os.Mkdir(filepath.Join(keys, serverFolder), 0o700) },
			"server: cannot read the certificate and its key"},
	} {
		t.Run(name, func(t *testing.T) {
			keys := filepath.Join(t.TempDir(), "keys")
			judgetest.Check(t, Init(keys))
			judgetest.Check(t, test.spoil(keys))
			_, err := Start(Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Keys: keys})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestReload: a running server admits an added key, and ends the connections of a withdrawn one. All others stay.
func TestReload(t *testing.T) {
	s, keys := running(t)
	stays := as(t, s, keys, wire.Client)
	_, err := AddKey(keys, wire.Worker, "m1")
	judgetest.Check(t, err)
	judgetest.Write(t, filepath.Join(keys, knownFolder, ".m2-unfinished"), "work")
	judgetest.Check(t, s.reload())
	m1, err := wire.Dial(t.Context(), s.URL(), filepath.Join(keys, "m1"), wire.Worker, "m1", wire.DefaultPace)
	judgetest.Check(t, err)
	defer m1.Close()
	closed := m1.NC.StatusChanged(nats.CLOSED)
	judgetest.Check(t, WithdrawKey(keys, "m1"))
	judgetest.Check(t, s.reload())
	<-closed
	if err := m1.Closed(); !errors.Is(err, wire.ErrRefused) {
		t.Errorf("the withdrawn key's connection ended: %v", err)
	}
	if stats := stays.NC.Stats(); !stays.NC.IsConnected() || stats.Reconnects > 0 {
		t.Errorf("another key's connection: %+v", stats)
	}
}
