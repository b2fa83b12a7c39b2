package parcel

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestContent: a content of any size comes back.
func TestContent(t *testing.T) {
	c := connect(t)
	for _, size := range []int{0, 1, mostBlock, mostBlock + 1, 3*mostBlock + 7} {
		content := bytes.Repeat([]byte("0123456789abcde\n"), size/16+1)[:size]
		digest, err := PutContent(t.Context(), c.Outcomes, content)
		judgetest.Check(t, err)
		got, err := GetContent(t.Context(), c.Outcomes, digest, int64(size))
		if err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes come back as %d: %v", size, len(got), err)
		}
		if size == 0 {
			continue
		}
		if _, err := GetContent(t.Context(), c.Outcomes, digest, int64(size-1)); err == nil ||
			!strings.Contains(err.Error(), "too large") {
			t.Errorf("%d bytes, one more than are allowed: %v", size, err)
		}
	}
}

// TestContentDamaged: what is not there, or is not what its name says, is an error.
func TestContentDamaged(t *testing.T) {
	c := connect(t)
	none := digestOf([]byte("never stored"))
	other := digestOf([]byte("another"))
	lists := map[string]struct {
		value string
		want  error
	}{
		"empty":           {"", ErrDamaged},
		"other text":      {"text", ErrDamaged},
		"itself":          {"block " + digestOf([]byte("itself")) + " 80\n", ErrDamaged},
		"missing block":   {"block " + none + " 7\n", ErrMissing},
		"other content":   {"block " + other + " 7\n", ErrDamaged},
		"no digest in it": {"block " + other + " 7\nblock ../../../etc/passwd 7\n", ErrDamaged},
		"without an end":  {"block " + other + " 7", ErrDamaged},
		"without a size":  {"block " + other + "\n", ErrDamaged},
		"of no size":      {"block " + other + " 0\n", ErrDamaged},
		"of another size": {"block " + other + " 6\n", ErrDamaged},
	}
	_, err := PutContent(t.Context(), c.Outcomes, []byte("another"))
	judgetest.Check(t, err)
	for name, of := range lists {
		judgetest.Check(t, put(t.Context(), c.Outcomes, digestOf([]byte(name)), []byte(of.value)))
		if _, err := GetContent(t.Context(), c.Outcomes, digestOf([]byte(name)), 1<<20); !errors.Is(err, of.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := GetContent(t.Context(), c.Outcomes, none, 1<<20); !errors.Is(err, ErrMissing) {
		t.Errorf("nothing: %v", err)
	}
	for _, digest := range []string{"", ">", "a.b", strings.ToUpper(none), none + "x"} {
		if _, err := GetContent(t.Context(), c.Outcomes, digest, 1<<20); err == nil || !strings.Contains(err.Error(),
			"is no SHA-256") {
			t.Errorf("%q: %v", digest, err)
		}
	}
	// A short list of blocks can stand for more than memory holds.
	many := strings.Repeat("block "+other+" 7\n", 10_000)
	judgetest.Check(t, put(t.Context(), c.Outcomes, digestOf([]byte("many")), []byte(many)))
	reads := &counted{KeyValue: c.Outcomes}
	if _, err := GetContent(t.Context(), reads, digestOf([]byte("many")), 70); err == nil ||
		!strings.Contains(err.Error(), "too large") || reads.gets.Load() > 20 {
		t.Errorf("%v, after %d reads", err, reads.gets.Load())
	}
	many = strings.Repeat("block "+other+" 1\n", 70) // it says that it is small
	judgetest.Check(t, put(t.Context(), c.Outcomes, digestOf([]byte("many")), []byte(many)))
	reads = &counted{KeyValue: c.Outcomes}
	if _, err := GetContent(t.Context(), reads, digestOf([]byte("many")), 70); !errors.Is(err, ErrDamaged) ||
		reads.gets.Load() > 20 {
		t.Errorf("%v, after %d reads", err, reads.gets.Load())
	}
}
