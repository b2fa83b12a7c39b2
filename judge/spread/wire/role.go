package wire

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
)

// The roles of a cluster. A key is for one of them.
const (
	OperatorRole = "operator" // makes streams, and looks at everything
	ClientRole   = "client"   // asks for work, and sees results
	WorkerRole   = "worker"   // sees packages, and answers
)

// marks are subjects where only one of the roles may listen, besides operators.
var marks = map[string]string{
	OperatorRole: "judge.role", ClientRole: "judge.progress.role.0", WorkerRole: WakeSubject,
}

// uses are the commands that need a key of a role.
var uses = map[string]string{
	OperatorRole: "cluster attend needs an operator's", ClientRole: "cluster run and cluster workers need a client's",
	WorkerRole: "cluster worker needs a worker's",
}

// As is an error if the key of this connection, from a folder, is not for a role. The server says so: each role may
// listen where others may not. An operator's key is for every role, and so is any key of a NATS server without roles.
func (c *Conn) As(ctx context.Context, role, keys string) error {
	if may, err := c.mayHear(ctx, marks[role]); may || err != nil {
		return err
	}
	is := "no " + role + "'s key"
	for other, mark := range marks {
		if may, err := c.mayHear(ctx, mark); err != nil {
			return err
		} else if may {
			is = "a " + other + "'s key"
		}
	}
	return fmt.Errorf("%s: this is %s, and %s; name its folder with --keys (cluster serve --init makes one for "+
		"each role)", keys, is, uses[role])
}

// mayHear reports whether this key may listen on a subject.
func (c *Conn) mayHear(ctx context.Context, subject string) (bool, error) {
	before := c.NC.LastError()
	heard, err := c.NC.SubscribeSync(subject)
	if err != nil {
		return false, err
	}
	defer heard.Unsubscribe()
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	if err := c.NC.FlushWithContext(ctx); err != nil { // the refusal comes before the answer to this
		return false, fmt.Errorf("the server does not say what this key is for: %w", err)
	}
	last := c.NC.LastError()
	return last == before || !errors.Is(last, nats.ErrPermissionViolation), nil
}
