package checkout

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The last of these commits has no subject, so git's output ends after its date.
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
		`"0a yesterday one\n" is not a hash, date and subject`) {
		t.Errorf("got %v", err)
	}
}
