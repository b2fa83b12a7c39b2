package spojnqueen_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/problems/programtest"
)

// What was found for a board must not show in the answers to those after it, nor lead their searches: each board is
// answered as it is alone. The large ones go before the small, and the full before the empty.
func TestCasesShareNothing(t *testing.T) {
	boards := []string{
		"25 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
		"8 2 6 1 7 4 8 3 5\n",
		"8 0 0 0 0 0 0 0 0\n",
		"12 0 0 0 7 0 0 0 0 0 0 2 0\n",
		"8 0 0 0 0 0 0 0 5\n",
		"4 3 0 0 0\n",
		"4 0 0 0 0\n",
		"1 0\n",
		"25 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
	}
	for _, solution := range programtest.Solutions(t, "spojnqueen", "backtrack", "bits", "dlx", "links") {
		alone := ""
		for _, board := range boards {
			_, answer, message := status(t, []byte(board), solution)
			if message != "" {
				t.Errorf("%s: %q: %s", solution, board, message)
			}
			alone += answer
		}
		_, together, message := status(t, []byte(strings.Join(boards, "")), solution)
		if diff := cmp.Diff(alone, together); diff != "" {
			t.Errorf("%s: %s (-each alone +one after the other):\n%s", solution, message, diff)
		}
	}
}
