package sampling

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"dlxjudge/judge/measure/record"
)

// TestReferenceIsFixed: records of all days hold the time of the same program under the same key.
func TestReferenceIsFixed(t *testing.T) {
	got := fmt.Sprintf("%s %x", record.Reference().Test, sha256.Sum256([]byte(reference)))
	if want := "sample/1 de369e5ca8a188c263825b362e70e2fbbab842846161e4fab7ed48dde3f8a628"; got != want {
		t.Errorf("the reference program is %s, was %s; undo its change, or give record.Reference another number", got,
			want)
	}
}
