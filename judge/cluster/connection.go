package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"dlxjudge/judge/read/config"
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

// dial connects to a cluster, with the key in a folder. If keys is "", it uses the role's default key. It refuses the
// keys of other roles.
func dial(ctx context.Context, at, keys, role, name string) (*wire.Conn, error) {
	keys, err := folderOf(keys, role)
	if err != nil {
		return nil, err
	}
	return wire.Dial(ctx, at, keys, role, name, wire.DefaultPace)
}

// folderOf returns the absolute path of the folder that the flag --keys gives. If the flag is "", it returns the role's
// folder in the default folder of keys, or that folder itself if role is "".
func folderOf(keys, role string) (string, error) {
	if keys != "" {
		return filepath.Abs(keys) // printed commands contain the path
	}
	dir, err := config.Path(filepath.Join("cluster", role))
	if err != nil {
		return "", fmt.Errorf("there is no default folder for keys: %w; name a folder with --keys", err)
	}
	return dir, nil
}
