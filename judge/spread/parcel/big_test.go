package parcel

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

var big = flag.Int64("big", 0, "MiB of an input that travels in TestBig")

// TestBig: a large input travels in little memory.
func TestBig(t *testing.T) {
	if *big == 0 {
		t.Skip("takes a minute and three times the disk; run it with: go test ./judge/spread/parcel -run TestBig " +
			"-big 1024")
	}
	travels(t, connect(t), *big)
}

// TestBigReplicas: a large input travels to three servers that keep three copies of it.
func TestBigReplicas(t *testing.T) {
	judgetest.Long(t, "three servers write a large input twice each; -big 1024 makes it a GiB")
	three := clustertest.NewThree(t)
	three.Start(t, wire.DefaultPace)
	c := three.Dial(t, server.Operator, wire.DefaultPace)
	for _, bucket := range []string{wire.FileBucket, wire.OutcomeBucket} {
		stream, err := c.JS.Stream(t.Context(), wire.KVStream(bucket))
		judgetest.Check(t, err)
		if n := stream.CachedInfo().Config.Replicas; n != wire.Replicas {
			t.Errorf("%s has %d replicas, want %d", bucket, n, wire.Replicas)
		}
	}
	const usual = 64
	travels(t, cluster{c, three.At(), filepath.Join(three.Keys, server.Operator)}, cmp.Or(*big, usual))
}

// travels has an input of so many MiB packed, sent, fetched and compared.
func travels(t *testing.T, c cluster, mib int64) {
	t.Helper()
	roots, _ := unpack(t, small)
	path := filepath.Join(roots.Package, "data/secret/one.in")
	random, size := rand.NewChaCha8([32]byte{}), mib<<20
	out, err := os.Create(path)
	judgetest.Check(t, err)
	piece := make([]byte, 1<<20)
	for range mib {
		random.Read(piece)
		_, err := out.Write(piece)
		judgetest.Check(t, err)
	}
	judgetest.Check(t, out.Close())

	// Processes of their own, to see their memory and not that of the server.
	began := time.Now()
	begin, end := start(t, "upload", c.url, c.keys, roots.Package)
	begin()
	var digest string
	var blocks, sent, most int64
	fmt.Sscan(end(), &digest, &blocks, &sent, &most)
	t.Logf("packed and uploaded in %v: %d blocks, %d bytes; most memory %d MiB", time.Since(began), blocks, sent,
		most>>20)
	if sent < size || most > 200<<20 {
		t.Errorf("%d bytes sent, %d MiB of memory", sent, most>>20)
	}
	began = time.Now()
	dir := t.TempDir()
	begin, end = start(t, "fetch", c.url, c.keys, dir, digest)
	begin()
	fmt.Sscan(strings.TrimPrefix(end(), "fetched"), &most)
	t.Logf("fetched in %v; most memory %d MiB", time.Since(began), most>>20)
	if most > 200<<20 {
		t.Errorf("%d MiB of memory", most>>20)
	}
	began = time.Now()
	tree, release := fetched(t, open(t, dir, 4<<30), c.Files, digest)
	defer release()
	t.Logf("checked again by another process in %v", time.Since(began))
	want, err := os.Open(path)
	judgetest.Check(t, err)
	defer want.Close()
	got, err := os.Open(filepath.Join(tree.Dir, "data/secret/one.in"))
	judgetest.Check(t, err)
	defer got.Close()
	a, b := make([]byte, 1<<20), make([]byte, 1<<20)
	for range mib {
		_, err1 := want.Read(a)
		_, err2 := got.Read(b)
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Fatal("it arrived as something else")
		}
	}
}
