package record

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// good is a small record that the tests below damage.
const good = `# commit: 0123
# date: 2026-05-04T03:02:01Z
goos: linux
goarch: amd64
cpu: A CPU
cores: 2
backend: portable
Unit cpu-ns/op better=lower

BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 4190000 cpu-ns/op 41237 nodes/op
BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 4200000 cpu-ns/op 41237 nodes/op
`

func TestReadErrors(t *testing.T) {
	second := "BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 4200000 cpu-ns/op 41237 nodes/op\n"
	if !strings.HasSuffix(good, second) {
		t.Fatal("the last line of the good record is not what the test expects")
	}
	instead := func(line string) string { return strings.TrimSuffix(good, second) + line }
	tests := []struct {
		name, text, want string
	}{
		{"empty", "", `r.txt: no samples in it; record again with judge bench --out`},
		{"end cut", good[:len(good)-9], `r.txt:11: the last line is truncated: it has no line end; remove it`},
		{"cut after the name", instead("BenchmarkJudge/problem=p/solution=dlx\n"),
			`r.txt:11: "BenchmarkJudge/problem=p/solution=dlx" is truncated: a sample has a name, a number of runs and figures; remove the line`},
		{"cut in a unit", instead("BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 4190000 cpu-ns/o\n"),
			`r.txt:11: cpu-ns/o is not a unit of judge bench; the line is damaged: remove it`},
		{"no number", instead("BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 4l90000 cpu-ns/op\n"),
			`r.txt:11: parsing measurement: invalid syntax; the line is truncated or damaged: remove it, or record again`},
		{"negative", instead("BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 -1 cpu-ns/op\n"),
			`r.txt:11: -1 cpu-ns/op is not a measurement; remove the line`},
		{"foreign benchmark", instead("BenchmarkFib/n=10-8 100 12 ns/op\n"),
			`r.txt:11: benchmark BenchmarkFib/n=10-8 is not one of judge bench, whose names are BenchmarkJudge/problem=…/solution=…/group=…/test=…; remove it, or name another file`},
		{"go test's last line", good + "PASS\n",
			`r.txt:12: "PASS" is not a line of the Go benchmark format; remove it if it was truncated or added, or name another file`},
		{"other machine", good + "cpu: Another CPU\n" + second,
			`r.txt:12: samples of two machines in one record (cpu: Another CPU and A CPU); split the file above this line`},
		{"no machine", strings.Replace(good, "cpu: A CPU\n", "", 1),
			`r.txt:9: no line "cpu: …" above this sample, so the machine is not known; name a record of judge bench`},
		{"escapes for a terminal", strings.Replace(good, "A CPU", "A \x1b[2JCPU", 1),
			`r.txt:5: a control character in "cpu: A \x1b[2JCPU"; remove the line`},
		{"two runs", good + good,
			`r.txt:13: date: there is one above, and a record holds only one run; fix the line, or record again`},
		{"bad date", strings.Replace(good, "2026-05", "2026/05", 1),
			`r.txt:2: date: want the form 2006-01-02T15:04:05Z, got "2026/05-04T03:02:01Z"; fix the line, or record again`},
		{"bad bound", "# stopped: " + Key{"p", "s", "secret/1"}.name() + " after 12 s\n" + good,
			`r.txt:1: stopped: want: NAME after N cpu-ns, with N from 1 to 1e+15, got "Judge/problem=p/solution=s/group=secret/test=1 after 12 s"; fix the line, or record again`},
		{"bad plan", "# planned: many samples\n" + good,
			`r.txt:1: planned: want a number of samples, got "many samples"; fix the line, or record again`},
		{"bad language", "# language: go\n" + good,
			`r.txt:1: language: want problem/solution, and in a language line the language after it, got "go"; fix the line, or record again`},
		{"no time", instead("BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 0 cpu-ns/op\n"),
			`r.txt:11: 0 cpu-ns/op is not a measurement; remove the line`},
		{"part of a node", instead("BenchmarkJudge/problem=p/solution=dlx/group=hard/test=02 1 0.5 nodes/op\n"),
			`r.txt:11: 0.5 nodes/op is not a measurement; remove the line`},
		{"binary", "\x7fELF\x02\x01\x00", `r.txt: this is not text; name a record of judge bench --out`},
		{"byte order mark", "\ufeff" + good, "r.txt:1: \"\\ufeff# commit: 0123\" is not a line of the Go benchmark " +
			"format; remove it if it was truncated or added, or name another file"},
	}
	for _, test := range tests {
		_, err := parse("r.txt", []byte(test.text))
		if err == nil {
			t.Errorf("%s: no error", test.name)
		} else if diff := cmp.Diff(test.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestReadTolerates(t *testing.T) {
	want, err := parse("r.txt", []byte(good))
	judgetest.Check(t, err)
	for name, text := range map[string]string{
		"CRLF":           strings.ReplaceAll(good, "\n", "\r\n"),
		"other comments": "# a note by hand\n#another\n" + good,
	} {
		got, err := parse("r.txt", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(want, got, ignored); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestReadMissing(t *testing.T) {
	_, err := Read("none.txt")
	if want := "none.txt: no such file or directory; name a record of judge bench --out"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// FuzzRead: no text makes the reader panic, every error names the file, and a record survives writing and reading.
func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(good + "# stopped: " + Key{"p", "s", "secret/a/1"}.name() + " after 1500000000 cpu-ns\n# finished: " +
		"yes\n"))
	f.Add([]byte("# language: p/dlx go\n# planned: 12 samples\n# dirty: yes\n" + good))
	f.Add([]byte("BenchmarkJudge/problem=%/solution=/group=a%2Fb/test=-60 1 1e300 cpu-ns/op\n"))
	f.Add([]byte(good + "# stopped: " + Key{"p", "dlx", "secret/hard/02"}.name() + " after 1500000000 cpu-ns\n"))
	f.Add([]byte(strings.ReplaceAll(good, "02:01Z", "02:01.5Z") + "# uncounted: " + Key{"p", "dlx",
		"secret/hard/02"}.name() + "\n"))
	f.Add([]byte(strings.ReplaceAll(good, "4190000", "0")))
	f.Add([]byte(strings.ReplaceAll(good, "4190000", "1e308")))
	f.Add([]byte(strings.ReplaceAll(good, "41237", "0.5")))
	f.Fuzz(func(t *testing.T, text []byte) {
		want, err := parse("r.txt", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "r.txt:") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		written := want.text()
		if want.Finished {
			written += comment("finished", "yes")
		}
		got, err := parse("r.txt", []byte(written))
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if diff := cmp.Diff(want, got, ignored); diff != "" {
			t.Errorf("(-read +written and read):\n%s\n%s", diff, written)
		}
	})
}
