package report

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/tell/page"
)

// notCarried lists the fields of results that are not in the JSON document, since no report shows them.
var notCarried = []struct {
	of     any
	field  string
	reason string
}{
	{grade.Test{}, "ScoreFiles", "Score and ScoreFrom are what it came to"},
	{grade.Test{}, "Failure", "workers of a cluster ask for it, and give work back for it"},
	{grade.Test{}, "Starved", "the judge that ran the test has it run again for it, and does not keep it"},
	{grade.Test{}, "Waited", "only the machine that works out a time limit asks for it"},
	{grade.Test{}, "Line", "it is in Message and Difference"},
}

// TestReadsEveryField: a new field of results must be written to the JSON document and read back, or be listed above
// with a reason.
func TestReadsEveryField(t *testing.T) {
	var want grade.Results
	fill(reflect.ValueOf(&want).Elem())
	var left []cmp.Option
	for _, f := range notCarried {
		left = append(left, cmpopts.IgnoreFields(f.of, f.field))
	}
	if diff := cmp.Diff(want, again(t, want), left...); diff != "" {
		t.Errorf("read back (-written +read):\n%s", diff)
	}
}

// fill sets each field of a value to a non-zero value, recursively.
func fill(v reflect.Value) {
	if v.CanAddr() && v.Type() == reflect.TypeFor[score.Number]() {
		v.Set(reflect.ValueOf(score.Int(7)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("WA")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1_234_567)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Uint8:
		v.SetUint(1)
	default:
		panic(fmt.Sprintf("fill does not know %v", v.Type()))
	}
}

// again writes results and reads them back.
func again(t *testing.T, r grade.Results) grade.Results {
	var document bytes.Buffer
	judgetest.Check(t, JSON(&document, r))
	read, err := Read(&document)
	judgetest.Check(t, err)
	return read
}

// TestSameReports: results that were written and read back give the same reports.
func TestSameReports(t *testing.T) {
	interrupted := results()
	interrupted.Interrupted = true
	for i := range interrupted.Submissions {
		interrupted.Submissions[i].Interrupted = i%2 == 0
	}
	for name, r := range map[string]grade.Results{
		"usual": results(), "scores": scoredResults(t), "interrupted": interrupted, "odd": oddResults(t),
		"none": {Backend: "linux"},
	} {
		for report, write := range reports {
			var want, got bytes.Buffer
			judgetest.Check(t, write(&want, r))
			judgetest.Check(t, write(&got, again(t, r)))
			if diff := cmp.Diff(want.String(), got.String()); diff != "" {
				t.Errorf("%s, %s (-of results +of what was read):\n%s", name, report, diff)
			}
		}
		notJudged, reasons := r.NotJudged()
		readNot, readReasons := again(t, r).NotJudged()
		if notJudged != readNot || !slices.Equal(reasons, readReasons) || r.Nothing() != again(t, r).Nothing() ||
			r.JudgeFailed() != again(t, r).JudgeFailed() {
			t.Errorf("%s: the exit status differs", name)
		}
	}
}

// reports returns all reports on results.
var reports = map[string]func(io.Writer, grade.Results) error{
	"rows":           func(w io.Writer, r grade.Results) error { return Text(w, r, TextOptions{}) },
	"table":          func(w io.Writer, r grade.Results) error { return Text(w, r, TextOptions{Table: true}) },
	"rows -v":        func(w io.Writer, r grade.Results) error { return Text(w, r, TextOptions{Verbose: true}) },
	"rows in colour": func(w io.Writer, r grade.Results) error { return Text(w, r, TextOptions{Color: true}) },
	"JSON":           JSON,
	"JUnit":          JUnit,
	"Markdown":       Markdown,
	"annotations":    func(w io.Writer, r grade.Results) error { return Annotations(w, r, "/checkout") },
	"page":           func(w io.Writer, r grade.Results) error { return page.Page{Results: r}.Write(w) },
}

// oddResults has rare values: texts that are not UTF-8, conversations, passes, a long number, cached results.
func oddResults(t *testing.T) grade.Results {
	r := results()
	r.Backend, r.Measures.CPU, r.Commit = "odd\x1b", "odd\x1b", "\x1b"
	r.Part = &grade.Part{Index: 2, Count: 5, Submissions: 66, Places: []int{3, 8},
		Settings: grade.Settings{TimeLimit: grade.Seconds(time.Second / 3)}}
	third, huge := new(score.Number), new(score.Number)
	judgetest.Check(t, third.UnmarshalBinary([]byte("100/3")))
	judgetest.Check(t, huge.UnmarshalBinary([]byte("1"+string(bytes.Repeat([]byte("0"), 400)))))
	inf := score.Infinity(-1)
	whole := score.Group{Name: ".", Known: true, Scored: true, Score: *third, Max: *huge, Bounded: true}
	r.Submissions = append(r.Submissions, grade.Submission{
		Problem: "odd", Name: "accepted/bytes.c", Language: "c", Verdict: problem.WA, Expected: false,
		Source: "/checkout/odd/bytes.c", Message: "bad \xff\xfe",
		Scores: &score.Outcome{Whole: whole, Groups: []score.Group{{Name: "secret", Known: true, Scored: true,
			Score: inf}}},
		Tests: []grade.Test{
			{
				Name: "secret/1", Verdict: problem.WA, Message: "said \x80\nline \xc3\x28",
				Stderr: "\xff\x00\x1b[2J no text\n\ufffd", InputSize: 12,
				Difference: "- 1 | \xf0\n+ 1 | ok", Score: third, ScoreFrom: score.ScoreFile,
				Cached: true, Unsure: true,
				Passes: 3, PassesCPU: 12345, CPU: 1, Wall: 3_600_000 * ms, AtLeast: true,
				Found: []string{"a", ""},
				Conversation: &grade.Conversation{Before: 2, Sample: []string{"> 1", "< \xff"}, Lines: []talk.Line{
					{From: "submission", At: 1, Text: "guess \xee", Open: true}, {From: "checker", Text: "more"},
					{}, {From: "checker", At: 0.012345678},
				}},
			},
			{Name: "secret/2", Verdict: problem.RTE, Signal: "SIGSEGV", ExitCode: 3, Idle: true, Stopped: true,
				Score: &inf, Conversation: &grade.Conversation{}},
			{Name: "secret/3", Expected: true, LeftOut: true, Message: "skipped: secret/1 is required"},
		},
	}, grade.Submission{
		Problem: "bytes\xff", Name: "odd\u00a0\u202ename.c", Language: "c\x1b", Source: "odd\xff/name.c",
		Verdict: "\x1b[2J", Tests: []grade.Test{
			{Name: "secret/\u00a0", Verdict: "\x1b[2J", InputFile: "odd\xff/1.in", Signal: "\x1b"},
			{Name: "secret/\x1b"},
		},
	}, grade.Submission{
		Problem: "odd", Name: "accepted/none.rs", Expected: true, Missing: "rustc", Message: "no Rust compiler",
	}, grade.Submission{
		Problem: "odd", Name: "mixed/one.c", Expected: true, Unjudged: true,
		Message: "not judged: no folder says what is expected",
	}, grade.Submission{
		Problem: "odd", Name: "accepted/judge.c", Verdict: problem.JE, Message: "the score of all tests is 7",
		Scores: &score.Outcome{Whole: score.Group{Name: "."}, Failure: "the score"},
	})
	return r
}
