package page

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Browse opens an address in the browser that $BROWSER names. If $BROWSER is empty, it uses the desktop's default
// browser.
func Browse(ctx context.Context, address string) error {
	if !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return fmt.Errorf("%q is not a web page", address)
	}
	opener := "xdg-open"
	if runtime.GOOS == "darwin" {
		opener = "open"
	}
	opener = cmp.Or(os.Getenv("BROWSER"), opener)
	if _, err := exec.LookPath(opener); err != nil {
		return fmt.Errorf("%s, which opens pages, is not on the PATH; set BROWSER to another program", opener)
	}
	if out, err := exec.CommandContext(ctx, opener, address).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", opener, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// Show opens a file that holds a page, in the same browser as Browse.
func Show(ctx context.Context, path string) error {
	whole, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(whole)}
	return Browse(ctx, address.String())
}
