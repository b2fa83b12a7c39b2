package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/tell/usage"
)

// TestUsage: every command has an example, and refuses an unknown flag.
func TestUsage(t *testing.T) {
	for _, cmd := range newRootCommand().Commands() {
		if !strings.Contains(usage.Example(cmd), "cluster "+cmd.Name()) {
			t.Errorf("%s: its example is %q", cmd.CommandPath(), usage.Example(cmd))
		}
		var stderr strings.Builder
		status := run(t.Context(), []string{cmd.Name(), "--nosuch"}, io.Discard, &stderr)
		if status != exit.Usage || !strings.Contains(stderr.String(), "--nosuch") {
			t.Errorf("%s --nosuch: status %d, %s", cmd.CommandPath(), status, stderr.String())
		}
	}
}

// TestJSON: a file that cannot be written is refused before there is a connection.
func TestJSON(t *testing.T) {
	var stderr strings.Builder
	status := run(t.Context(), []string{"workers", "--at", "nats://127.0.0.1:1", "--json", "/proc/self/x"}, io.Discard,
		&stderr)
	if status != exit.Usage || !strings.Contains(stderr.String(), "--json /proc/self/x: ") {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

// TestHelp: no line of help is wider than 80 columns. The help of "key" says how to get the help of its commands, and
// theirs lists the flag that they share.
func TestHelp(t *testing.T) {
	all := []*cobra.Command{newRootCommand()}
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].Commands()...)
		var stdout strings.Builder
		run(t.Context(), append(strings.Fields(all[i].CommandPath())[1:], "--help"), &stdout, io.Discard)
		judgetest.Fits(t, stdout.String(), 80)
		want := map[string]string{"key": "key COMMAND --help explains a command", "add": "--keys DIR"}[all[i].Name()]
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%s --help has no %q:\n%s", all[i].CommandPath(), want, stdout.String())
		}
	}
}

// TestNames: a name with a newline never starts a new line of output.
func TestNames(t *testing.T) {
	const forged = "x\ncluster: forged"
	top := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(top, "cache"))
	t.Setenv("HOME", top)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("PATH", top) // without a compiler, which would take seconds to ask
	pack, keys := filepath.Join(top, forged), filepath.Join(top, "keys\ncluster: forged")
	judgetest.Unpack(t, pack, sum)
	judgetest.Write(t, filepath.Join(pack, "data", "secret", "alone\ncluster: forged.in"), "1\n")
	judgetest.Write(t, filepath.Join(pack, "data", "secret", forged+".yaml"), "nosuch: 1\n")
	judgetest.Check(t, os.Symlink("/etc", filepath.Join(pack, "data", "secret", "link\ncluster: forged.in")))
	judgetest.Check(t, server.Init(keys))
	const at = "--at=nats://127.0.0.1:1"
	for _, args := range [][]string{
		{forged}, {"help", forged}, {"--" + forged}, {"run", at, forged}, {"run", at, "--package", forged},
		{"run", at, "--package", pack}, {"run", at, "--package", pack, forged}, {"run", at, "--package", pack, "--keys", keys},
		{"run", at, "--package", pack, "--json", forged + "/x"}, {"run", "--at", forged, "--package", pack},
		{"run", at, "--package", pack, "--group", forged}, {"run", at, "--wait", forged}, {"run", at, "--jobs", forged},
		{"worker", "--at", forged}, {"worker", at, "--name", forged}, {"worker", at, "--group", forged},
		{"worker", at, "--backend", forged}, {"worker", at, "--keys", keys}, {"worker", at, "--store", keys, "--keys", keys},
		{"workers", at, "--keys", forged}, {"workers", at, "--json", forged + "/x"}, {"workers", forged},
		{"serve", forged}, {"serve", "--listen", forged}, {"serve", "--keys", pack, "--store", filepath.Join(top, "s")},
		{"serve", "--config", forged, "--keys", keys}, {"serve", "--store", filepath.Join(pack, "problem.yaml"), "--keys", keys},
		{"serve", "--init", "--host", forged, "--keys", filepath.Join(top, "k")},
		{"serve", "--init", "--host", "h", "--keys", filepath.Join(top, "new\ncluster: forged")},
		{"key", "add", forged, "--keys", keys}, {"key", "add", "a", "--keys", keys}, {"key", "list", "--keys", keys},
		{"key", "add", "b", "--role", forged, "--keys", keys}, {"key", "withdraw", forged, "--keys", keys},
		{"key", "withdraw", "a", "--keys", forged}, {"key", forged},
	} {
		t.Chdir(top)
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), args, &stdout, &stderr); status == exit.Judge {
			t.Errorf("cluster %q: status %d, %s", args, status, stderr.String())
		}
		for _, text := range []string{stdout.String(), stderr.String()} {
			if strings.Contains(text, "\ncluster: forged") || strings.HasPrefix(text, "cluster: forged") {
				t.Errorf("cluster %q:\n%s", args, text)
			}
		}
	}
}
