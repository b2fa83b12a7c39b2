package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/server"
)

// TestTwoVersions: workers and clients of this version and of the commit before share a server, of either version, and
// work goes to workers of its client's version. A client that finds only workers of the other version ends at once.
func TestTwoVersions(t *testing.T) {
	judgetest.Long(t, "it builds the command of the commit before")
	t.Parallel()
	other := before(t)
	for name, program := range map[string]string{"this server": "cluster", "the server before": other} {
		t.Run(name, func(t *testing.T) {
			c, s := startCluster(t, "usual") // the pace of the program before
			if program == other {
				s.kill()
				c.serveOf(other, "store")
			}
			writePackage(t, c.pack, c.tag, 0, "")
			keepSubmissions(t, c.pack, "accepted/right1.c", "wrong_answer/first.c")
			work := func(program, name string) *process {
				p := c.spawnOf(program, name, "worker", "--at", c.at, "--keys", c.keys(server.Worker), "--name", name,
					"--jobs", "1", "--store", c.storeOf(name))
				p.says("takes work", 0)
				return p
			}
			ask := func(program, name string) (*process, string) {
				document := filepath.Join(c.dir, name+".json")
				return c.spawnOf(program, name, "run", "--at", c.at, "--keys", c.keys(server.Client), "--package",
					c.pack, "--json", document), document
			}
			work(other, "before")
			alone, _ := ask("cluster", "alone")
			if status := alone.status(); status != 1 || !strings.Contains(alone.said(),
				"worker before has judge ") {
				t.Errorf("without a worker of its version a client ended with %d", status)
			}
			work("cluster", "this")
			ours, oursTold := ask("cluster", "client-this")
			theirs, theirsTold := ask(other, "client-before")
			for name, row := range map[string]struct {
				client   *process
				document string
			}{"this": {ours, oursTold}, "before": {theirs, theirsTold}} {
				if status := row.client.status(); status != 0 {
					t.Errorf("the client of the version %s ended with %d", name, status)
				}
				var d struct {
					Submissions []struct{ Machine, Verdict string }
				}
				judgetest.Check(t, json.Unmarshal([]byte(judgetest.Read(t, row.document)), &d))
				if len(d.Submissions) != 2 {
					t.Errorf("%s: %+v", name, d)
				}
				for _, s := range d.Submissions {
					if !strings.HasPrefix(s.Machine, name+" (") || s.Verdict == "" {
						t.Errorf("to the client of the version %s, %q answers %s", name, s.Machine, s.Verdict)
					}
				}
			}
		})
	}
}

// before builds the command of the commit before the newest. Where there is no history, as in a shallow clone or an
// archive, it is that of this tree: its version differs from that of this test, and so is another one, but it says
// nothing of what has changed.
func before(t *testing.T) (program string) {
	t.Helper()
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	root, err := filepath.Abs("../..")
	judgetest.Check(t, err)
	commit := os.Getenv("CLUSTER_BEFORE") // another commit
	if commit == "" {
		commit = "HEAD~1"
	}
	archive := exec.Command("git", "archive", commit)
	archive.Dir = root
	text, err := archive.Output()
	if err == nil {
		unpack(t, tree, text)
	} else {
		t.Log("the commit before is not known here; the other version is built from this tree")
		tree = root
	}
	program = filepath.Join(dir, "before")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", program, "./judge/cluster")
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// unpack writes the files of a tar archive.
func unpack(t *testing.T, dir string, archive []byte) {
	t.Helper()
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		judgetest.Check(t, err)
		if header.Typeflag == tar.TypeReg {
			text, err := io.ReadAll(r)
			judgetest.Check(t, err)
			judgetest.Write(t, filepath.Join(dir, filepath.FromSlash(header.Name)), string(text))
		}
	}
}
