package bounded

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/score"
)

// all has one of everything that can be written.
type all struct {
	Yes     bool
	Small   int8
	Number  int64
	Text    string
	List    []string
	Parts   []part
	Pointer *part
	Map     map[string]string
	Score   score.Number
	May     *score.Number
}

type part struct {
	Name string
	Of   []part2
}

type part2 struct{ A, B int }

func whole() all {
	third := score.Int(-7)
	return all{Yes: true, Small: -128, Number: -1 << 63, Text: "a\x00\xff", List: []string{"", "x"},
		Parts: []part{{"one", []part2{{1, 2}, {3, 4}}}, {}}, Pointer: &part{Name: "two"},
		Map: map[string]string{"b": "1", "a": "", "": "c"}, Score: score.Infinity(-1), May: &third}
}

const mebi = 1 << 20

func written(t testing.TB, value any) []byte {
	t.Helper()
	content, err := Write(value)
	judgetest.Check(t, err)
	return content
}

// What is written is read again the same, nil and empty apart, and not from less of it or with more behind it.
func TestRead(t *testing.T) {
	same := cmp.Comparer(func(a, b score.Number) bool { return a.Equal(b) })
	for _, want := range []all{{}, whole(), {List: []string{}, Map: map[string]string{}, Pointer: new(part)}} {
		content := written(t, want)
		var got all
		judgetest.Check(t, Read(content, mebi, &got))
		if diff := cmp.Diff(want, got, same); diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
		for n := range content {
			if err := Read(content[:n], mebi, new(all)); err == nil {
				t.Errorf("the first %d of %d bytes are read", n, len(content))
			}
		}
		if err := Read(append(content, 1, 2), mebi, new(all)); err == nil || err.Error() !=
			"there are 2 bytes behind it" {
			t.Errorf("with more behind it: %v", err)
		}
	}
}

// TestBound: whatever the bytes are, reading them takes no more memory than the bound, with what reading itself takes.
func TestBound(t *testing.T) {
	const most, size = 4 * mebi, mebi
	grown := func(begin func(*all), of byte) []byte { // a list that is as long as it may be, of that byte
		var a all
		begin(&a)
		content := written(t, a)
		return append(content, []byte(strings.Repeat(string(rune(of)), size))...)
	}
	for name, content := range map[string][]byte{
		"texts":   written(t, all{List: make([]string, size)}),
		"parts":   written(t, all{Parts: make([]part, size)}),
		"a map":   written(t, all{Map: many(size / 4)}),
		"a text":  written(t, all{Text: strings.Repeat("x", most+1)}),
		"nested":  written(t, all{Parts: []part{{Of: make([]part2, size)}}}),
		"behind":  grown(func(*all) {}, 0),
		"a count": append(written(t, all{})[:digestSize+4], 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := Read(content, most, new(all))
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: read", name)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > most+mebi {
			t.Errorf("%s: %d MiB for %d MiB, %v", name, took/mebi, len(content)/mebi, err)
		}
	}
}

func many(n int) map[string]string {
	m := make(map[string]string)
	for i := range n {
		m[string([]byte{byte(i), byte(i >> 8), byte(i >> 16)})] = ""
	}
	return m
}

// Another type is refused, also one that differs in the name of a field alone, or in that of one far below.
func TestTypes(t *testing.T) {
	type one struct{ A []struct{ B int } }
	type other struct{ A []struct{ C int } }
	if err := Read(written(t, other{}), mebi, new(one)); err == nil {
		t.Error("a field of another name is read")
	}
	type cycle struct{ Next *cycle }
	for _, value := range []any{cycle{}, struct{ F float64 }{}, struct{ hidden int }{}, map[int]string{},
		struct{ A any }{}} {
		if _, err := Write(value); err == nil {
			t.Errorf("%s is written", reflect.TypeOf(value))
		}
	}
}

// FuzzRead: of any bytes there is an error or a value, which is written and read again the same.
func FuzzRead(f *testing.F) {
	f.Add(written(f, whole()))
	f.Add(written(f, all{}))
	f.Fuzz(func(t *testing.T, content []byte) {
		var a, again all
		if Read(content, mebi, &a) != nil {
			return
		}
		judgetest.Check(t, Read(written(t, a), mebi, &again))
		if !reflect.DeepEqual(a, again) {
			t.Errorf("%+v is read again as %+v", a, again)
		}
	})
}
