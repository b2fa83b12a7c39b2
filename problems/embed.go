// Package problems holds what the judge knows of the online judges, for checkouts elsewhere.
package problems

import _ "embed"

// Judges is judges.yaml.
//
//go:embed judges.yaml
var Judges []byte
