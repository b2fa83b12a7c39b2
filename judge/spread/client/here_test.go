package client

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/wire"
)

// Paths below the worker's folder are those of this machine; all else stays as it is, whatever a worker calls its
// folder.
func TestHere(t *testing.T) {
	const tree = "/srv/store/dlxjudge-1/2/sum"
	pack, checkout, cwd := problem.Package("/home/me/sum"), problem.Tree("/home/me"), problem.Tree(".")
	for _, row := range []struct {
		roots            problem.Roots
		tree, text, want string
	}{
		{pack, tree, tree + "/a.c:1:2: no; see " + tree, "/home/me/sum/a.c:1:2: no; see /home/me/sum"},
		{checkout, tree, "in " + tree + "/a.c", "in /home/me/a.c"},
		{cwd, tree, "in " + tree + "/a.c, \"" + tree + "/b.c\" and " + tree, "in a.c, \"b.c\" and ."},
		{pack, tree, tree + "-old/a.c " + tree + "2 /mnt" + tree + "/a.c", tree + "-old/a.c " + tree + "2 /mnt" + tree +
			"/a.c"},
		{pack, tree, "nothing of that", "nothing of that"},
		{pack, "", "a b", "a b"},
		{pack, "/", "/a/b", "/a/b"},
		{pack, ".", "./a. b.", "./a. b."},
		{pack, "e", "beware", "beware"},
		{pack, "/usr", "/usr/include/stdio.h", "/usr/include/stdio.h"},
		{pack, "/usr/../usr/x/y", "/usr/../usr/x/y/z", "/usr/../usr/x/y/z"},
		{pack, "srv/store/dlxjudge-1/2/sum", tree, tree},
	} {
		r := &run{roots: row.roots}
		if got := r.here(row.text, row.tree, "sum"); got != row.want {
			t.Errorf("here(%q, %q) = %q, want %q", row.text, row.tree, got, row.want)
		}
	}
	many := strings.Repeat("a", 1<<20)
	if got := (&run{roots: pack}).here(many, "a", "sum"); len(got) != len(many) {
		t.Errorf("%d bytes have become %d", len(many), len(got))
	}
}

// FuzzHere: without the worker's folder a text stays as it is, and the folder is nowhere left but within longer paths.
func FuzzHere(f *testing.F) {
	const tree = "/srv/store/dlxjudge-1/2/sum"
	f.Add(tree+"/a.c:1:2: no; see "+tree, tree, false)
	f.Add("in "+tree+"/a.c, \""+tree+"/b.c\" é"+tree+"é", tree, true)
	f.Add(strings.Repeat("/a", 9), "/a/a/a/a", true)
	f.Fuzz(func(t *testing.T, text, tree string, cwd bool) {
		r := &run{roots: problem.Package("/home/me")}
		if cwd {
			r = &run{roots: problem.Tree(".")}
		}
		got := r.here(text, tree, "sum")
		if !isTree(tree) || !strings.Contains(text, tree) {
			if got != text {
				t.Errorf("here(%q, %q) = %q", text, tree, got)
			}
			return
		}
		if len(got) > len(text)+len("/home/me")*strings.Count(text, tree) {
			t.Errorf("%d bytes become %d", len(text), len(got))
		}
		if strings.Count(text, tree) > 1 { // what is left of one may make another
			return
		}
		before, after, _ := strings.Cut(text, tree)
		if within(before, after) != (got == text) {
			t.Errorf("here(%q, %q) = %q", text, tree, got)
		}
	})
}

// FuzzOutcome: of whatever comes as an outcome there is an error or a result, which is written and read again the same;
// and what fits has the tests that were asked for, and no verdict of its own.
func FuzzOutcome(f *testing.F) {
	entry := grade.Entry{Problem: &problem.Problem{Name: "sum"}, Tests: []problem.Test{{Name: "sample/1"},
		{Name: "secret/a"}}}
	blank := grade.Submission{Problem: "sum", Name: "accepted/add.c"}
	whole := blank
	whole.Verdict = problem.WA
	whole.Tests = []grade.Test{{Name: "sample/1", Verdict: problem.AC, CPU: time.Second},
		{Name: "secret/a", Verdict: problem.WA, Message: "no\xff"}}
	for _, s := range []grade.Submission{whole, blank, {Problem: "sum", Name: "accepted/add.c", Verdict: problem.CE,
		Message: "no"}} {
		f.Add(encoded(f, s))
	}
	said, most := "> 1\n\x1b[2J", strings.Repeat("x", 1<<10)
	for _, texts := range [][]*string{{&said, nil}, {nil, nil}, {&most}} {
		content, err := reply.Write(reply.Reply{Submission: whole, Texts: texts})
		judgetest.Check(f, err)
		f.Add(content)
	}
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, content []byte) {
		r, err := reply.Read(content)
		if err != nil {
			return
		}
		written, err := reply.Write(r)
		judgetest.Check(t, err)
		if again, err := reply.Read(written); err != nil || !reflect.DeepEqual(r, again) {
			t.Errorf("%+v is read again as %+v, %v", r, again, err)
		}
		s := r.Submission
		if fits(entry, blank, s) != nil {
			return
		}
		if s.Name != blank.Name || len(s.Tests) != 0 && len(s.Tests) != len(entry.Tests) || !slices.Contains(verdicts,
			s.Verdict) {
			t.Errorf("%+v fits", s)
		}
		if len(r.Texts) > 0 && textsFit(wire.Work{Transcripts: true}, s, r.Texts) == nil {
			keeps := &run{list: &List{Transcripts: t.TempDir()}, entries: []grade.Entry{entry}}
			judgetest.Check(t, keeps.keepTexts(0, r.Texts))
		}
		for i, test := range s.Tests {
			if test.Name != entry.Tests[i].Name || test.CPU < 0 || !slices.Contains(verdicts, test.Verdict) {
				t.Errorf("%+v fits", test)
			}
		}
	})
}

// FuzzRead: what is read as the list of a run names the run and has work.
func FuzzRead(f *testing.F) {
	const run = "20260104-000000-00000000"
	f.Add([]byte(`{"run": "` + run + `", "origin": "/a", "asks": [{"work": {"problem": "sum"}}]}`))
	text, err := json.Marshal(List{Run: run, Origin: "/a", Asks: make([]Ask, 2)})
	judgetest.Check(f, err)
	f.Add(text)
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := Lists(t.TempDir())
		judgetest.Check(t, os.WriteFile(dir.path(run), text, 0o644))
		l, err := dir.read(run)
		if err != nil {
			if !strings.HasPrefix(err.Error(), dir.path(run)+": no list of a run") {
				t.Errorf("got %v", err)
			}
			return
		}
		if l.Run != run || len(l.Asks) == 0 || len(l.Problems()) == 0 {
			t.Errorf("%q is read as %+v", text, l)
		}
	})
}
