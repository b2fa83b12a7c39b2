package main

import (
	"fmt"
	"regexp"
	"strings"
)

// quoted are arguments as a shell takes them, each behind a blank.
func quoted(args []string) string {
	var b strings.Builder
	for _, arg := range args {
		b.WriteByte(' ')
		if !plainWord.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		b.WriteString(arg)
	}
	return b.String()
}

var plainWord = regexp.MustCompile(`^[a-zA-Z0-9/:_.-]+$`)

// count is a number of things: "1 test", "2 tests".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
