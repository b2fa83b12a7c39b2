package main

import "fmt"

// count is a number of things: "1 test", "2 tests".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// packaged are arguments with --package before them, unless it is the checkout that is meant.
func packaged(pack string, args ...string) []string {
	if pack == "" {
		return args
	}
	return append([]string{"--package", pack}, args...)
}
