package record

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// nameForm matches every benchmark name in a record, without the prefix "Benchmark", which package benchfmt also omits.
var nameForm = regexp.MustCompile(`^Judge/problem=([^/]+)/solution=([^/]+)/group=([^/]+)/test=([^/]+)$`)

// name returns the key as a benchmark name: Judge/problem=poj3074/solution=dlx/group=hard/test=02. Slashes in a value
// are escaped as in a URL. "secret/" is omitted from a group if parseName can restore it.
func (k Key) name() string {
	return fmt.Sprintf("Judge/problem=%s/solution=%s/group=%s/test=%s", url.PathEscape(k.Problem),
		url.PathEscape(k.Solution), url.PathEscape(shortGroup(path.Dir(k.Test))), url.PathEscape(path.Base(k.Test)))
}

// parseName is the inverse of name. It does not use benchfmt.Name.Parts, which takes "-60" at the end of a test's name
// for the number of processors.
func parseName(name string) (Key, error) {
	var parts [5]string
	for i, part := range nameForm.FindStringSubmatch(name) {
		parts[i], _ = url.PathUnescape(part)
	}
	k := Key{parts[1], parts[2], path.Join(longGroup(parts[3]), parts[4])}
	if k.name() != name || strings.ContainsFunc(parts[0], unicode.IsControl) {
		return Key{}, fmt.Errorf("benchmark Benchmark%s is not one of judge bench, whose names are "+
			"BenchmarkJudge/problem=…/solution=…/group=…/test=…; remove it, or name another file", name)
	}
	return k, nil
}

func shortGroup(group string) string {
	short, secret := strings.CutPrefix(group, "secret/")
	if !secret || longGroup(short) != group {
		return group
	}
	return short
}

func longGroup(short string) string {
	switch first, _, _ := strings.Cut(short, "/"); first {
	case "sample", "secret", "workload", "growth", ".":
		return short
	}
	return "secret/" + short
}

// These groups hold inputs that are made for measuring, not the problem's own tests. A slow solution gets only the
// first cases of an input, so the name of a test ends with its number of cases.
const (
	workloads = "workload/" // workload/hard/4000
	growth    = "growth/"   // growth/40/200: 200 cases of size 40
)

// Workload returns the name of a test's workload and the number of cases in the test. It also reports whether the test
// was made from a workload.
func (k Key) Workload() (name string, cases int, is bool) { return k.made(workloads) }

// Size returns the size that a test was made for, and reports whether the test was made for a size.
func (k Key) Size() (int, bool) {
	name, _, is := k.made(growth)
	size, err := strconv.Atoi(name)
	return size, is && err == nil
}

// Cases returns the number of cases in a test that was made from a workload or for a size. It returns 1 for any other
// test.
func (k Key) Cases() int {
	_, ofWorkload, _ := k.made(workloads)
	_, ofSize, _ := k.made(growth)
	return max(ofWorkload, ofSize, 1)
}

// made returns the parts of a test's name after the group: "hard" and 4000 for "workload/hard/4000".
func (k Key) made(group string) (name string, cases int, is bool) {
	rest, is := strings.CutPrefix(k.Test, group)
	name, number, _ := strings.Cut(rest, "/")
	cases, err := strconv.Atoi(number)
	if !is || err != nil || name == "" || cases < 1 {
		return "", 0, false
	}
	return name, cases, true
}

// startUp is the problem name of the empty programs. Each language has one empty program, whose time is process
// start-up.
const startUp = "start-up"

// StartUp returns the key of a language's empty program.
func StartUp(language string) Key { return Key{startUp, language, "sample/empty"} }

// IsStartUp reports whether the key is that of an empty program.
func (k Key) IsStartUp() bool { return k.Problem == startUp }

// referenceProgram is the problem name of the reference program. No problem has this name: the package format forbids
// hyphens.
const referenceProgram = "reference-program"

// Reference returns the key of the reference program: a fixed program of the judge, which every run samples along with
// the solutions. The 1 in the test's name is the program's version. A changed program needs a new key, since times of
// different versions are not comparable.
func Reference() Key { return Key{referenceProgram, "go", "sample/1"} }

// IsReference reports whether the key is that of the reference program, in any version.
func (k Key) IsReference() bool { return k.Problem == referenceProgram }

// IsControl reports whether the key is that of one of the judge's own programs: an empty program or the reference
// program. Changes to solutions do not affect the times of these programs, but a slower machine does.
func (k Key) IsControl() bool { return k.IsStartUp() || k.IsReference() }

// Relative returns the factor that makes times in the newer record comparable with times in base. It corrects for a
// machine that became faster or slower. The factor is the reference program's time in base divided by its time in the
// newer record. If either record lacks that time, the factor is 1 and the result known is false.
func Relative(base, now *Record) (factor float64, known bool) {
	before, after := Median(base.Values(Reference(), CPU)), Median(now.Values(Reference(), CPU))
	if before == 0 || after == 0 {
		return 1, false
	}
	return before / after, true
}
