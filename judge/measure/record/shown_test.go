package record_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
)

// seeds adds records with usual and with odd figures, and returns one more.
func seeds(f *testing.F) *record.Record {
	whole, err := os.ReadFile("../../tell/lab/testdata/records/now.txt")
	judgetest.Check(f, err)
	f.Add(whole)
	header, _, _ := strings.Cut(string(whole), "Benchmark")
	for _, figures := range []string{"1 cpu-ns/op", "1e15 cpu-ns/op", "1e15 peak-RSS-bytes 0 nodes/op",
		"0 statements/op", "7 wall-ns/op", "1e308 cpu-ns/op", "0 cpu-ns/op"} {
		text := header
		for _, name := range []string{"solution=dlx/group=a/test=1", "solution=dlx/group=size-8/test=1",
			"solution=backtrack/group=size-8/test=1", "solution=backtrack/group=a/test=1"} {
			text += "BenchmarkJudge/problem=hdu5046/" + name + " 1 " + figures + "\n"
		}
		f.Add([]byte(text))
		f.Add([]byte(text + "BenchmarkJudge/problem=start-up/solution=go/group=sample/test=empty 1 " + figures + "\n"))
	}
	other, err := record.Read("../../tell/lab/testdata/records/base.txt")
	judgetest.Check(f, err)
	return other
}

// readText reads a text as a record; nil if it is none.
func readText(t *testing.T, text []byte) *record.Record {
	path := filepath.Join(t.TempDir(), "r.txt")
	judgetest.Check(t, os.WriteFile(path, text, 0o644))
	r, err := record.Read(path)
	if err != nil {
		return nil
	}
	return r
}

func historyOf(r, other *record.Record) trend.History {
	return trend.Of(trend.Order([]*record.Record{r, other, r}, nil), r.Machine, trend.Options{})
}
