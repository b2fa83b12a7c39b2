// Command tests reads what go test -json prints, and tells it in short: a line a package, all that the failed tests
// said, and why tests were skipped, with how many of them. Its exit status is 1 if anything failed.
//
// With -left FILE it writes to FILE which tests -short has left out, or a part of them, as two patterns for
// go test -run: the first one for tests, the second one for the rows of tests with tables.
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

// event is a line of go test -json, as go doc test2json describes it; ImportPath is set in place of Package while a
// package is built.
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// test is a test of a package, or, without a name, the package.
type test struct{ name, of string }

func (t test) String() string {
	if t.name == "" {
		return t.of
	}
	return t.name + " (" + t.of + ")"
}

var (
	frame  = regexp.MustCompile(`^ *(=== |--- (PASS|SKIP|FAIL))`)
	reason = regexp.MustCompile(`^ *(?:\w+_test|testscript)\.go:\d+: (.*)`)
)

// short begins the reason of a test that judgetest.Long skips, or that judgetest.Shortened makes smaller.
const short = "left out by -short: "

func main() {
	leftFile := flag.String("left", "", "write to `FILE` which tests -short has left out")
	flag.Parse()
	leftTests, leftRows := map[string]bool{}, map[string]bool{} // what -short has left out, or a part of it
	said := map[test][]string{}                                 // what tests have said that are still running
	why := map[string][]string{}                                // the tests that were skipped, by the reason
	var failed []string
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil { // make's own words
			fmt.Println(lines.Text())
			continue
		}
		name := test{e.Test, cmp.Or(e.Package, e.ImportPath)}
		switch {
		case e.Action == "build-output":
			fmt.Print(e.Output)
		case e.Action == "output" && e.Test == "" && strings.Contains(e.Output, "\t"): // ok, FAIL or ? and the package
			if !strings.HasPrefix(e.Output, "? ") {
				fmt.Print(e.Output)
			}
		case e.Action == "output" && !frame.MatchString(e.Output):
			said[name] = append(said[name], e.Output)
			if strings.Contains(e.Output, short) {
				parts := strings.SplitN(e.Test, "/", 3)
				if len(parts) == 1 {
					leftTests[e.Test] = true
				} else {
					leftRows[parts[0]+"/"+parts[1]] = true
				}
			}
		case e.Action == "skip" && e.Test != "":
			for _, line := range slices.Backward(said[name]) {
				if found := reason.FindStringSubmatch(line); found != nil {
					why[found[1]] = append(why[found[1]], e.Test)
					break
				}
			}
			delete(said, name)
		case e.Action == "pass":
			delete(said, name)
		case e.Action == "fail" || e.Action == "build-fail":
			failed = append(failed, name.String())
			fmt.Printf("--- FAIL: %v\n%s", name, strings.Join(said[name], ""))
			delete(said, name)
		}
	}
	for name, output := range said { // of a program that was killed
		if name.name != "" {
			failed = append(failed, name.String())
			fmt.Printf("--- FAIL: %v, not ended\n%s", name, strings.Join(output, ""))
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
		fmt.Println("what the tests print:", err)
		os.Exit(1)
	}
	if len(failed) > 0 {
		fmt.Printf("failed:\n  %s\n", strings.Join(failed, "\n  "))
		os.Exit(1)
	}
}

// patterns returns what selects tests, and what selects tests of tables, a line each.
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
