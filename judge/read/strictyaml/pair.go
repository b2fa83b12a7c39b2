package strictyaml

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Pair is what Set writes: a key and its value.
type Pair struct {
	Keys    []string // those of the maps that it is in, from the top, and its own: "limits", "time_limit"
	Value   string   // the text behind the colon; or the lines below the key, indented, each with its newline
	Comment string   // a line of its own above a new key; "" for none
}

// Lines are the lines of the pair, in maps without braces, behind those of the first so many keys.
func (p Pair) Lines(known int, margin string) string {
	var b strings.Builder
	last := len(p.Keys) - 1
	for i, key := range p.Keys[known:] {
		if p.Comment != "" && known+i == last {
			b.WriteString(margin + "# " + p.Comment + "\n")
		}
		b.WriteString(margin + quoted(key) + ":")
		if known+i < last {
			b.WriteString("\n")
			margin += "  "
		}
	}
	if !p.below() {
		return b.String() + " " + p.Value + "\n"
	}
	b.WriteString("\n")
	for line := range strings.Lines(p.Value) {
		b.WriteString(margin + line)
	}
	return b.String()
}

// below reports whether the value stands in lines below its key.
func (p Pair) below() bool { return strings.HasSuffix(p.Value, "\n") }

// inline is the pair on one line, without the first so many keys. It reports whether that is possible.
func (p Pair) inline(known int) (string, bool) {
	text := p.Value
	for i := len(p.Keys) - 1; i >= known; i-- {
		text = quoted(p.Keys[i]) + ": " + text
		if i > known {
			text = "{" + text + "}"
		}
	}
	return text, !p.below() && (p.Comment == "" || known == len(p.Keys))
}

// plain is the form of keys that need no quotes.
var plain = regexp.MustCompile(`^[a-z][a-z0-9_-]+$`)

func quoted(key string) string {
	if plain.MatchString(key) {
		return key
	}
	return strconv.Quote(key)
}

// alone reports whether a changed document has the pair, and otherwise the same content as the old one.
func (p Pair) alone(old Value, changed []byte) bool {
	after, err := Parse(old.File(), changed)
	wanted, wantedErr := Parse(old.File(), []byte(p.Lines(0, "")))
	if err != nil || wantedErr != nil {
		return false
	}
	for _, key := range p.Keys {
		var before, now, value []string
		if before, old, err = others(old, key); err != nil {
			return false
		}
		if now, after, err = others(after, key); err != nil || !slices.Equal(before, now) {
			return false
		}
		if value, wanted, err = others(wanted, key); err != nil || len(value) > 0 {
			return false
		}
	}

	return after.node != nil && slices.Equal(strings.Fields(after.node.String()), strings.Fields(wanted.node.String()))
}

// others are the entries of a map without that of a key, as the parser writes them, and the value of that.
func others(m Value, key string) (all []string, value Value, err error) {
	entries, err := m.Entries()
	value.source = m.source
	for _, e := range entries {
		if e.Key == key {
			value = e.Value
		} else {
			all = append(all, e.Key, e.Value.node.String())
		}
	}
	return all, value, err
}
