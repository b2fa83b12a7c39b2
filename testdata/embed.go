// Package testdata holds the tests of the project's own problems, which the judge takes along for checkouts elsewhere.
package testdata

import "embed"

// Own are the files of these tests.
//
//go:embed hdu5046 poj3074 poj3076 spojnqueen zoj3122
var Own embed.FS
