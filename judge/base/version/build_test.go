package version

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	diffs "github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// TestRelease compares the release with CHANGELOG.md, which lists releases from the newest to the oldest.
func TestRelease(t *testing.T) {
	heading := regexp.MustCompile(`(?m)^## (.*)$`)
	var names []string
	for _, match := range heading.FindAllStringSubmatch(judgetest.Read(t, "../../../CHANGELOG.md"), -1) {
		names = append(names, match[1])
		if !regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`).MatchString(match[1]) {
			t.Errorf("CHANGELOG.md: %q is not a release such as 1.2.3", match[1])
		}
	}
	if len(names) == 0 || names[0] != Release {
		t.Errorf("CHANGELOG.md begins with %q, and the program says %s", names, Release)
	}
	if !slices.IsSortedFunc(names, func(a, b string) int { return compareReleases(b, a) }) {
		t.Errorf("CHANGELOG.md is not in order, newest first: %q", names)
	}
}

// compareReleases compares two releases number by number.
func compareReleases(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b))
	})
}

// TestLines: an unknown commit is called unknown, and changes are mentioned.
func TestLines(t *testing.T) {
	b := Build{Release: "1.2.3", Go: "go1.26.0", Platform: "linux/arm64", Judge: "program-1"}
	for _, row := range []struct {
		commit string
		dirty  bool
		want   string
	}{
		{"", false, "commit: unknown, it was not built in a git checkout"},
		{"0123", false, "commit: 0123"},
		{"0123", true, "commit: 0123, with changes"},
	} {
		b.Commit, b.Dirty = row.commit, &row.dirty
		want := []string{"judge 1.2.3", row.want, "built with: go1.26.0 for linux/arm64",
			"shards and clusters compare: program-1"}
		if diff := diffs.Diff(want, b.Lines("judge")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
