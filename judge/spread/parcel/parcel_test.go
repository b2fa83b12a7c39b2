package parcel

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// cluster is a server, and a connection to it.
type cluster struct {
	*wire.Conn
	url, keys string
}

// connect starts a server, and connects to it.
func connect(t testing.TB) cluster {
	t.Helper()
	s := clustertest.Start(t, wire.DefaultPace)
	return cluster{s.Dial(server.Operator), s.URL(), s.Keys(server.Operator)}
}

// open opens a store.
func open(t testing.TB, dir string, most int64) *Store {
	t.Helper()
	s, err := Open(dir, most)
	judgetest.Check(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// counted counts what is asked of a bucket.
type counted struct {
	jetstream.KeyValue
	gets, puts atomic.Int64
}

func (c *counted) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	c.gets.Add(1)
	return c.KeyValue.Get(ctx, key)
}

func (c *counted) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	c.puts.Add(1)
	return c.KeyValue.Put(ctx, key, value)
}

// small is a package with two submissions, one of them a folder with a program that is executable.
const small = `
-- sum/problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 1}
-- sum/README.md --
For people.
-- sum/statement/problem.en.md --
Print the sum.
-- sum/attachments/tool.py --
print("of nobody's interest here")
-- sum/generators/random.h --
int random();
-- sum/output_validator/check.cpp --
#include "../common/odd name+.h"
int main() { return 42; }
-- sum/common/odd name+.h --
int nothing;
-- sum/data/sample/1.in --
1 2
-- sum/data/sample/1.ans --
3
-- sum/data/secret/empty.in --
-- sum/data/secret/empty.ans --
0
-- sum/data/secret/one.in --
0
-- sum/data/secret/one.ans --
0
-- sum/submissions/accepted/a.py --
print(sum(map(int, input().split())))
-- sum/submissions/accepted/folder/build --
#!/bin/sh
-- sum/submissions/accepted/folder/run --
#!/bin/sh
echo 3
-- sum/submissions/wrong_answer/b.py --
print(4)
`

// unpack unpacks a package, and loads it.
func unpack(t testing.TB, archive string) (problem.Roots, *problem.Problem) {
	t.Helper()
	dir := t.TempDir()
	judgetest.Unpack(t, dir, archive)
	roots := problem.Package(filepath.Join(dir, "sum"))
	for _, file := range []string{"build", "run"} {
		if path := filepath.Join(roots.Package, "submissions/accepted/folder", file); os.Chmod(path, 0o755) != nil {
			t.Fatal("no ", path)
		}
	}
	return roots, load(t, roots, "sum")
}

// packed packs all submissions to a problem.
func packed(t testing.TB, roots problem.Roots, p *problem.Problem) *Parcel {
	t.Helper()
	parcel, err := Pack(roots, p, p.Submissions)
	judgetest.Check(t, err)
	return parcel
}

// uploaded uploads a parcel.
func uploaded(t testing.TB, blocks jetstream.KeyValue, p *Parcel) Sent {
	t.Helper()
	sent, err := Upload(t.Context(), blocks, p, time.Hour)
	judgetest.Check(t, err)
	return sent
}

// fetched fetches a parcel.
func fetched(t testing.TB, s *Store, blocks jetstream.KeyValue, digest string) (Tree, func()) {
	t.Helper()
	tree, release, err := s.Fetch(t.Context(), blocks, digest)
	judgetest.Check(t, err)
	return tree, release
}

// TestMain is another process of some tests, if they say so.
func TestMain(m *testing.M) {
	if os.Getenv("PARCEL_CHILD") == "" {
		os.Exit(m.Run())
	}
	if err := child(context.Background(), os.Args[1:]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// child is a process that sends the package in a folder, or fetches parcels into a store: upload URL KEYS FOLDER or
// fetch URL KEYS FOLDER DIGEST…. It waits for a line first, so that several can begin together.
func child(ctx context.Context, args []string) error {
	c, err := wire.Dial(ctx, args[1], args[2], "child", wire.DefaultPace)
	if err != nil {
		return err
	}
	defer c.Close()
	bufio.NewReader(os.Stdin).ReadString('\n')
	if args[0] == "upload" {
		set, err := problem.Load(problem.Package(args[3]), nil)
		if err != nil {
			return err
		}
		p, err := Pack(problem.Package(args[3]), set.Problems[0], set.Problems[0].Submissions)
		if err != nil {
			return err
		}
		sent, err := Upload(ctx, c.Files, p, time.Hour)
		fmt.Println(p.Digest(), sent.Blocks, sent.Bytes, peak())
		return err
	}
	s, err := Open(args[3], 4<<30)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, digest := range args[4:] {
		tree, release, err := s.Fetch(ctx, c.Files, digest)
		if err != nil {
			return err
		}
		if _, err := problem.Load(tree.Roots, nil); err != nil {
			return err
		}
		release()
	}
	fmt.Println("fetched", peak())
	return nil
}

// start starts a child, which waits for go.
func start(t *testing.T, args ...string) (begin func(), end func() string) {
	t.Helper()
	self, err := os.Executable()
	judgetest.Check(t, err)
	command := exec.CommandContext(t.Context(), self, args...)
	command.Env = append(os.Environ(), "PARCEL_CHILD=1")
	var said strings.Builder
	command.Stdout, command.Stderr = &said, &said
	in, err := command.StdinPipe()
	judgetest.Check(t, err)
	judgetest.Check(t, command.Start())
	return func() { in.Close() }, func() string {
		t.Helper()
		if err := command.Wait(); err != nil {
			t.Fatalf("%v: %s", err, said.String())
		}
		return said.String()
	}
}

// peak is the most memory that this process has had, in bytes; 0 where that is not known.
func peak() (bytes int64) {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &bytes); n == 1 {
			return bytes << 10
		}
	}
	return 0
}
