// Command tests summarizes the output of "go test -json". It prints a line for each package, the output of failed
// tests, and the number of skipped tests for each reason. Its exit status is 1 if anything failed.
//
// With -left FILE, it writes two lines to FILE, each a pattern for "go test -run" and the packages that need it. The
// first is for the tests that -short left out or shortened, the second for such subtests.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// event is a line that "go test -json" prints; see "go doc test2json". While a package is built, ImportPath is set
// instead of Package.
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// test is a test of a package. If its name is "", it is the package itself.
type test struct{ name, pkg string }

func (t test) String() string {
	if t.name == "" {
		return t.pkg
	}
	return t.name + " (" + t.pkg + ")"
}

var (
	frame  = regexp.MustCompile(`^ *(=== |--- (PASS|SKIP|FAIL))`)
	reason = regexp.MustCompile(`^ *(?:\w+_test|testscript)\.go:\d+: (.*)`)
)

// short is the prefix of the messages of judgetest.Long and judgetest.Shortened.
const short = "left out by -short: "

func main() {
	leftFile := flag.String("left", "", "write to `FILE` the patterns for the tests that -short left out")
	flag.Parse()
	var left [2][]test             // the tests and the subtests that -short left out or shortened
	outputs := map[test][]string{} // the output lines of each test that is still running
	why := map[string][]string{}   // for each reason, the tests that were skipped
	var failed []string
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil { // a line that the command "make" printed
			fmt.Println(lines.Text())
			continue
		}
		name := test{e.Test, cmp.Or(e.Package, e.ImportPath)}
		switch {
		case e.Action == "build-output":
			fmt.Print(e.Output)
		case e.Action == "output" && e.Test == "" && strings.Contains(e.Output, "\t"): // such as "ok  \tpackage\t1.2s"
			if !strings.HasPrefix(e.Output, "? ") {
				fmt.Print(e.Output)
			}
		case e.Action == "output" && !frame.MatchString(e.Output):
			outputs[name] = append(outputs[name], e.Output)
			if strings.Contains(e.Output, short) {
				parts := strings.SplitN(e.Test, "/", 3)
				if len(parts) == 1 {
					left[0] = append(left[0], name)
				} else {
					left[1] = append(left[1], test{parts[0] + "/" + parts[1], name.pkg})
				}
			}
		case e.Action == "skip" && e.Test != "":
			for _, line := range slices.Backward(outputs[name]) {
				if found := reason.FindStringSubmatch(line); found != nil {
					why[found[1]] = append(why[found[1]], e.Test)
					break
				}
			}
			delete(outputs, name)
		case e.Action == "pass":
			delete(outputs, name)
		case e.Action == "fail" || e.Action == "build-fail":
			failed = append(failed, name.String())
			fmt.Printf("--- FAIL: %v\n%s", name, strings.Join(outputs[name], ""))
			delete(outputs, name)
		}
	}
	for name, output := range outputs { // tests that never ended, for example because their program was killed
		if name.name != "" {
			failed = append(failed, name.String())
			fmt.Printf("--- FAIL: %v did not end\n%s", name, strings.Join(output, ""))
		}
	}
	for i, reason := range slices.Sorted(maps.Keys(why)) {
		if i == 0 {
			fmt.Println("skipped:")
		}
		tests := why[reason]
		rest := ""
		if len(tests) > 1 {
			rest = fmt.Sprintf(" and %d more", len(tests)-1)
		}
		fmt.Printf("  %s%s: %s\n", tests[0], rest, reason)
	}
	if *leftFile != "" {
		if err := os.WriteFile(*leftFile, []byte(patterns(left[0], left[1])), 0o644); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Println("cannot read the output of go test:", err)
		os.Exit(1)
	}
	if len(failed) > 0 {
		fmt.Printf("failed:\n  %s\n", strings.Join(failed, "\n  "))
		os.Exit(1)
	}
}

// patterns returns the lines for the tests and for the subtests (rows).
func patterns(tests, rows []test) string {
	line := func(of []test) string {
		var levels [2][]string // of the pattern
		var packages []string
		for _, t := range of {
			for i, name := range strings.SplitN(t.name, "/", 2) {
				levels[i] = append(levels[i], regexp.QuoteMeta(name))
			}
			packages = append(packages, t.pkg)
		}
		var pattern []string
		for _, names := range levels {
			if slices.Sort(names); len(names) > 0 {
				pattern = append(pattern, "^("+strings.Join(slices.Compact(names), "|")+")$")
			}
		}
		slices.Sort(packages)
		return strings.Join(pattern, "/") + " " + strings.Join(slices.Compact(packages), " ") + "\n"
	}
	rows = slices.DeleteFunc(rows, func(row test) bool {
		name, _, _ := strings.Cut(row.name, "/")
		return slices.Contains(tests, test{name, row.pkg})
	})
	return line(tests) + line(rows)
}
