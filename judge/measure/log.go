package measure

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Commit is a commit in the history of a checkout.
type Commit struct {
	Hash    string
	Date    time.Time // when it was committed
	Subject string    // the first line of its message
}

// Log lists the commits of all branches of the checkout that contains dir, parents before their children.
func Log(ctx context.Context, dir string) ([]Commit, error) {
	text, err := git(ctx, dir, "log", "--all", "--topo-order", "--reverse", "--format=%H %ct %s")
	if err != nil {
		return nil, err
	}
	var commits []Commit
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimRight(line, "\n"), " ", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("git log: %q is no hash, date and subject", line)
		}
		seconds, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git log: %w", err)
		}
		commits = append(commits, Commit{parts[0], time.Unix(seconds, 0).UTC(), parts[2]})
	}
	return commits, nil
}
