package wire_test

import (
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestLeavesLonely: programs that are connected to a server that is cut off from the others go to another, whatever
// their role, each time.
func TestLeavesLonely(t *testing.T) {
	judgetest.Long(t, "three servers elect leaders several times")
	pace := wire.DefaultPace
	pace.AckWait = 2 * time.Second
	three := clustertest.NewThree(t)
	three.Start(t, pace)
	all := map[string]*wire.Conn{}
	for _, role := range []string{server.Client, server.Worker, server.Operator} {
		all[role] = three.Dial(t, role, pace)
	}
	for lonely := range three.URLs {
		three.Lonely(lonely)
		for role, c := range all {
			for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
				_, err := c.JS.Stream(t.Context(), wire.WorkStream)
				at := slices.Index(three.URLs[:], c.NC.ConnectedUrl())
				if err == nil && at != lonely {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("the %s stays at server %d, where %d is cut off: %v", role, at, lonely, err)
				}
			}
		}
		three.Together(lonely)
	}
}
