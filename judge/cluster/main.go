// Cluster judges on several machines: the same judge as the command of that name, with NATS JetStream between a client and the
// workers. The judge itself neither links nor starts any of this.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // the second signal ends the program at once
	root := &cobra.Command{
		Use:           "cluster",
		Short:         "Judge on several machines",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "cluster: %v\n", err)
		os.Exit(2)
	}
}
