package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

func newKeyCommand() *cobra.Command {
	var keys string
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Add, list and withdraw the keys that a server admits",
		Long: `Manage keys on the server's machine: make one for each worker's machine and each
client. A running server loads each change within a second; the commands wait
for this. When a key is withdrawn, its connections end. If it was a worker's
key, another worker takes the work. The keys "worker" and "client", which
"cluster serve --init" makes, may be copied to several machines.`,
		Example: `  cluster key add m1 --role worker --keys ~/judge-keys
  cluster key list --keys ~/judge-keys
  cluster key withdraw m1 --keys ~/judge-keys`,
		Args: usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&keys, "keys", "", "the server's folder of keys `DIR` (default: dlxjudge/cluster "+
		"in the user's configuration folder)")
	subcommand := func(c *cobra.Command, do func(stdout io.Writer, dir, name string) error) *cobra.Command {
		c.ValidArgsFunction = cobra.NoFileCompletions
		c.RunE = func(_ *cobra.Command, args []string) error {
			dir, err := folderOf(keys, "")
			if err != nil {
				return err
			}
			return do(c.OutOrStdout(), dir, strings.Join(args, " "))
		}
		cmd.AddCommand(c)
		return c
	}
	oneName := usage.Args(1, 1, "takes the name of one key")
	var role string
	add := subcommand(&cobra.Command{
		Use: "add NAME", Short: "Make a key for one machine or client", Args: oneName,
		Long:    "Make a key in its own folder, below the folder of keys, and print where to copy\nthat folder.",
		Example: "  cluster key add m1 --role worker\n  cluster key add anna --role client",
	}, func(stdout io.Writer, dir, name string) error {
		made, err := server.AddKey(dir, role, name)
		if err != nil {
			return err
		}
		command := map[string]string{wire.Worker: "cluster worker", wire.Client: "cluster run"}[role]
		return changed(stdout, dir, fmt.Sprintf("copy %s to the machine that runs %s, and pass the copy to --keys; "+
			"then remove the original", legible.Word(made), command))
	})
	add.Flags().StringVar(&role, "role", wire.Worker, "what the key is for: worker, which judges, or client, which "+
		"starts runs")
	subcommand(&cobra.Command{
		Use: "list", Short: "List the keys that the server admits", Args: usage.None,
		Long:    "List the keys, each with the first characters of its public part.",
		Example: "  cluster key list --keys ~/judge-keys",
	}, listKeys)
	subcommand(&cobra.Command{
		Use: "withdraw NAME", Short: "Withdraw a key: its connections end, and it no longer works", Args: oneName,
		Long:    "Withdraw a key. This removes its folder here. A new key may have the same name.",
		Example: "  cluster key withdraw m1 --keys ~/judge-keys",
	}, func(stdout io.Writer, dir, name string) error {
		if err := server.WithdrawKey(dir, name); err != nil {
			return err
		}
		return changed(stdout, dir, name+" is withdrawn")
	})
	return cmd
}

// changed waits until a running server has loaded its keys. It prints what to do next, and whether there is such a server.
func changed(stdout io.Writer, dir, next string) error {
	running, err := server.WaitAdmitted(dir)
	if err != nil {
		return fmt.Errorf("the keys have changed, but the server has not loaded them: %w", err)
	}
	note := "no server on this machine uses these keys now; the next one will load the change"
	if running {
		note = "the server has loaded the change"
	}
	_, err = fmt.Fprintf(stdout, "%s\n%s\n", next, note)
	return err
}

func listKeys(stdout io.Writer, dir, _ string) error {
	all, err := server.Keys(dir)
	if err != nil {
		return err
	}
	const enough = 12 // this many characters tell keys apart
	table := terminal.NewTable(
		terminal.Text("key", func(k server.Key) string { return k.Name }),
		terminal.LeftText("role", func(k server.Key) string { return k.Role }),
		terminal.LeftText("added", func(k server.Key) string { return k.Added.Format(time.DateOnly) }),
		terminal.LeftText("public", func(k server.Key) string { return k.Public[:enough] }))
	for _, k := range all {
		table.Row(k)
	}
	out := terminal.NewSheet(stdout, terminal.StyleOf(stdout))
	table.Write(out)
	return out.Flush()
}
