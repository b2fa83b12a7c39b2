package record

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"
)

// namePrefix begins the name of every benchmark of a record, "Benchmark" left out as package benchfmt does.
const namePrefix = "Judge"

// nameKeys are the parts of a benchmark's name, in order.
var nameKeys = [...]string{"problem", "solution", "group", "test"}

// name is the key as a benchmark's name: Judge/problem=poj3074/solution=dlx/group=hard/test=02. Slashes within a part
// are escaped as in a URL, and "secret/" is left out of a group where it can be put back.
func (k Key) name() string {
	var b strings.Builder
	b.WriteString(namePrefix)
	for i, part := range [...]string{k.Problem, k.Solution, shortGroup(path.Dir(k.Test)), path.Base(k.Test)} {
		fmt.Fprintf(&b, "/%s=%s", nameKeys[i], url.PathEscape(part))
	}
	return b.String()
}

// parseName is the inverse of name. It does not use benchfmt.Name.Parts, which takes "-60" at the end of a test's name
// for the number of processors.
func parseName(name string) (Key, error) {
	foreign := fmt.Errorf("benchmark Benchmark%s is not one of judge bench, whose names are "+
		"BenchmarkJudge/problem=…/solution=…/group=…/test=…; remove it, or name another file", name)
	parts := strings.Split(name, "/")
	if len(parts) != 1+len(nameKeys) || parts[0] != namePrefix {
		return Key{}, foreign
	}
	var values [len(nameKeys)]string
	for i, part := range parts[1:] {
		key, value, _ := strings.Cut(part, "=")
		plain, err := url.PathUnescape(value)
		if key != nameKeys[i] || plain == "" || err != nil || strings.ContainsFunc(plain, unicode.IsControl) {
			return Key{}, foreign
		}
		values[i] = plain
	}
	k := Key{values[0], values[1], path.Join(longGroup(values[2]), values[3])}
	if k.name() != name {
		return Key{}, foreign
	}
	return k, nil
}

func shortGroup(group string) string {
	short, secret := strings.CutPrefix(group, "secret/")
	if !secret || longGroup(short) != group {
		return group
	}
	return short
}

func longGroup(short string) string {
	switch first, _, _ := strings.Cut(short, "/"); first {
	case "sample", "secret", "workload", "growth", ".":
		return short
	}
	return "secret/" + short
}
