package main

import (
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/wire"
)

// paceName is the environment's name for how long things take in the programs that tests start: "test" for the short
// times of testPace, otherwise those of every cluster. The program itself does not know it.
const paceName = "CLUSTER_PACE"

// testPace is so short that work which a dead worker had is given to another soon, and long enough for a busy machine.
var testPace = wire.Pace{
	AckWait: 2 * time.Second, MaxDeliver: 3, Heartbeat: 200 * time.Millisecond,
	KeepFiles: time.Hour, KeepRuns: time.Hour, MostWork: 10_000,
}

// TestMain lets this test binary be the command, and a NATS server, for tests that need several processes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cluster": func() {
		if os.Getenv(paceName) == "test" {
			wire.DefaultPace = testPace
		}
		main()
	}, "nats-server": func() { clustertest.Serve(os.Args[1]) }})
}
