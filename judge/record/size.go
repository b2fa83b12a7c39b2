package record

import (
	"path"
	"strconv"
	"strings"
)

// sizes is the prefix of the groups that hold inputs of one size each, made to show how a solution's effort grows.
const sizes = "secret/size-"

// SizeTest is the name of the n-th input of a size.
func SizeTest(size, n int) string { return sizes + strconv.Itoa(size) + "/" + strconv.Itoa(n) }

// Size is the size that a test was made for, and whether it was.
func (k Key) Size() (int, bool) {
	text, sized := strings.CutPrefix(path.Dir(k.Test), sizes)
	size, err := strconv.Atoi(text)
	return size, sized && err == nil
}

// workloads is the first part of the name of a workload, an input of many cases.
const workloads = "workload"

// WorkloadTest is the name of a workload with so many cases: "workload/hard/4000".
func WorkloadTest(name string, cases int) string {
	return path.Join(workloads, name, strconv.Itoa(cases))
}

// Workload is the name of the workload that a test is, how many cases it holds, and whether it is one.
func (k Key) Workload() (name string, cases int, is bool) {
	group, is := strings.CutPrefix(path.Dir(k.Test), workloads+"/")
	cases, err := strconv.Atoi(path.Base(k.Test))
	if !is || err != nil || cases < 1 {
		return "", 0, false
	}
	return group, cases, true
}
