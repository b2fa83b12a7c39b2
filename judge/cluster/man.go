//go:build man

package main

import (
	"dlxjudge/judge/tell/usage"
)

// With this tag, the program only writes its manual pages: go run -tags man ./judge/cluster FOLDER SECONDS
func init() { usage.Man(newRootCommand()) }
