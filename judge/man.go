//go:build man

package main

import (
	"io"

	"dlxjudge/judge/tell/usage"
)

// With this tag, the program only writes its manual pages: go run -tags man ./judge FOLDER SECONDS
func init() { usage.Man(newRootCommand(newApp(io.Discard, io.Discard))) }
