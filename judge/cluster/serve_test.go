package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/spread/wire"
)

// serve runs cluster serve until it ends by itself.
func serve(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	var out, errs strings.Builder
	err = execute(ctx, &out, &errs, args)
	return out.String(), errs.String(), err
}

func execute(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	cmd := newRootCommand()
	cmd.SetArgs(append([]string{"serve"}, args...))
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	return cmd.ExecuteContext(ctx)
}

// TestServe: the printed commands name keys that let a client and a worker in, and Ctrl-C ends the server cleanly.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	keys, store := filepath.Join(dir, "my keys"), filepath.Join(dir, "store")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, in := io.Pipe()
	var stderr strings.Builder
	ended := make(chan error, 1)
	go func() {
		err := execute(ctx, in, &stderr, []string{"--listen", "127.0.0.1:0", "--keys", keys, "--store", store})
		in.CloseWithError(errors.Join(err, io.EOF))
		ended <- err
	}()
	var lines []string
	for scanner := bufio.NewScanner(out); scanner.Scan(); {
		if lines = append(lines, scanner.Text()); scanner.Text() == "Ctrl-C ends it" {
			break
		}
	}
	if len(lines) == 0 {
		t.Fatal(<-ended)
	}
	at := strings.TrimPrefix(lines[0], "listening on ")
	want := []string{
		"listening on " + at, "keys  " + keys, "store " + store,
		"on each machine that judges: cluster worker --at " + at + " --keys '" + keys + "/worker'",
		"where runs are started: cluster run --at " + at + " --keys '" + keys + "/client'",
		"Ctrl-C ends it",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("it prints (-want +got):\n%s", diff)
	}
	for _, role := range []string{wire.Client, wire.Worker} {
		c, err := wire.Dial(t.Context(), at, filepath.Join(keys, role), role, "test", wire.DefaultPace)
		judgetest.Check(t, err)
		c.Close()
	}
	interrupt()
	judgetest.Check(t, <-ended)
	if diff := cmp.Diff("cluster: there were no keys: made keys for this machine only, in "+keys+
		"\ncluster: ended; acknowledged messages are kept in "+store+"\n", stderr.String()); diff != "" {
		t.Errorf("it says (-want +got):\n%s", diff)
	}
}

// TestServeInit: keys for other machines, where to copy them, and the command that uses them.
func TestServeInit(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "keys")
	stdout, stderr, err := serve(t.Context(), "--init", "--host", "judge.example.org", "--keys", keys)
	judgetest.Check(t, err)
	judgetest.Golden(t, filepath.Join("testdata", "init.txt"), strings.ReplaceAll(stdout, keys, "KEYS"))
	if stderr != "" {
		t.Errorf("it says %q", stderr)
	}
	before := judgetest.Read(t, filepath.Join(keys, wire.Worker, wire.KeyFile))
	_, _, err = serve(t.Context(), "--init", "--host", "judge.example.org", "--keys", keys)
	if err == nil || !strings.Contains(err.Error(), "file already exists and is not empty; name a new folder for "+
		"new keys with --keys") {
		t.Errorf("a second time: %v", err)
	}
	if judgetest.Read(t, filepath.Join(keys, wire.Worker, wire.KeyFile)) != before {
		t.Error("a key was overwritten")
	}
}

// TestServeRefused: refused arguments, and the reasons.
func TestServeRefused(t *testing.T) {
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"no keys for others": {[]string{"--listen", "0.0.0.0:0"}, "make them with cluster serve --init --host NAME"},
		"no host":            {[]string{"--init"}, "--init needs a --host"},
		"no such host": {[]string{"--init", "--host", "two words"},
			`"two words" is not a host name or address`},
		"a host while serving": {[]string{"--host", "judge.example.org"}, "--host is for --init"},
		"a store for keys":     {[]string{"--init", "--host", "judge.example.org", "--store", "x"}, "[init store] were all set"},
		"no such file":         {[]string{"--config", "missing.conf"}, "--config missing.conf: "},
		"an argument":          {[]string{"now"}, `takes no arguments, and "now" is one, for example: cluster serve`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			args := append(test.args, "--keys", filepath.Join(dir, "keys"))
			if !strings.Contains(strings.Join(test.args, " "), "--init") {
				args = append(args, "--store", filepath.Join(dir, "store"))
			}
			stdout, _, err := serve(t.Context(), args...)
			status, err := exit.StatusOf(t.Context(), err)
			if err == nil || !strings.Contains(err.Error(), test.want) || status != exit.Usage {
				t.Errorf("status %d, %v; want 2, %s", status, err, test.want)
			}
			if stdout != "" {
				t.Errorf("it prints %q", stdout)
			}
		})
	}
}

// TestServePlaces: the default folders of keys and store.
func TestServePlaces(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("XDG_DATA_HOME", "")
	keys, err := folderOf("", "")
	judgetest.Check(t, err)
	store, err := config.DataPath("cluster-store")
	judgetest.Check(t, err)
	for _, place := range []string{keys, store} {
		if !strings.HasPrefix(place, home+string(os.PathSeparator)) {
			t.Errorf("%s is not below the user's home %s", place, home)
		}
	}
	if keys == store {
		t.Errorf("keys and store are both in %s", keys)
	}
}
