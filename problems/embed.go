// Package problems holds what is known of the online judges, for checkouts that have no judges.yaml of their own yet.
package problems

import _ "embed"

// Judges is judges.yaml.
//
//go:embed judges.yaml
var Judges []byte
