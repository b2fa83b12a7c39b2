package selection

import (
	"context"
	"errors"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/read/problem"
)

// Reading problems ends with the first signal, even if the file system never answers.
func TestLoadingIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan struct{})
	defer close(forever)
	never := func(problem.Roots, func(string) bool) (*problem.Set, error) {
		cancel()
		<-forever
		return nil, nil
	}
	_, err := loaded(ctx, never, &Selection{})
	var ended exit.Error
	if !errors.As(err, &ended) || ended.Status != exit.Interrupted {
		t.Errorf("got %v, want exit status %d", err, exit.Interrupted)
	}
}
