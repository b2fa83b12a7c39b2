package main

import (
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
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
	folder := func() (string, error) {
		if keys == "" {
			return wire.DefaultKeys()
		}
		return filepath.Abs(keys)
	}
	var role string
	add := keyCommand(folder, addKey(&role))
	add.Use, add.Short = "add NAME", "Make a key for one machine or client"
	add.Long = "Make a key in its own folder, below the folder of keys, and print where to copy\nthat folder."
	add.Example = "  cluster key add m1 --role worker\n  cluster key add anna --role client"
	add.Args = usage.Args(1, 1, "takes the name of one key")
	add.Flags().StringVar(&role, "role", wire.Worker, "what the key is for: worker, which judges, or client, which "+
		"starts runs")
	list := keyCommand(folder, listKeys)
	list.Use, list.Short = "list", "List the keys that the server admits"
	list.Long = "List the keys, each with the first characters of its public part."
	list.Example, list.Args = "  cluster key list --keys ~/judge-keys", usage.None
	withdraw := keyCommand(folder, withdrawKey)
	withdraw.Use, withdraw.Short = "withdraw NAME", "Withdraw a key: its connections end, and it no longer works"
	withdraw.Long = "Withdraw a key. This removes its folder here. A new key may have the same name."
	withdraw.Example = "  cluster key withdraw m1 --keys ~/judge-keys"
	withdraw.Args = usage.Args(1, 1, "takes the name of one key")
	cmd.AddCommand(add, list, withdraw)
	return cmd
}

// keyCommand returns a command that calls the function do, and passes it the folder of keys.
func keyCommand(folder func() (string, error),
	do func(stdout io.Writer, dir string, args []string) error) *cobra.Command {
	return &cobra.Command{
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := folder()
			if err != nil {
				return err
			}
			return do(cmd.OutOrStdout(), dir, args)
		},
	}
}

func addKey(role *string) func(io.Writer, string, []string) error {
	return func(stdout io.Writer, dir string, args []string) error {
		made, err := server.AddKey(dir, *role, args[0])
		if err != nil {
			return err
		}
		command := map[string]string{wire.Worker: "cluster worker", wire.Client: "cluster run"}[*role]
		return changed(stdout, dir, fmt.Sprintf("copy %s to the machine that runs %s, and pass the copy to --keys; "+
			"then remove the original", legible.Word(made), command))
	}
}

func withdrawKey(stdout io.Writer, dir string, args []string) error {
	if err := server.WithdrawKey(dir, args[0]); err != nil {
		return err
	}
	return changed(stdout, dir, args[0]+" is withdrawn")
}

// changed waits until a running server has loaded its keys. It prints the parameter next, and whether there is such a
// server.
func changed(stdout io.Writer, dir, next string) error {
	running, err := server.WaitAdmitted(dir)
	if err != nil {
		return fmt.Errorf("the keys have changed, but the server has not loaded them: %w", err)
	}
	note := "no server on this machine uses these keys now; the next one will load the change"
	if running {
		note = "the server has loaded the change"
	}
	if _, err := fmt.Fprintf(stdout, "%s\n%s\n", next, note); err != nil {
		return exit.Failed(err)
	}
	return nil
}

func listKeys(stdout io.Writer, dir string, _ []string) error {
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
	if err := out.Flush(); err != nil {
		return exit.Failed(err)
	}
	return nil
}
