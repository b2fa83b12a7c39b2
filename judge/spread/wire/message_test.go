package wire

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Work that was sent arrives, and nothing else is taken for it.
func TestDecode(t *testing.T) {
	want := Work{Parcel: "0a", Problem: "sum", Submission: "accepted/add.c", Tests: []string{"sample/1"},
		TimeLimit: time.Second, Told: true}
	text, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode[Work](text); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("got %+v, %v", got, err)
	}
	for name, bad := range map[string]string{
		"nothing": "", "another key": `{"parcels": "0a"}`, "half of it": string(text[:len(text)-1]),
		"two":                 string(text) + "{}",
		"a bracket behind it": string(text) + "]", "a brace behind it": string(text) + "}",
		"another type": `{"tests": "all"}`,
		"too large":    strings.Repeat(" ", MostMessage) + "{}",
	} {
		if got, err := Decode[Work]([]byte(bad)); err == nil {
			t.Errorf("%s: got %+v and no error", name, got)
		}
	}
}

// FuzzDecode: what is taken for a message is one document of JSON, and is written and read again the same.
func FuzzDecode(f *testing.F) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	machine := Machine{Worker: "m1", CPU: "a CPU", Cores: 2, Backend: "linux"}
	for _, m := range []any{
		Work{Parcel: "0a", Problem: "sum", Submission: "accepted/add.c", Tests: []string{"sample/1"},
			TimeLimit: time.Second},
		Result{Machine: machine, Outcome: "0a", Tree: "/tmp/a/b/c"}, Progress{Step: "judging", Done: 1, Total: 2,
			Current: "sample/1"},
		Need{Version: "v1", Class: machine.Class(), Languages: []string{"c", "go"}}, Run{State: Running, Started: now,
			Asked: 3},
		Offer{Machine: machine, Version: "v1", Languages: []string{"c"}, Since: now, Seen: now, LastWords: "a\x1b[2J"},
	} {
		text, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"tests": null, "time_limit": 9223372036854775807, "Parcel": "\ud800"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		fuzzMessage[Work](t, text)
		fuzzMessage[Result](t, text)
		fuzzMessage[Progress](t, text)
		fuzzMessage[Need](t, text)
		fuzzMessage[Offer](t, text)
		fuzzMessage[Run](t, text)
	})
}

func fuzzMessage[M Message](t *testing.T, text []byte) {
	m, err := Decode[M](text)
	if err != nil {
		return
	}
	if !json.Valid(text) {
		t.Errorf("%q was read as %+v", text, m)
	}
	written, err := Encode(m)
	if err != nil {
		t.Fatalf("%q was read and cannot be written: %v", text, err)
	}
	if again, err := Decode[M](written); err != nil || cmp.Diff(m, again) != "" {
		t.Errorf("%q was read as %+v, and then as %+v, %v", text, m, again, err)
	}
}

// FuzzPlace: the place of every subject that is made is found, and a subject of no run is none.
func FuzzPlace(f *testing.F) {
	f.Add("judge.result.abc.7", "abc", 7)
	f.Add("judge.work.need.abc.+7", "a.b", -1)
	f.Fuzz(func(t *testing.T, subject, run string, place int) {
		if _, got, err := Place(subject); err == nil && (got < 0 || !strings.HasPrefix(subject, "judge.")) {
			t.Errorf("%q is said to have the place %d", subject, got)
		}
		if strings.Contains(run, ".") || place < 0 {
			return
		}
		for _, subject := range []string{WorkSubject("need", run, place), ResultSubject(run, place),
			ProgressSubject(run, place)} {
			if gotRun, got, err := Place(subject); err != nil || gotRun != run || got != place {
				t.Errorf("%q: %q, %d, %v", subject, gotRun, got, err)
			}
		}
	})
}
