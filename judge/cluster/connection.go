package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"dlxjudge/judge/spread/wire"
)

// addConnection adds the required flag --at and the optional flag --keys.
func addConnection(cmd *cobra.Command, at, keys *string, role string) {
	cmd.Flags().StringVar(at, "at", "", "`URL` of the cluster's server, nats://… or tls://…; separate several "+
		"servers of one NATS cluster by commas")
	cmd.Flags().StringVar(keys, "keys", "", "folder `DIR` with a "+role+"'s key (default: the folder "+role+" in the "+
		"folder of keys that cluster serve makes)")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if *at == "" {
			return errors.New("no cluster is named; give the URL that cluster serve prints, such as --at " +
				"nats://127.0.0.1:4222")
		}
		return nil
	}
}

// dial connects to a cluster. The parameter keys is the folder with the key; "" means the folder of the role's default
// key. dial refuses the keys of other roles.
func dial(ctx context.Context, at, keys, role, name string) (*wire.Conn, error) {
	if keys == "" {
		folder, err := wire.DefaultKeys()
		if err != nil {
			return nil, err
		}
		keys = filepath.Join(folder, role)
	}
	return wire.Dial(ctx, at, keys, role, name, wire.DefaultPace)
}
