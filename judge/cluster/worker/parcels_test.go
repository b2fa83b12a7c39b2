package worker

import (
	"context"
	"encoding/hex"

	"dlxjudge/judge/cluster/wire"
)

func hexOf(name string) string { return hex.EncodeToString([]byte(name)) }

func get(ctx context.Context, c *wire.Conn, digest string) ([]byte, error) {
	return c.Outcomes.GetBytes(ctx, digest)
}
