package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/spread/worker"
)

// sizeOf is how large a benchmark of this file is: the environment may say otherwise.
func sizeOf(b *testing.B, name string, usual int) int {
	b.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		b.Fatalf("%s=%s: want a number from 1 on", name, text)
	}
	return n
}

// memoryOf is the memory of a process, now and at most, in MiB; 0 of one that has ended.
func memoryOf(t testing.TB, p *process) (now, most float64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ESRCH) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kib float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kib); n == 1 {
			now = kib / 1024
		}
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kib); n == 1 {
			most = kib / 1024
		}
	}
	return now, most
}

// BenchmarkMachines is what machines cost a server that have ten kinds of work and no work, and how soon each of them
// has a submission when there are as many: 100 machines, or DLXJUDGE_MACHINES. They share this machine with it, and
// one store of files with each other.
func BenchmarkMachines(b *testing.B) {
	machines := sizeOf(b, "DLXJUDGE_MACHINES", 100)
	c, s := startCluster(b, "")
	languages := []string{"c"}
	client, err := wire.Dial(b.Context(), c.at, c.keys(server.Client), "test", wire.DefaultPace)
	judgetest.Check(b, err)
	defer client.Close()
	for i := range 9 {
		languages = append(languages, fmt.Sprint("language", i))
		need := wire.Need{Version: version.Judge(), Languages: languages[i+1:]}
		judgetest.Check(b, client.Announce(b.Context(), need))
	}
	store, err := parcel.Open(c.storeOf("all"), 1<<30)
	judgetest.Check(b, err)
	defer store.Close()
	before, _ := memoryOf(b, s)
	var mu sync.Mutex
	var begun []time.Time
	conns := c.pretended(machines, 5*time.Second, languages, func() {
		mu.Lock()
		defer mu.Unlock()
		begun = append(begun, time.Now())
	}, func(string) worker.Parcels { return store })
	pack := filepath.Join(c.dir, "packs")
	const many = 50 // submissions to a problem: each machine reads all files of what it judges
	for i := 0; i < machines; i += many {
		writePack(b, pack, i/many, min(many, machines-i), 1)
	}
	c.run(b, s, pack) // sends it, and the tenth kind of work
	var idle, cores, tenth, all, each, spends samples
	for b.Loop() {
		<-time.After(10 * time.Second) // until all have seen that there is no more
		sent, spent, start := messagesOf(conns), cpuOf(b, s), time.Now()
		<-time.After(time.Minute)
		idle.add((messagesOf(conns) - sent) / time.Since(start).Minutes() / float64(machines))
		cores.add((cpuOf(b, s) - spent).Seconds() / time.Since(start).Seconds())
		begun, sent, start = nil, messagesOf(conns), time.Now()
		cost := c.run(b, s, pack)
		each.add((messagesOf(conns) - sent) / float64(machines))
		spends.add(cost.server.Seconds())
		tenth.add(begun[machines/10].Sub(start).Seconds())
		all.add(begun[machines-1].Sub(start).Seconds())
		b.Logf("all after %v, server %v; load %s", begun[machines-1].Sub(start), cost.server, load(b))
	}
	now, _ := memoryOf(b, s)
	b.ReportMetric((now-before)/float64(machines)*1024, "server-KiB/machine")
	idle.report(b, "idle-messages/minute/machine")
	cores.report(b, "idle-server-cores")
	tenth.report(b, "s-until-tenth")
	all.report(b, "s-until-all")
	each.report(b, "messages/machine")
	spends.report(b, "server-s")
}

// messagesOf are how many messages came and went on connections so far.
func messagesOf(conns []*wire.Conn) (n float64) {
	for _, conn := range conns {
		stats := conn.NC.Stats()
		n += float64(stats.InMsgs + stats.OutMsgs)
	}
	return n
}

// BenchmarkBytes is how fast one server feeds files to workers that fetch a problem of 64 MiB each, side by side, to
// the disk of the same machine.
func BenchmarkBytes(b *testing.B) {
	const mib, workers = 64, 8
	c, s := startCluster(b, "")
	pack := filepath.Join(c.dir, "copy")
	writeCopies(b, pack, 1, 1)
	random, err := os.Open("/dev/urandom")
	judgetest.Check(b, err)
	defer random.Close()
	content := make([]byte, mib<<20)
	if _, err := random.Read(content); err != nil {
		b.Fatal(err)
	}
	judgetest.Write(b, filepath.Join(pack, "data/secret/000.in"), string(content))
	digests := make(chan string, 1)
	stop := c.seen(digests)
	c.run(b, s, pack)
	digest := <-digests
	stop()
	var rate, each samples
	for b.Loop() {
		var all sync.WaitGroup
		start, before := time.Now(), cpuOf(b, s)
		for i := range workers {
			all.Go(func() {
				name := fmt.Sprint("fetch", i)
				conn, err := wire.Dial(b.Context(), c.at, c.keys(server.Worker), name, wire.DefaultPace)
				if err != nil {
					b.Error(err)
					return
				}
				defer conn.Close()
				dir, err := os.MkdirTemp(c.dir, name)
				if err != nil {
					b.Error(err)
					return
				}
				defer os.RemoveAll(dir)
				store, err := parcel.Open(dir, 1<<30)
				if err == nil {
					_, _, err = store.Fetch(b.Context(), conn.Files, digest)
				}
				if err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
		rate.add(mib * workers / time.Since(start).Seconds())
		each.add((cpuOf(b, s) - before).Seconds() / (mib * workers) * 1024)
	}
	rate.report(b, "MiB/s")
	each.report(b, "server-s/GiB")
}

// watched is a store that says which parcels are fetched, and how long that takes.
type watched struct {
	worker.Parcels
	fetched func(digest string, took time.Duration)
}

func (w watched) Fetch(ctx context.Context, blocks jetstream.KeyValue,
	digest string) (parcel.Tree, func(), error) {
	start := time.Now()
	tree, release, err := w.Parcels.Fetch(ctx, blocks, digest)
	w.fetched(digest, time.Since(start))
	return tree, release, err
}

// seen starts a worker that answers at once and says which parcel it fetched.
func (c *cluster) seen(digests chan<- string) (stop func()) {
	store, err := parcel.Open(c.storeOf("seen"), 1<<30)
	judgetest.Check(c.t, err)
	c.pretended(1, 0, []string{"c"}, func() {}, func(string) worker.Parcels {
		return watched{store, func(digest string, _ time.Duration) {
			select {
			case digests <- digest:
			default:
			}
		}}
	})
	return func() { store.Close() }
}

// BenchmarkNames is what problems with very many tests cost: 30 problems of 5,000 tests each, or DLXJUDGE_PROBLEMS and
// DLXJUDGE_TESTS, all but one of which are asked for by their names. The tests are tiny: files are links to few.
func BenchmarkNames(b *testing.B) {
	problems, tests := sizeOf(b, "DLXJUDGE_PROBLEMS", 30), sizeOf(b, "DLXJUDGE_TESTS", 5000)
	c, s := startCluster(b, "")
	store, err := parcel.Open(c.storeOf("all"), 8<<30)
	judgetest.Check(b, err)
	defer store.Close()
	var mu sync.Mutex
	var fetches samples
	conns := c.pretended(1, 0, []string{"c"}, func() {}, func(string) worker.Parcels {
		return watched{store, func(_ string, took time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			fetches.add(took.Seconds())
		}}
	})
	c.pack = filepath.Join(c.dir, "packs")
	start := time.Now()
	writeMany(b, c.pack, problems, tests)
	b.Logf("written in %v", time.Since(start))
	before, _ := memoryOf(b, s)
	run := func() (took costs, client float64) {
		start, spent := time.Now(), cpuOf(b, s)
		p := c.ask("*/*:secret/[0-8]*")
		// Not Maxrss, which counts the memory of this test, too: the client was forked from it.
		for ticks := time.Tick(100 * time.Millisecond); ; <-ticks {
			if _, most := memoryOf(b, p); most > 0 {
				client = most
				continue
			}
			accepted(b, p) // it has ended
			return costs{time.Since(start), p.spent(), cpuOf(b, s) - spent}, client
		}
	}
	took, peak := run()
	now, most := memoryOf(b, s)
	b.Logf("first run %v; client %.0f MiB; server %.0f, then %.0f, at most %.0f MiB; load %s", took, peak, before, now,
		most, load(b))
	b.ReportMetric(took.clock.Seconds(), "s-first")
	fetches.report(b, "s/fetch")
	var again, memory, messages samples
	for b.Loop() {
		before := messagesOf(conns)
		took, peak := run()
		again.add(took.clock.Seconds())
		memory.add(peak)
		messages.add(messagesOf(conns) - before)
		b.Logf("%v; client %.0f MiB; load %s", took, peak, load(b))
	}
	again.report(b, "s-again")
	memory.report(b, "client-MiB")
	messages.report(b, "messages-worker")
	_, most = memoryOf(b, s)
	b.ReportMetric(most, "server-MiB")
	b.ReportMetric(float64(bytesIn(b, filepath.Join(c.dir, "store")))/(1<<20), "store-MiB")
}

// writeMany writes packages of so many tests, each a pair of names for files that many tests share.
func writeMany(t testing.TB, dir string, problems, tests int) {
	t.Helper()
	const sharing = 1000 // names of a file: file systems permit some ten thousand
	for p := range problems {
		pack := writePack(t, dir, p, 1, 0)
		secret := filepath.Join(pack, "data/secret")
		judgetest.Check(t, os.MkdirAll(secret, 0o755))
		for i := range tests {
			path := func(i int) string {
				return filepath.Join(secret, fmt.Sprintf("%d%06d-a-test-with-a-name", i%10, i))
			}
			name, of := path(i), path(i/sharing*sharing)
			for _, kind := range []string{".in", ".ans"} {
				if i%sharing == 0 {
					judgetest.Write(t, name+kind, fmt.Sprintf("%d %d\n", p, i))
				} else {
					judgetest.Check(t, os.Link(of+kind, name+kind))
				}
			}
		}
	}
}

// writePack writes one of several packages below a folder, of so many submissions and tests, and returns its folder.
func writePack(t testing.TB, dir string, number, submissions, tests int) string {
	t.Helper()
	pack := filepath.Join(dir, fmt.Sprintf("copy%03d", number))
	writeCopies(t, pack, submissions, tests)
	judgetest.Write(t, filepath.Join(pack, "problem.yaml"), fmt.Sprintf("problem_format_version: 2025-09\n"+
		"name: Copy\nuuid: 0b1f5b7e-6f0c-4c55-9d26-%012d\nlimits: {time_limit: 1, memory: 64}\n", number))
	return pack
}

// bytesIn is the size of all files below a folder.
func bytesIn(t testing.TB, dir string) (sum int64) {
	t.Helper()
	judgetest.Check(t, filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	}))
	return sum
}
