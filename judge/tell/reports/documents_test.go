package reports

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/read/problem"
)

var origin = Origin{State: checkout.StateOf(strings.Repeat("0123456789", 4), true), Programs: []Identity{
	{Problem: "double", Name: "mine", Language: "go", Source: "solutions/double/mine/main.go", Solution: true,
		Limits: grade.LimitsOf(problem.Limits{Time: time.Second, Memory: 64 << 20, Output: 8 << 20})},
}}

// mayBeNull lists the fields that judge help json says may be null: figures that are unknown or do not exist.
var mayBeNull = []string{
	"base", "now", "found", "all", "slowest_accepted", "slowest_in_time", "fastest_too_slow", "faster_than_previous", "faster_than_first",
	"threshold", "change", "p", "median", "lo", "hi", "found_from", "nodes", "node_seconds", "cpu_seconds",
	"nodes_of_previous", "times", "middle", "level", "longer",
}

// TestDocuments shows what --json writes for each command's results, field by field.
func TestDocuments(t *testing.T) {
	base, now := records(t)
	change, err := compare.Records(base, now, 0.02)
	judgetest.Check(t, err)
	ladder, err := compare.Solutions(now, "hdu5046", []string{"backtrack", "dlx"}, nil)
	judgetest.Check(t, err)
	slowerBase, slower := sides(t, "slower")
	unfinished := *slower
	unfinished.Samples, unfinished.Bounds = nil, []record.Bound{{Key: record.Key{Problem: "poj3074", Solution: "dlx",
		Test: "secret/large/2"}, CPU: time.Second}}
	series := trend.Of(recorded(), record.Machine{}, trend.Options{Threshold: 0.03})
	for name, write := range map[string]func(io.Writer) error{
		"samples":    func(w io.Writer) error { return ComparisonJSON(w, compare.Summary(now), origin) },
		"comparison": func(w io.Writer) error { return ComparisonJSON(w, change, origin) },
		"turns": func(w io.Writer) error {
			return ComparisonJSON(w, compare.InTurns(slowerBase, slower, 0.03), origin)
		},
		"unfinished": func(w io.Writer) error {
			return ComparisonJSON(w, compare.InTurns(&unfinished, &unfinished, 0.03),
				origin)
		},
		"ladder": func(w io.Writer) error { return LadderJSON(w, ladder, origin) },
		"trend":  func(w io.Writer) error { return TrendJSON(w, series) },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			judgetest.Check(t, write(&out))
			judgetest.Golden(t, "testdata/documents/"+name+".json", out.String())
			judgetest.Legible(t, out.String())
			for _, field := range regexp.MustCompile(`"(\w+)": null`).FindAllStringSubmatch(out.String(), -1) {
				if !slices.Contains(mayBeNull, field[1]) {
					t.Errorf("%s is null, and judge help json does not say so", field[1])
				}
			}
		})
	}
}
