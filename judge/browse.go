package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// browse opens an address in the browser that $BROWSER names, or else in that of the desktop.
func browse(ctx context.Context, address string) error {
	opener := "xdg-open"
	if runtime.GOOS == "darwin" {
		opener = "open"
	}
	opener = cmp.Or(os.Getenv("BROWSER"), opener)
	if _, err := exec.LookPath(opener); err != nil {
		return fmt.Errorf("%s, which opens pages, is not on the PATH; BROWSER may name another program", opener)
	}
	if out, err := exec.CommandContext(ctx, opener, address).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", opener, err, strings.TrimSpace(string(out)))
	}
	return nil
}
