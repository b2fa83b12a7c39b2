package report

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// frame matches a line of a stack trace as the sanitizers of gcc and clang print it. The groups of the expression are
// the frame's number, the function, and the file and line of the source. Without debug information, the line has a
// library in parentheses instead of the source.
//
//	#7 0x55f2a67eb6ac in f(int) a.cpp:3
//	#6 0x7f61dcca90d7 in __cxa_throw (/lib/x86_64-linux-gnu/libstdc++.so.6+0xa90d7)
var frame = regexp.MustCompile(`^\s+#(\d+) 0x[0-9a-f]+ +(?:in (.+) )?(?:\(\S+\)|(\S+?):(\d+)(?::\d+)?)` +
	`(?: \(BuildId: \w+\))?$`)

// throws lists the functions of the C++ library that a program calls to throw an exception.
var throws = []string{"__cxa_throw", "__cxa_rethrow", "std::rethrow_exception"}

// Thrown says which line of the program's own files threw the uncaught C++ exception; "" if none did. If nothing
// catches an exception, the library calls abort while the frames of the throw are still on the stack. If a function of
// the library, such as vector::at, threw the exception, Thrown names the line that called this function.
func Thrown(stderr string, files []string) string {
	if !strings.Contains(stderr, "AddressSanitizer: ABRT") {
		return ""
	}
	threw := false
	for line := range strings.Lines(stderr) {
		parts := frame.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if parts == nil {
			continue
		}
		function, file, number := parts[2], filepath.Base(parts[3]), parts[4]
		name, _, _ := strings.Cut(function, "(")
		switch {
		case slices.Contains(throws, name):
			threw = true
		case threw && slices.Contains(files, file):
			return fmt.Sprintf("%s:%s: thrown here, in %s, and caught nowhere", file, number, function)
		}
	}
	return ""
}

// mostFrames is the maximum number of frames of a stack that are shown.
const mostFrames = 20

// Shortened removes the bytes of shadow memory from a sanitizer's message, and all but the first frames of each stack.
// A deep recursion has hundreds of frames.
func Shortened(stderr string) string {
	var lines []string
	shadow := false
	for _, line := range strings.Split(stderr, "\n") {
		if strings.HasPrefix(line, "Shadow bytes around") {
			shadow = true
		} else if strings.HasPrefix(line, "==") { // "==7==ABORTING"
			shadow = false
		}
		if shadow {
			continue
		}
		parts := frame.FindStringSubmatch(line)
		if parts == nil {
			lines = append(lines, line)
			continue
		}
		switch number, _ := strconv.Atoi(parts[1]); {
		case number < mostFrames:
			lines = append(lines, line)
		case number == mostFrames:
			lines = append(lines, "    … and what called these")
		}
	}
	return strings.Join(lines, "\n")
}
