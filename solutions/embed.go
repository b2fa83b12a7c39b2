// Package solutions holds the solutions of the project's own problems, which the judge takes along for checkouts
// elsewhere.
package solutions

import "embed"

// Ladder is ladder.yaml, which goes for any problem.
//
//go:embed ladder.yaml
var Ladder []byte

// Own are the files of these solutions. Those of zoj3122 are links to those of poj3076, which cannot be embedded.
//
//go:embed hdu5046 poj3074 poj3076 spojnqueen
var Own embed.FS
