package record

import (
	"path"
	"strconv"
	"strings"
)

// Groups of inputs that are made to be measured, and are not tests of the problem. A test of theirs is called by the
// number of cases that it holds: a slow solution is given the first of an input's cases only.
const (
	workloads = "workload/"    // workload/hard/4000
	growth    = "growth/"      // growth/40/200: 200 cases of size 40
	sizes     = "secret/size-" // secret/size-40/2, of older records: the second input of size 40, a single case
)

// WorkloadTest is the name of the first so many cases of a workload.
func WorkloadTest(name string, cases int) string { return workloads + name + "/" + strconv.Itoa(cases) }

// SizeTest is the name of an input of so many cases of one size.
func SizeTest(size, cases int) string {
	return growth + strconv.Itoa(size) + "/" + strconv.Itoa(cases)
}

// Workload is the name of the workload that a test is of, and how many of its cases it holds.
func (k Key) Workload() (name string, cases int, is bool) {
	rest, is := strings.CutPrefix(k.Test, workloads)
	name, cases, whole := casesOf(rest)
	if !is || !whole {
		return "", 0, false
	}
	return name, cases, true
}

// Size is the size that a test was made for, and whether it was.
func (k Key) Size() (int, bool) {
	text, old := strings.CutPrefix(path.Dir(k.Test), sizes)
	if rest, is := strings.CutPrefix(k.Test, growth); is {
		text, _, is = casesOf(rest)
		if !is {
			return 0, false
		}
	} else if !old {
		return 0, false
	}
	size, err := strconv.Atoi(text)
	return size, err == nil
}

// Cases is how many cases a workload's test, or one of a size, holds; 1 for any other test.
func (k Key) Cases() int {
	for _, group := range []string{workloads, growth} {
		if rest, is := strings.CutPrefix(k.Test, group); is {
			if _, cases, whole := casesOf(rest); whole {
				return cases
			}
		}
	}
	return 1
}

// casesOf splits "hard/4000".
func casesOf(text string) (name string, cases int, whole bool) {
	name, number, _ := strings.Cut(text, "/")
	cases, err := strconv.Atoi(number)
	return name, cases, err == nil && name != "" && cases > 0 && strconv.Itoa(cases) == number
}
