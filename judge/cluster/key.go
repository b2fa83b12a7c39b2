package main

import (
	"fmt"
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
		Short: "Add, list and withdraw the keys that a server knows",
		Long: `Give each machine and each client a key of its own, on the server's machine. A server that runs takes
in a change within a second, and keeps it when it is started again.

A worker with a key of its own bears the name of that key, in reports and in cluster workers: no other can answer in
it. When a key is withdrawn, its connections end; what its worker was judging goes to another. The keys that
cluster serve --init makes are shared by all who have a copy; they are withdrawn under the names worker and client.`,
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
	cmd.AddCommand(newKeyAddCommand(folder), newKeyListCommand(folder), newKeyWithdrawCommand(folder))
	return cmd
}

func newKeyAddCommand(folder func() (string, error)) *cobra.Command {
	var role string
	cmd := &cobra.Command{
		Use:   "add NAME",
		Short: "Make a key for one machine or client",
		Long: `Make a key, in a folder of its own in the folder of keys, and print what to copy to which machine.
Nobody can answer in the name of a worker's own key but its holder.`,
		Example:           "  cluster key add m1 --role worker\n  cluster key add anna --role client",
		Args:              usage.Args(1, 1, "takes the name of one key"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := folder()
			if err != nil {
				return err
			}
			made, err := server.AddKey(dir, role, args[0])
			if err != nil {
				return err
			}
			does := map[string]string{server.Worker: "cluster worker", server.Client: "cluster run"}[role]
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "copy %s to the machine that runs %s, and name it there with "+
				"--keys; then remove it here\n", legible.Word(made), does)
			if err != nil {
				return exit.Failed(err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&role, "role", server.Worker, "what the key is for: worker, which judges, or client, which "+
		"starts runs")
	return cmd
}

func newKeyListCommand(folder func() (string, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the keys that the server knows, and those that were withdrawn",
		Long: `List the keys, with the beginning of their public part: the shared ones of each role, those of machines
and clients, and those that were withdrawn.`,
		Example:           "  cluster key list --keys ~/judge-keys",
		Args:              usage.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := folder()
			if err != nil {
				return err
			}
			all, err := server.Keys(dir)
			if err != nil {
				return err
			}
			var table terminal.Grid
			table.Left = map[int]bool{1: true, 2: true, 3: true, 4: true}
			table.Add(terminal.Plain("key", "role", "added", "state", "public")...)
			for _, k := range all {
				state := "own"
				switch {
				case !k.Withdrawn.IsZero():
					state = "withdrawn " + k.Withdrawn.Format(time.DateOnly)
				case k.Shared:
					state = "shared"
				}
				const enough = 12 // characters to tell keys apart
				table.Add(terminal.Plain(k.Name, k.Role, k.Added.Format(time.DateOnly), state, k.Public[:enough])...)
			}
			out := terminal.NewSheet(cmd.OutOrStdout(), terminal.StyleOf(cmd.OutOrStdout()))
			table.Write(out)
			if err := out.Flush(); err != nil {
				return exit.Failed(err)
			}
			return nil
		},
	}
}

func newKeyWithdrawCommand(folder func() (string, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "withdraw NAME",
		Short: "Withdraw a key: its connections end, and nobody connects with it",
		Long: `Withdraw the key of a machine or client, or a shared one by its role, worker or client. Its folder here
is removed. The name may be given to a new key.`,
		Example:           "  cluster key withdraw m1 --keys ~/judge-keys",
		Args:              usage.Args(1, 1, "takes the name of one key"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := folder()
			if err != nil {
				return err
			}
			if err := server.WithdrawKey(dir, args[0]); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is withdrawn; a server that runs with %s ends its connections "+
				"within a second\n", args[0], legible.Word(dir))
			if err != nil {
				return exit.Failed(err)
			}
			return nil
		},
	}
}
