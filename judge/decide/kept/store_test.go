package kept

import (
	"fmt"
	"testing"
)

func keyOf(part string) *Key {
	key := NewKey("a machine")
	key.Add("part", part)
	return key
}

func TestStore(t *testing.T) {
	dir := t.TempDir()
	Open(dir).Save(keyOf("one"), []byte("AC\n\xff"))
	if content, kept := Open(dir).Load(keyOf("one")); !kept || string(content) != "AC\n\xff" {
		t.Errorf("got %q, %v", content, kept)
	}
	if content, kept := Open(dir).Load(keyOf("two")); kept {
		t.Errorf("another key has %q", content)
	}
}

// Names and parts that run together into the same bytes are told apart.
func TestKey(t *testing.T) {
	seen := make(map[string]string)
	for _, parts := range [][]string{{}, {"a", "b"}, {"ab", ""}, {"", "ab"}, {"a", "b", "c", "d"}, {"a", "b1:c,1:d"},
		{"a", "b,1:c,1:d,"}} {
		key := NewKey("setting")
		for i := 0; i < len(parts); i += 2 {
			key.Add(parts[i], parts[i+1])
		}
		if other, is := seen[key.name()]; is {
			t.Errorf("%q has the key of %s", parts, other)
		}
		seen[key.name()] = fmt.Sprintf("%q", parts)
	}
}
