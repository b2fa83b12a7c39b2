package client

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// asClient is set in the environment of a client that is a process of its own.
const asClient = "DLXJUDGE_TEST_CLIENT"

func TestMain(m *testing.M) {
	if os.Getenv(asClient) != "" {
		fmt.Println(clientProcess(os.Args[1], os.Args[2], os.Args[3], os.Args[4]))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// clientProcess judges a package, and returns only if that fails.
func clientProcess(url, keys, root, runs string) error {
	conn, err := wire.Dial(context.Background(), url, keys, "test", quick)
	if err != nil {
		return err
	}
	set, err := problem.Load(problem.Package(root), nil)
	if err != nil {
		return err
	}
	entries, err := pick.Select(set, nil)
	if err != nil {
		return err
	}
	_, err = Judge(context.Background(), entries, Options{
		Conn: conn, Roots: problem.Package(root), Wait: limit, Say: func(string, ...any) {}, Keep: Lists(runs),
		Package: root, Origin: root,
	})
	return fmt.Errorf("the client has ended: %v", err)
}

// After a client was killed the workers go on, and another client takes over what it had asked for.
func TestResume(t *testing.T) {
	c := newCluster(t, quick)
	killed := make(chan struct{})
	took := make(chan int, 16)
	c.work(&fake{offer: named("m1"), took: took, answer: func(f *fake, msg jetstream.Msg, work wire.Work,
		place int) (wire.Result, []byte, bool) {
		if place > 0 {
			<-killed
		}
		return accept(f, msg, work, place)
	}})
	process := exec.Command(os.Args[0], c.server.URL(), c.server.Keys(server.Client), c.root, string(c.client.Keep))
	process.Env = append(os.Environ(), asClient+"=1")
	out, err := process.StdoutPipe()
	judgetest.Check(t, err)
	judgetest.Check(t, process.Start())
	ended := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		ended <- line
	}()
	for place := range 2 { // the second one is under way
		select {
		case got := <-took:
			if got != place {
				t.Fatalf("place %d was taken", got)
			}
		case line := <-ended:
			t.Fatal(line)
		case <-time.After(limit):
			t.Fatal("no work is taken")
		}
	}
	work, err := c.client.Conn.JS.Stream(t.Context(), wire.WorkStream)
	judgetest.Check(t, err)
	for asked := uint64(0); asked < uint64(len(c.entries)); { // what it has not asked for, nobody would do
		info, err := work.Info(t.Context())
		judgetest.Check(t, err)
		asked = info.State.LastSeq
	}
	judgetest.Check(t, process.Process.Kill())
	process.Wait()
	close(killed)
	results, err := c.client.Conn.Follow(t.Context(), wire.ResultStream, wire.Wanted{Unused: 60})
	judgetest.Check(t, err)
	for range c.entries { // without a client
		_, err := results.Next(jetstream.FetchMaxWait(limit))
		judgetest.Check(t, err)
	}
	list, err := c.client.Keep.Find("", c.root)
	judgetest.Check(t, err)
	c.entries, err = list.Entries(&problem.Set{Problems: []*problem.Problem{c.entries[0].Problem}})
	judgetest.Check(t, err)
	c.client.Resume = list
	c.want(all, c.results(c.judge(t.Context())))
	c.ended(wire.Finished)
	if n := len(took); n != 2 {
		t.Errorf("the worker has judged %d submissions, want 4", 2+n)
	}
	if _, err := c.client.Keep.Find(list.Run, c.root); err == nil || !strings.Contains(err.Error(), "or it has ended") {
		t.Errorf("run %s could be resumed again: %v", list.Run, err)
	}
}

// A run goes on only if everything is as it was.
func TestResumeChanged(t *testing.T) {
	c := newCluster(t, quick)
	c.client.First = true
	r, err := newRun(t.Context(), c.entries, c.client)
	judgetest.Check(t, err)
	judgetest.Check(t, c.client.Keep.save(r.list, time.Hour))
	list, err := c.client.Keep.Find(r.list.Run, c.root)
	judgetest.Check(t, err)
	c.client.Resume, c.client.First = list, false // as the run has it
	if _, err := newRun(t.Context(), c.entries, c.client); err != nil {
		t.Errorf("nothing has changed: %v", err)
	}
	resume := func(want string) {
		t.Helper()
		set, err := problem.Load(problem.Package(c.root), nil)
		judgetest.Check(t, err)
		entries, err := list.Entries(set)
		if err == nil {
			_, err = newRun(t.Context(), entries, c.client)
		}
		if err == nil || !strings.Contains(err.Error(), "cannot be resumed: "+want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	for _, name := range []string{"data/secret/a.in", "submissions/accepted/add.c", "problem.yaml"} {
		path := filepath.Join(c.root, name)
		before := judgetest.Read(t, path)
		judgetest.Write(t, path, before+"\n\n")
		resume("files of problem sum have changed since")
		judgetest.Write(t, path, before)
	}
	list.Asks[0].Need.Version = "0123"
	resume("it was begun by judge 0123, and this is")
	list.Asks[0].Need.Version = version.Judge()
	list.Asks[0].Work.Tests = []string{"secret/c"}
	resume("there is no test secret/c of sum any more")
	list.Asks[0].Work.Tests = nil
	judgetest.Check(t, os.Remove(filepath.Join(c.root, "submissions/accepted/add.c")))
	resume("there is no sum/accepted/add.c any more")
}

// Lists are found by name, or the newest of a checkout; what is none is refused or passed over.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	keep := Lists(dir)
	asks := []Ask{{Work: wire.Work{Problem: "sum", Submission: "add"}}}
	older := &List{Run: "20260101-000000-00000000", Origin: "/a", Asks: asks}
	newer := &List{Run: "20260102-000000-00000000", Origin: "/a", Asks: asks}
	other := &List{Run: "20260103-000000-00000000", Origin: "/b", Asks: asks}
	for _, l := range []*List{older, newer, other} {
		judgetest.Check(t, keep.save(l, time.Hour))
	}
	judgetest.Write(t, keep.path("20260104-000000-00000000"), "{}")
	judgetest.Write(t, filepath.Join(dir, "notes.json"), "{}")
	for _, row := range []struct{ run, origin, want, refused string }{
		{"", "/a", newer.Run, ""},
		{"", "/b", other.Run, ""},
		{older.Run, "/a", older.Run, ""},
		{"", "/c", "", "no run of /c was left unfinished"},
		{older.Run, "/b", "", "judges /a; resume it there"},
		{"20260105-000000-00000000", "/a", "", "or it has ended"},
		{"20260104-000000-00000000", "/a", "", "no list of a run as this client writes it"},
		{"../notes", "/a", "", "is no name of a run"},
	} {
		l, err := keep.Find(row.run, row.origin)
		switch {
		case row.refused != "" && (err == nil || !strings.Contains(err.Error(), row.refused)):
			t.Errorf("%+v: %v", row, err)
		case row.refused == "" && (err != nil || l.Run != row.want):
			t.Errorf("%+v: %v, %v", row, l, err)
		}
	}
	past := time.Now().Add(-2 * time.Hour)
	judgetest.Check(t, os.Chtimes(keep.path(newer.Run), past, past))
	judgetest.Check(t, keep.save(other, time.Hour))
	if l, err := keep.Find("", "/a"); err != nil || l.Run != older.Run {
		t.Errorf("%v, %v; want run %s, since %s is too old", l, err, older.Run, newer.Run)
	}
	if _, err := Lists("").Find("", "/a"); err == nil {
		t.Error("a run is found where none is kept")
	}
}

// Two clients do not work at one run: the first to end would throw away the work of the other.
func TestResumeHeld(t *testing.T) {
	c := newCluster(t, quick)
	wait := c.asked(len(c.entries))
	done := c.judge(t.Context())
	wait()
	if list, err := c.client.Keep.Find("", c.root); err == nil {
		t.Errorf("run %s is found, which another client is at", list.Run)
	}
	files, err := os.ReadDir(string(c.client.Keep))
	judgetest.Check(t, err)
	if len(files) != 1 {
		t.Fatalf("%v", files)
	}
	name := strings.TrimSuffix(files[0].Name(), listSuffix)
	second := c.client
	second.Resume, err = c.client.Keep.Find(name, c.root)
	judgetest.Check(t, err)
	if _, err := Judge(t.Context(), c.entries, second); err == nil || !strings.Contains(err.Error(),
		"another client works at it") {
		t.Errorf("the error is %v", err)
	}
	c.work(&fake{offer: named("m1")})
	c.want(all, c.results(done))
	if _, err := Judge(t.Context(), c.entries, second); err == nil || !strings.Contains(err.Error(),
		"has ended meanwhile") {
		t.Errorf("the error is %v", err)
	}
}
