package checkout

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The last of these commits has no subject: what git prints ends behind its date.
func TestCommitsIn(t *testing.T) {
	got, err := commitsIn("0a 1700000000 one  two\n0b 1700000060 \n0c 1700000120")
	want := []Commit{
		{"0a", time.Unix(1700000000, 0).UTC(), "one  two"}, {"0b", time.Unix(1700000060, 0).UTC(), ""},
		{"0c", time.Unix(1700000120, 0).UTC(), ""},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := commitsIn("0a yesterday one\n"); err == nil || !strings.Contains(err.Error(),
		`"0a yesterday one\n" is no hash, date and subject`) {
		t.Errorf("got %v", err)
	}
}

// FuzzCommitsIn: commits are written as git does and read again the same, whatever their subjects.
func FuzzCommitsIn(f *testing.F) {
	f.Add("0a 1700000000 one  two\n0b 1700000060 \n0c 1700000120")
	f.Add("\n")
	f.Fuzz(func(t *testing.T, text string) {
		commits, err := commitsIn(text)
		if err != nil {
			return
		}
		written := ""
		for _, c := range commits {
			written += fmt.Sprintf("%s %d %s\n", c.Hash, c.Date.Unix(), c.Subject)
		}
		again, err := commitsIn(written)
		if diff := cmp.Diff(commits, again); diff != "" || err != nil {
			t.Errorf("%q, %v (-read +written and read):\n%s", text, err, diff)
		}
	})
}
