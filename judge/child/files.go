package child

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// longest is how long a program may take from one file to another.
const longest = time.Minute

// Files runs a program from one file to another, which is made or emptied. Errors call it by name and arguments, and tell
// what it says on standard error.
func Files(ctx context.Context, name, program string, args []string, input, output string) error {
	in, err := os.Open(input)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(output)
	if err != nil {
		return err
	}
	defer out.Close()

	limited, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	var stderr beginning
	cmd := exec.CommandContext(limited, program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, &stderr
	cmd.SysProcAttr = Attr()
	cmd.WaitDelay = time.Second // a grandchild may keep standard error open
	err = cmd.Run()
	command := strings.Join(append([]string{name}, args...), " ")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("%s did not end within %v; make the test smaller, or name another program", command, longest)
	case err != nil:
		return fmt.Errorf("%s: %w: %s", command, err, strings.TrimSpace(string(stderr)))
	}
	return out.Close()
}

// beginning keeps the first bytes of what is written.
type beginning []byte

func (b *beginning) Write(p []byte) (int, error) {
	const most = 4 << 10
	*b = append(*b, p[:min(len(p), most-len(*b))]...)
	return len(p), nil
}
