// Package problems holds what the judge takes along for checkouts elsewhere: what is known of the online judges, and
// the files of the project's own problems.
package problems

import "embed"

// Judges is judges.yaml.
//
//go:embed judges.yaml
var Judges []byte

// Own are the files of the project's own problems. It has no links: what they point to, the judge knows
// (judge/author/scaffold/own.go).
//
//go:embed hdu5046 poj3074 poj3076 spojnqueen zoj3122
var Own embed.FS
