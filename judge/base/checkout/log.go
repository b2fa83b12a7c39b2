package checkout

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
	Date    time.Time // when the commit was made
	Subject string    // the first line of the commit's message
}

// Log lists the commits of all branches and tags of the checkout at dir, parents before their children.
func Log(ctx context.Context, dir string) ([]Commit, error) {
	return log(ctx, dir, "--all", "--topo-order", "--reverse")
}

// named returns the commit that a hash or a name, such as HEAD, refers to.
func named(ctx context.Context, dir, name string) (Commit, error) {
	hash, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return Commit{}, err
	}
	commits, err := log(ctx, dir, "--max-count=1", hash)
	if err == nil && len(commits) != 1 {
		err = fmt.Errorf("git log: found %d commits for %s", len(commits), hash)
	}
	if err != nil {
		return Commit{}, err
	}
	return commits[0], nil
}

func log(ctx context.Context, dir string, args ...string) ([]Commit, error) {
	text, err := git(ctx, dir, append([]string{"log", "--no-show-signature", "--format=%H %ct %s"}, args...)...)
	if err != nil {
		return nil, err
	}
	return commitsIn(text)
}

// commitsIn parses git's list of commits. Each line has a hash, a date and a subject. The subject may be empty.
func commitsIn(text string) ([]Commit, error) {
	var commits []Commit
	for line := range strings.Lines(text) {
		hash, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		date, subject, _ := strings.Cut(rest, " ")
		seconds, err := strconv.ParseInt(date, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git log: %q is not a hash, date and subject", line)
		}
		commits = append(commits, Commit{hash, time.Unix(seconds, 0).UTC(), subject})
	}
	return commits, nil
}

// State is the state of a checkout in JSON documents. If the commit is unknown, both fields are left out.
type State struct {
	Commit string `json:"commit,omitempty"`
	Dirty  *bool  `json:"dirty,omitempty"` // whether files differ from Commit
}

// StateOf returns the state of a checkout, or the zero State if commit is "", which means unknown.
func StateOf(commit string, dirty bool) State {
	if commit == "" {
		return State{}
	}
	return State{commit, &dirty}
}
