package main

import (
	"fmt"
	"os"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"dlxjudge/judge/spread/wire"
)

// paceName is an environment variable that sets the pace of the programs that tests start: "test" for testPace,
// otherwise the default. The program itself does not know it.
const paceName = "CLUSTER_PACE"

// testPace is short enough to reassign the work of a dead worker soon, and long enough for a busy machine.
var testPace = wire.Pace{
	AckWait: 2 * time.Second, Heartbeat: time.Second,
}

// TestMain lets this test binary be the command, and a NATS server, for tests that need several processes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cluster": func() {
		if os.Getenv(paceName) == "test" {
			wire.DefaultPace = testPace
		}
		main()
	}, "nats-server": natsServer})
}

// natsServer runs a NATS server, for tests that kill it. It logs to standard error.
func natsServer() {
	options, err := nats.ProcessConfigFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	options.NoSigs, options.Logtime = true, true
	s, err := nats.NewServer(options)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.ConfigureLogger()
	s.Start()
	s.WaitForShutdown()
}
