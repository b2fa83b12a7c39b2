// Command tests summarizes the output of "go test -json". It prints a line for each package, the output of failed
// tests, and the number of skipped tests for each reason. Its exit status is 1 if anything failed.
//
// With -left FILE, it writes to FILE two patterns for "go test -run". The first matches the tests that -short left out
// or shortened. The second matches the subtests that -short left out or shortened.
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
	leftTests, leftRows := map[string]bool{}, map[string]bool{} // tests and subtests that -short left out or shortened
	outputs := map[test][]string{}                              // the output lines of each test that is still running
	why := map[string][]string{}                                // for each reason, the tests that were skipped
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
					leftTests[e.Test] = true
				} else {
					leftRows[parts[0]+"/"+parts[1]] = true
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
		if err := os.WriteFile(*leftFile, []byte(patterns(leftTests, leftRows)), 0o644); err != nil {
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

// patterns returns two lines. The first is a pattern that matches the tests; the second matches the subtests (rows).
func patterns(tests, rows map[string]bool) string {
	tables, names := map[string]bool{}, map[string]bool{}
	for row := range rows {
		table, name, _ := strings.Cut(row, "/")
		if !tests[table] {
			tables[table], names[regexp.QuoteMeta(name)] = true, true
		}
	}
	one := func(of map[string]bool) string { return "^(" + strings.Join(slices.Sorted(maps.Keys(of)), "|") + ")$" }
	return one(tests) + "\n" + one(tables) + "/" + one(names) + "\n"
}
