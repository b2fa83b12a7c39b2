package record_test

import (
	"testing"

	"dlxjudge/judge/measure/record"
)

func TestWorkload(t *testing.T) {
	for test, want := range map[string]struct {
		name  string
		cases int
		is    bool
	}{
		record.WorkloadTest("hard", 4000): {"hard", 4000, true},
		"workload/hard/0":                 {},
		"workload/hard/x":                 {},
		"workload/7":                      {},
		"secret/workload/7":               {},
		record.SizeTest(8, 1):             {},
	} {
		name, cases, is := record.Key{Test: test}.Workload()
		if name != want.name || cases != want.cases || is != want.is {
			t.Errorf("%s: %q, %d, %v", test, name, cases, is)
		}
	}
}
