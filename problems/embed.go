// Package problems embeds the judge's list of online judges, for use in other checkouts.
package problems

import _ "embed"

// Judges is judges.yaml.
//
//go:embed judges.yaml
var Judges []byte
